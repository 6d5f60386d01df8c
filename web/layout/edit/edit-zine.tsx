import { type SubmitEvent, useState } from 'react'
import type { OpenZine } from '#contract/zines.ts'
import { ConfirmFirst } from '#web/accounts/confirm-first.tsx'
import { usePageData } from '#web/page/page-data.tsx'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { isVideo } from '../table/layout.ts'
import type { LayoutTableProps } from '../table/layout-props.ts'
import { LayoutTable } from '../table/layout-table.tsx'
import { useSending } from '../table/use-sending.ts'
import { EditConflict } from './edit-conflict.tsx'
import { EditNotice } from './edit-notice.tsx'
import { EditWayOut } from './edit-way-out.tsx'
import css from './edit-zine.module.css'
import { LeaveEdit } from './leave-edit.tsx'
import { PrintingNote } from './printing-note.tsx'
import { useSaveZine } from './use-save-zine.ts'
import { useZineEdit } from './use-zine-edit.ts'
import { VideoTable } from './video-table.tsx'
import { arePicturesChanged } from './zine-edit.ts'

type Props = { zine: OpenZine; userId: string }

/** One's zine on the layout table. Nothing of it is seen by others before it is saved. */
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

/** Of a video the words can be changed, and no pages. A zine that is longer than is allowed by now may stay so. */
function Table({ zineEdit: { edit, changeLayout }, ...props }: TableProps) {
  const { longZinePages } = usePageData().site
  const Kind = isVideo(edit.base.layout) ? VideoTable : LayoutTable
  const most = Math.max(longZinePages, edit.base.layout.pages.length)
  return <Kind {...props} layout={edit.layout} onChange={changeLayout} most={most} />
}
