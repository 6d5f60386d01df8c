import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import * as limits from '#contract/limits.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { matchEntity } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog, useUnsavedText } from '#web/ui/dialogs/form-dialog.tsx'
import { Problem, TextArea } from '#web/ui/forms/field.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { annotateShelfItem } from './shelf-calls.ts'
import css from './shelf-page.module.css'

type NotesDialogProps = { shelf: Shelf; item: ShelfItem; onClose: () => void }

export const NotesDialog = (props: NotesDialogProps) => {
  const { t } = useLingui()
  const { zine } = props.item
  return (
    <FormDialog
      onClose={props.onClose}
      title={t`Notes`}
      description={
        zine ? (
          <Trans>
            For “<MemberText text={zine.title} language={zine.language} />” on this shelf.
          </Trans>
        ) : (
          t`For “the withdrawn zine” on this shelf.`
        )
      }
      width="32rem"
    >
      <NotesForm {...props} />
    </FormDialog>
  )
}

function NotesForm({ shelf, item, onClose }: NotesDialogProps) {
  const { t } = useLingui()
  const [note, setNote] = useState(item.note)
  const [privateNote, setPrivateNote] = useState(item.privateNote ?? '')
  const { problem, isPending, write } = useAnnotating({ shelf, item, onClose })
  useUnsavedText(note !== item.note || privateNote !== (item.privateNote ?? ''))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isPending) void write({ note, privateNote })
  }
  const field = { mark: t`optional`, rows: 3, maxLength: limits.shelfNote, readOnly: isPending }
  return (
    <form className={css.notes} noValidate onSubmit={submit}>
      <TextArea
        {...field}
        label={t`Note`}
        hint={t(noteHints[shelf.visibility])}
        data-autofocus
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <TextArea
        {...field}
        label={t`Private note`}
        hint={t`Visible only to you.`}
        value={privateNote}
        onChange={({ target }) => setPrivateNote(target.value)}
      />
      <Problem>{problem}</Problem>
      <div className={dialog.row}>
        <button type="submit" className={buttonClass({})} aria-disabled={isPending || undefined}>
          {isPending ? t`Saving...` : t`Save`}
        </button>
      </div>
    </form>
  )
}

const noteHints: Record<Shelf['visibility'], MessageDescriptor> = {
  private: msg`Visible to only you while the shelf is private, then everyone who sees it.`,
  link: msg`Visible to everyone with the link.`,
  public: msg`Visible to everyone.`,
}

function useAnnotating({ shelf, item, onClose }: NotesDialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { write, isPending } = useWrite({
    mutationFn: (notes: { note: string; privateNote: string }) =>
      annotateShelfItem({ params: { id: shelf.id, itemId: item.id }, body: notes }),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ item: { note, privateNote } }) => {
      patchCached(queries, matchEntity<ShelfItem>(item.id, 'addedAt'), () => ({ note, privateNote }))
      onClose()
    },
    onError: (error) => {
      setProblem(getUserMessage(error, t`The notes could not be saved. Please try again.`))
      promptSignInIfExpired(error)
    },
  })
  return { problem, isPending, write }
}
