import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import * as limits from '#contract/limits.ts'
import type { OpenZine } from '#contract/zines.ts'
import { ConfirmFirst, isUnconfirmed } from '#web/accounts/send-new-link.tsx'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { showZine } from '#web/zines/open-zine.ts'
import { ordinal } from '#web/zines/printings.tsx'
import { isVideo, type Layout } from '../table/layout.ts'
import { LayoutTable, VideoTable } from '../table/layout-table.tsx'
import { useSending } from '../table/use-sending.ts'
import type { LayoutProblems, LayoutTableProps } from '../table/use-stage.ts'
import { EditConflict, EditNotice } from './edit-conflict.tsx'
import { EditWayOut, LeaveEdit } from './edit-way-out.tsx'
import css from './edit-zine.module.css'
import { forgetEdit, useZineEdit } from './use-zine-edit.ts'
import { arePicturesChanged, sendEdit, type ZineEdit } from './zine-edit.ts'

type Props = { zine: OpenZine; userId: string }

export function EditZine({ zine, userId }: Props) {
  const zineEdit = useZineEdit({ zine, userId })
  const { edit, conflict, isKept } = zineEdit
  const [isComparing, setComparing] = useState(conflict !== undefined)
  const sending = useSending(zineEdit.changeLayout)
  const onConflict = (theirs: OpenZine) => {
    zineEdit.setConflict(theirs)
    setComparing(true)
  }
  const { form, save, isSaving, problems, say, isSaved } = useSaveZine({
    zineId: zine.id,
    userId,
    onConflict,
  })
  const isDirty = zineEdit.isDirty || sending.pages.length > 0
  useUnsavedWork(isDirty)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (conflict) setComparing(true)
    else if (isDirty && !isSaving) save(edit, sending.pages.length)
  }
  const discard = () => {
    for (const { id } of sending.pages) sending.remove(id)
    zineEdit.discard()
    say({})
  }
  return (
    <>
      <EditNotice edit={zineEdit} onCompare={() => setComparing(true)} />
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <Table zineEdit={zineEdit} sending={sending} busy={isSaving} problems={problems}>
          {arePicturesChanged(edit.base.layout, edit.layout) && (
            <PrintingNote
              printing={edit.base.printing + 1}
              note={edit.note}
              error={problems.note}
              busy={isSaving}
              onWrite={zineEdit.write}
            />
          )}
          <EditWayOut {...{ isDirty, isKept, isSaving }} problem={problems.other} onDiscard={discard} />
          {problems.mustConfirm && <ConfirmFirst />}
        </Table>
      </form>
      {conflict && isComparing && (
        <EditConflict
          mine={edit.layout}
          theirs={conflict}
          onClose={() => setComparing(false)}
          onChoose={(side) => zineEdit.choose(side, conflict)}
        />
      )}
      <LeaveEdit {...{ isDirty, isKept, isSaved }} />
    </>
  )
}

type TableProps = Pick<LayoutTableProps, 'sending' | 'busy' | 'problems' | 'children'> & {
  zineEdit: ReturnType<typeof useZineEdit>
}

/** A video's text can change, but it has no pages. A zine over the current page limit stays valid. */
function Table({ zineEdit: { edit, changeLayout }, ...props }: TableProps) {
  const { longZinePages } = usePageData().site
  const Kind = isVideo(edit.base.layout) ? VideoTable : LayoutTable
  const most = Math.max(longZinePages, edit.base.layout.pages.length)
  return <Kind {...props} layout={edit.layout} onChange={changeLayout} most={most} />
}

type Which = { zineId: string; userId: string; onConflict: (theirs: OpenZine) => void }

function useSaveZine({ onConflict, ...which }: Which) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<EditProblems>({})
  const isSaved = useRef(false)
  const { write, isPending } = useWrite({
    mutationFn: (edit: ZineEdit) => sendEdit(which, edit),
    onSuccess: async ({ is, zine }) => {
      if (is === 'changed') return onConflict(zine)
      isSaved.current = true
      forgetEdit(which.userId, which.zineId)
      void showZine(queries, zine)
      showToast({ title: 'Success', description: 'Zine updated successfully' })
      await navigate(`/zine/${zine.id}`, { replace: true })
    },
    onError: (error) => {
      say(problemsOf(error))
      askInAgain(error)
    },
  })
  function say(next: EditProblems) {
    flushSync(() => setProblems(next))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const save = (edit: ZineEdit, onTheirWay: number) => {
    const lacks = lacking(edit.layout, onTheirWay)
    say(lacks ?? {})
    if (!lacks) void write(edit)
  }
  return { form, save, isSaving: isPending, problems, say, isSaved }
}

/** Error messages by field. `other` belongs to no field. `mustConfirm`: the member must confirm their email address. */
type EditProblems = LayoutProblems & { note?: string; other?: string; mustConfirm?: true }

function lacking({ title, pages }: Layout, onTheirWay: number): EditProblems | undefined {
  if (title.trim() === '') return { title: 'A zine needs a title.' }
  if (onTheirWay > 0) return { pages: 'Some pictures are still uploading. Wait for them or remove them.' }
  if (pages.length === 0) return { pages: 'A zine needs at least one image or a video.' }
}

function problemsOf(error: unknown): EditProblems {
  if (!(error instanceof ApiError) || !error.code) return { other: unreached }
  const [issue] = error.issues
  const [field, place] = issue?.path.split('.') ?? []
  if (issue && field === 'title') return { title: issue.message }
  if (issue && field === 'printingNote') return { note: issue.message }
  if (issue && field === 'pages')
    return { pages: place ? `Page ${Number(place) + 1}: ${issue.message}` : issue.message }
  if (isUnconfirmed(error)) return { other: error.sentence, mustConfirm: true }
  return aboutPages.has(error.code) ? { pages: error.sentence } : { other: error.sentence }
}

const unreached = 'Your changes could not be saved. Check the connection, then try again.'
const aboutPages = new Set<string>([
  'media_refused',
  'media_not_yours',
  'media_already_published',
  'quota_reached',
])

type NoteProps = {
  printing: number
  note: string
  error: string | undefined
  busy: boolean
  onWrite: (note: string) => void
}

const PrintingNote = ({ printing, note, error, busy, onWrite }: NoteProps) => (
  <TextField
    label={`This makes ${article(printing)} ${ordinal(printing)} printing. What changed?`}
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
