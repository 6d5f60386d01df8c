import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import * as limits from '#contract/limits.ts'
import { isBlank } from '#contract/visible-text.ts'
import type { FullZine } from '#contract/zines.ts'
import { isUnconfirmed, UnconfirmedEmailNotice } from '#web/accounts/send-new-link.tsx'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { updateCachedZine } from '#web/zines/open-zine.ts'
import { ordinal } from '#web/zines/printings.tsx'
import { CutPages } from '../table/cut-pages.tsx'
import { isVideo, type Layout } from '../table/layout.ts'
import { LayoutTable, VideoTable } from '../table/layout-table.tsx'
import { useCutPages } from '../table/use-overflow.ts'
import { useSending } from '../table/use-sending.ts'
import type { LayoutProblems, LayoutTableProps } from '../table/use-stage.ts'
import { EditActions, EditLeaveGuard } from './edit-actions.tsx'
import { EditConflict, EditNotice } from './edit-conflict.tsx'
import css from './edit-zine.module.css'
import { removeStoredEdit, useZineEdit } from './use-zine-edit.ts'
import { arePicturesChanged, sendEdit, type ZineEdit } from './zine-edit.ts'

type Props = { zine: FullZine; userId: string }

export function EditZine({ zine, userId }: Props) {
  const zineEdit = useZineEdit({ zine, userId })
  const { edit, conflict, isStored } = zineEdit
  const [isComparing, setComparing] = useState(conflict !== undefined)
  const sending = useSending(zineEdit.changeLayout)
  const { cutPages, opened, open } = useCutPages(edit.layout)
  const onConflict = (savedZine: FullZine) => {
    zineEdit.setConflict(savedZine)
    setComparing(true)
  }
  const { form, save, isSaving, problems, showProblems, isSaved } = useSaveZine({
    zineId: zine.id,
    userId,
    onConflict,
  })
  const isDirty = zineEdit.isDirty || sending.pages.length > 0 || sending.isMaking
  useUnsavedWork(isDirty)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (conflict) setComparing(true)
    else if (isDirty && !isSaving) save(edit, sending.pages.length)
  }
  const discard = () => {
    for (const { id } of sending.pages) sending.remove(id)
    zineEdit.discard()
    showProblems({})
  }
  return (
    <>
      <EditNotice edit={zineEdit} onCompare={() => setComparing(true)} />
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <Table
          zineEdit={zineEdit}
          sending={sending}
          problems={problems}
          cutPages={cutPages}
          opened={opened}
          zineId={zine.id}
          isPublished
          busy={isSaving}
        >
          {arePicturesChanged(edit.base.layout, edit.layout) && (
            <PrintingNote
              printing={edit.base.printing + 1}
              note={edit.note}
              error={problems.note}
              busy={isSaving}
              onWrite={zineEdit.setNote}
            />
          )}
          <CutPages pages={cutPages} disabled={isSaving} onOpen={open} />
          <EditActions {...{ isDirty, isStored, isSaving }} problem={problems.general} onDiscard={discard} />
          {problems.mustConfirm && <UnconfirmedEmailNotice />}
        </Table>
      </form>
      {conflict && isComparing && (
        <EditConflict
          localLayout={edit.layout}
          savedZine={conflict}
          onClose={() => setComparing(false)}
          onChoose={(side) => zineEdit.choose(side, conflict)}
        />
      )}
      <EditLeaveGuard {...{ isDirty, isStored, isSaved }} />
    </>
  )
}

type TableProps = Pick<
  LayoutTableProps,
  'zineId' | 'isPublished' | 'sending' | 'busy' | 'problems' | 'cutPages' | 'opened' | 'children'
> & {
  zineEdit: ReturnType<typeof useZineEdit>
}

/** A video's text can change, but it has no pages. A zine over the current page limit stays valid. */
function Table({ zineEdit: { edit, changeLayout }, ...props }: TableProps) {
  const { longZinePages } = usePageData().site
  const LayoutEditor = isVideo(edit.base.layout) ? VideoTable : LayoutTable
  const maxPages = Math.max(longZinePages, edit.base.layout.pages.length)
  return <LayoutEditor {...props} layout={edit.layout} onChange={changeLayout} maxPages={maxPages} />
}

type SaveOptions = { zineId: string; userId: string; onConflict: (savedZine: FullZine) => void }

function useSaveZine({ onConflict, ...ids }: SaveOptions) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<EditProblems>({})
  const isSaved = useRef(false)
  const { write, isPending } = useWrite({
    mutationFn: (edit: ZineEdit) => sendEdit(ids, edit),
    onSuccess: async ({ kind, zine }) => {
      if (kind === 'changed') return onConflict(zine)
      isSaved.current = true
      removeStoredEdit(ids.userId, ids.zineId)
      void updateCachedZine(queries, zine)
      showToast({ title: 'Success', description: 'Zine updated successfully' })
      await navigate(`/zine/${zine.id}`, { replace: true })
    },
    onError: (error) => {
      showProblems(toProblems(error))
      promptSignInIfExpired(error)
    },
  })
  function showProblems(next: EditProblems) {
    flushSync(() => setProblems(next))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const save = (edit: ZineEdit, uploadCount: number) => {
    const missing = findMissing(edit.layout, uploadCount)
    showProblems(missing ?? {})
    if (!missing) void write(edit)
  }
  return { form, save, isSaving: isPending, problems, showProblems, isSaved }
}

/** Error messages by field. `general` belongs to no field. `mustConfirm`: the email address is unconfirmed. */
type EditProblems = LayoutProblems & { note?: string; general?: string; mustConfirm?: true }

function findMissing({ title, pages }: Layout, uploadCount: number): EditProblems | undefined {
  if (isBlank(title)) return { title: 'A zine needs a title.' }
  if (uploadCount > 0) return { pages: 'Some images are still uploading. Wait for them or remove them.' }
  if (pages.length === 0) return { pages: 'A zine needs at least one image or a video.' }
}

function toProblems(error: unknown): EditProblems {
  if (!(error instanceof ApiError) || !error.code) return { general: unreachableMessage }
  const [issue] = error.issues
  const [field, pageIndex] = issue?.path.split('.') ?? []
  if (issue && field === 'title') return { title: issue.message }
  if (issue && field === 'printingNote') return { note: issue.message }
  if (issue && field === 'pages')
    return { pages: pageIndex ? `Page ${Number(pageIndex) + 1}: ${issue.message}` : issue.message }
  if (isUnconfirmed(error)) return { general: error.userMessage, mustConfirm: true }
  return pageErrorCodes.has(error.code) ? { pages: error.userMessage } : { general: error.userMessage }
}

const unreachableMessage = 'Your changes could not be saved. Check your connection, then try again.'
const pageErrorCodes = new Set<string>(['media_refused', 'media_not_yours', 'media_already_published', 'quota_reached'])

type NoteProps = {
  printing: number
  note: string
  error: string | undefined
  busy: boolean
  onWrite: (note: string) => void
}

const PrintingNote = ({ printing, note, error, busy, onWrite }: NoteProps) => (
  <TextField
    label={`This will be ${article(printing)} ${ordinal(printing)} printing. What changed?`}
    mark="optional"
    hint="Readers see it, for example “Fixed the map on page 4”."
    name="printing-note"
    maxLength={limits.printingNote}
    readOnly={busy}
    {...(error && { error })}
    value={note}
    onChange={(event) => onWrite(event.target.value)}
  />
)

const article = (number: number) => (number === 8 || number === 11 || number === 18 ? 'an' : 'a')
