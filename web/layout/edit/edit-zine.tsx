import { selectOrdinal } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import * as limits from '#contract/limits.ts'
import type { FullZine } from '#contract/zines.ts'
import { UnconfirmedEmailNotice } from '#web/accounts/send-new-link.tsx'
import { usePageData } from '#web/page-data/page-data.tsx'
import { now } from '#web/session/editor-session.ts'
import { LeaveGuard } from '#web/session/leave-guard.tsx'
import { statusOf } from '#web/session/session-state.ts'
import type { Saved } from '#web/session/text-rules.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { updateCachedZine } from '#web/zines/open-zine.ts'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { changeContent } from '../session/use-layout.ts'
import { SetAsideLayouts } from '../set-aside-layouts.tsx'
import { isVideo } from '../table/content.ts'
import { CutPages } from '../table/cut-pages.tsx'
import { LayoutTable, VideoTable } from '../table/layout-table.tsx'
import { useCutPages } from '../table/use-overflow.ts'
import { useSending } from '../table/use-sending.ts'
import { EditActions } from './edit-actions.tsx'
import { type EditProblems, findMissing } from './edit-problems.ts'
import css from './edit-zine.module.css'
import { useZineEdit, type ZineSession } from './use-zine-edit.ts'
import { arePicturesChanged, type ZineText } from './zine-text.ts'

type Props = { zine: FullZine; userId: string }

export function EditZine({ zine, userId }: Props) {
  const queries = useQueryClient()
  const [printing, setPrinting] = useState(zine.printing)
  const onZine = (latest: FullZine) => {
    setPrinting(latest.printing)
    void updateCachedZine(queries, latest)
  }
  const edit = useZineEdit({ zine, userId, onZine })
  return edit.session ? <OpenEdit {...edit} session={edit.session} zine={zine} printing={printing} /> : null
}

type OpenProps = Omit<ReturnType<typeof useZineEdit>, 'session'> & {
  session: ZineSession
  zine: FullZine
  printing: number
}

function OpenEdit({ session, zine, printing, problems, setProblems, isSaved }: OpenProps) {
  const { t } = useLingui()
  const text = useEditorState(session, (state) => state.text)
  const base = useEditorState(session, (state) => state.base)
  const conflict = useEditorState(session, (state) => state.conflict)
  const isSaving = useEditorState(session, ({ inFlight }) => inFlight !== null)
  const isStored = useEditorState(session, ({ hasStorageFailed }) => !hasStorageFailed)
  const isTextDirty = useSyncExternalStore(session.subscribe, session.isDirty)
  const [isComparing, setComparing] = useState(true)
  const form = useRef<HTMLFormElement>(null)
  const { longZinePages } = usePageData().site
  const sending = useSending((change) => changeContent(session, change))
  const { cutPages, opened, open } = useCutPages(text)
  const isSending = sending.pages.length > 0 || sending.isMaking
  const isDirty = isTextDirty || isSending
  const unsent = t`Some pages are not part of your changes yet. If you leave now, they won’t be added.`
  useUnsavedWork(isDirty)
  useSavedZine({ session, isSaved, zineId: zine.id })
  useFocusOnProblem(form, problems)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (conflict) return setComparing(true)
    if (!isDirty || isSaving) return
    const missing = findMissing(text, sending.pages.length)
    setProblems(missing ?? {})
    setComparing(true)
    if (!missing) session.dispatch({ type: 'saveRequested', at: now() })
  }
  const discard = () => {
    for (const { id } of sending.pages) sending.remove(id)
    session.dispatch({ type: 'discarded', at: now() })
    setProblems({})
  }
  // A video's text can change, but it has no pages.
  const Table = isVideo(base) ? VideoTable : LayoutTable
  return (
    <>
      {conflict && <ConflictNotice onCompare={() => setComparing(true)} />}
      <SetAsideLayouts session={session} />
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <Table
          content={text}
          onChange={(change) => changeContent(session, change)}
          // A zine over the current page limit stays valid.
          maxPages={Math.max(longZinePages, base.pages.length)}
          sending={sending}
          problems={problems}
          cutPages={cutPages}
          opened={opened}
          zineId={zine.id}
          isPublished
          busy={isSaving}
        >
          {arePicturesChanged(base, text) && (
            <PrintingNote
              printing={printing + 1}
              note={text.note}
              error={problems.note}
              busy={isSaving}
              onWrite={(note) => changeContent(session, (before) => ({ ...before, note }))}
            />
          )}
          <CutPages pages={cutPages} disabled={isSaving} onOpen={open} />
          <EditActions
            isDirty={isDirty}
            isStored={isStored}
            isSaving={isSaving}
            problem={problems.general}
            onDiscard={discard}
          />
          {problems.mustConfirm && <UnconfirmedEmailNotice />}
        </Table>
      </form>
      {conflict && isComparing && (
        <EditConflict session={session} conflict={conflict} onClose={() => setComparing(false)} />
      )}
      <LeaveGuard session={session} unsentMessage={isSending ? unsent : undefined} />
    </>
  )
}

type ConflictProps = { session: ZineSession; conflict: Saved<ZineText>; onClose: () => void }

const EditConflict = (props: ConflictProps) => {
  const { t } = useLingui()
  return (
    <ConflictDialog
      {...props}
      title={t`Two versions, one zine`}
      description={t`This zine was also changed somewhere else. Choose the version to keep. The other one is set aside in this browser.`}
      takeSavedLabel={t`Use the other version`}
      focusSelector='main [type="submit"]'
    />
  )
}

function ConflictNotice({ onCompare }: { onCompare: () => void }) {
  const { t } = useLingui()
  return (
    <div className={css.notice} role="alert">
      <p>{t`This zine was also changed somewhere else.`}</p>
      <Button size="small" onClick={onCompare}>{t`Compare and choose`}</Button>
    </div>
  )
}

type SavedOptions = { session: ZineSession; isSaved: boolean; zineId: string }

/** Leads to the zine when all changes are saved. */
function useSavedZine({ session, isSaved, zineId }: SavedOptions) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isClean = useEditorState(session, statusOf) === 'saved'
  useEffect(() => {
    if (!isSaved || !isClean) return
    showToast({ title: t`Success`, description: t`Zine updated successfully` })
    void navigate(`/zine/${zineId}`, { replace: true })
  }, [isSaved, isClean, navigate, zineId, t])
}

function useFocusOnProblem(form: { current: HTMLFormElement | null }, problems: EditProblems) {
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, problems])
}

type NoteProps = {
  printing: number
  note: string
  error: string | undefined
  busy: boolean
  onWrite: (note: string) => void
}

const PrintingNote = ({ printing, note, error, busy, onWrite }: NoteProps) => {
  const { t } = useLingui()
  return (
    <TextField
      label={t`This will be ${selectOrdinal(printing, {
        2: 'a second',
        3: 'a third',
        4: 'a fourth',
        5: 'a fifth',
        6: 'a sixth',
        7: 'a seventh',
        8: 'an eighth',
        9: 'a ninth',
        10: 'a tenth',
        11: 'an #th',
        18: 'an #th',
        one: 'a #st',
        two: 'a #nd',
        few: 'a #rd',
        other: 'a #th',
      })} printing. What changed?`}
      mark={t`optional`}
      hint={t`Readers see it, for example “Fixed the map on page 4”.`}
      name="printing-note"
      maxLength={limits.printingNote}
      readOnly={busy}
      {...(error && { error })}
      value={note}
      onChange={(event) => onWrite(event.target.value)}
    />
  )
}
