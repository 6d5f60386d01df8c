import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as limits from '#contract/limits.ts'
import { toOneLine } from '#contract/one-line.ts'
import type { Shelf, updateShelf as updateShelfEndpoint, Visibility } from '#contract/shelves.ts'
import { isBlank } from '#contract/visible-text.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { currentState, getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { newId } from '#web/browser/new-id.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog, useUnsavedText } from '#web/ui/dialogs/form-dialog.tsx'
import { Problem, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import css from './put-on-shelf-dialog.module.css'
import { createShelf, refreshOwner, refreshShelves, shelfAddress, updateShelf } from './shelf-calls.ts'
import { visibilityChoices } from './shelf-rack.tsx'

type ShelfDialogProps = {
  ownerId: string
  shelf?: Shelf
  onClose: () => void
}

export const ShelfDialog = ({ shelf, ...rest }: ShelfDialogProps) => {
  const { t } = useLingui()
  return (
    <FormDialog onClose={rest.onClose} title={shelf ? t`Edit shelf` : t`New shelf`} width="34rem">
      {shelf ? <ChangeShelf shelf={shelf} onClose={rest.onClose} /> : <NewShelf {...rest} />}
    </FormDialog>
  )
}

function NewShelf({ ownerId, onClose }: ShelfDialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  // The same ID for each attempt, so that a retry does not create a second shelf.
  const [id] = useState(newId)
  return (
    <ShelfForm
      action={t`Create shelf`}
      saved={{ title: '', about: '', visibility: 'private' }}
      save={(values) => createShelf({ body: { ...values, id, userId: ownerId } })}
      onSaved={({ shelf }) => {
        void refreshShelves(queries, ownerId)
        void refreshOwner(queries, ownerId)
        onClose()
        void navigate(shelfAddress(shelf.id))
      }}
    />
  )
}

function ChangeShelf({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [original] = useState(shelf)
  const [base, setBase] = useState(shelf)
  return (
    <ShelfForm
      action={t`Save`}
      saved={original}
      save={(values) =>
        updateShelf({
          params: { id: shelf.id },
          body: { ...changedFields(original, values), version: base.version },
        })
      }
      onChanged={(remote) => {
        setBase(remote)
        void refreshShelves(queries, shelf.ownerId)
      }}
      onSaved={() => {
        onClose()
        showToast({ title: t`Shelf saved` })
        void refreshOwner(queries, shelf.ownerId)
        return refreshShelves(queries, shelf.ownerId)
      }}
    />
  )
}

type ShelfFields = Pick<Shelf, 'title' | 'about' | 'visibility'>
type Saved = { shelf: Shelf }

type ShelfFormProps = {
  action: string
  saved: ShelfFields
  save: (values: ShelfFields) => Promise<Saved>
  onSaved: (saved: Saved) => unknown
  onChanged?: (shelf: Shelf) => void
}

/** Contains only edited fields, so that changes made elsewhere stay. */
const changedFields = (saved: ShelfFields, { title, about, visibility }: ShelfFields): Partial<ShelfFields> => ({
  ...(title !== saved.title && { title }),
  ...(about !== saved.about && { about }),
  ...(visibility !== saved.visibility && { visibility }),
})

const choices = Object.keys(visibilityChoices) as Visibility[]

function ShelfForm({ action, saved, ...rest }: ShelfFormProps) {
  const { t } = useLingui()
  const [{ title, about, visibility }, setFields] = useState<ShelfFields>(saved)
  const update = (changes: Partial<ShelfFields>) => setFields((before) => ({ ...before, ...changes }))
  const { problem, remote, isPending, write } = useSave(rest)
  useUnsavedText(title !== saved.title || about !== saved.about || visibility !== saved.visibility)
  const isTitleBlank = isBlank(title)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isTitleBlank && !isPending) void write({ title, about, visibility })
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <TextField
        label={t`Title`}
        maxLength={limits.shelfTitle}
        required
        autoComplete="off"
        data-autofocus
        readOnly={isPending}
        value={title}
        onChange={({ target }) => update({ title: toOneLine(target.value) })}
      />
      <TextArea
        label={t`About it`}
        mark={t`optional`}
        rows={3}
        maxLength={limits.shelfAbout}
        readOnly={isPending}
        value={about}
        onChange={({ target }) => update({ about: target.value })}
      />
      <RadioGroup
        legend={t`Who can see it`}
        values={choices}
        value={visibility}
        onChange={(value) => update({ visibility: value })}
        label={(option) => <Choice name={t(visibilityChoices[option].name)} hint={t(visibilityChoices[option].hint)} />}
      />
      <Problem>{problem}</Problem>
      <div className={dialog.row}>
        <button
          type="submit"
          className={buttonClass({})}
          disabled={isTitleBlank}
          aria-disabled={isPending || undefined}
        >
          {isPending ? t`Saving...` : remote ? t`Overwrite it with mine` : action}
        </button>
      </div>
    </form>
  )
}

const Choice = ({ name, hint }: { name: string; hint: string }) => (
  <span>
    <b>{name}</b>
    <small>{hint}</small>
  </span>
)

const notSavedMessage = msg`The shelf could not be saved. Please try again.`
const conflictMessage = (remote: Shelf) => (
  <>
    <Trans>
      This shelf was changed somewhere else: its title is now “<MemberText text={remote.title} />
      ”. Your changes are not saved yet.
    </Trans>
  </>
)

function useSave({ save, onSaved, onChanged }: Pick<ShelfFormProps, 'save' | 'onSaved' | 'onChanged'>) {
  const [problem, setProblem] = useState<ReactNode>()
  const [remote, setRemote] = useState<Shelf>()
  const { write, isPending } = useWrite({
    mutationFn: save,
    onMutate: () => setProblem(undefined),
    onSuccess: onSaved,
    onError: (error) => {
      const current = currentState<typeof updateShelfEndpoint>(error)
      setRemote(current)
      setProblem(current ? conflictMessage(current) : getUserMessage(error, i18n._(notSavedMessage)))
      if (current) onChanged?.(current)
      promptSignInIfExpired(error)
    },
  })
  return { problem, remote, isPending, write }
}
