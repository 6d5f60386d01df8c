import { useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import type { UserChange } from '#contract/accounts.ts'
import type { UserProfile } from '#contract/creators.ts'
import * as limits from '#contract/limits.ts'
import { usernameProblem } from '#contract/registration.ts'
import { trimText } from '#contract/visible-text.ts'
import { getUserMessage } from '#web/api/call.ts'
import { EditForm } from '#web/ui/forms/edit-form.tsx'
import { TextField, UsernameField } from '#web/ui/forms/field.tsx'
import { notifySaveError, useSaveProfile } from './save-profile.ts'

export function EditName({ user, onDone }: { user: UserProfile; onDone: () => void }) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { username: user.username, name: user.name ?? '' },
  })
  const { errors, isDirty, isSubmitting, defaultValues } = formState
  const showProblem = (error: unknown, message: string) => {
    setError('username', { message }, { shouldFocus: true })
    notifySaveError(error, t`Error updating username`, message)
  }
  const save = useSaveProfile(user.id, {
    onSaved: onDone,
    onError: (error) => showProblem(error, getUserMessage(error, t`Failed to update username`)),
  })
  const submit = handleSubmit((draft) => {
    const change = nameChange({ username: '', name: '', ...defaultValues }, draft)
    if (!change) return onDone()
    const problem = change.username !== undefined && usernameProblem(change.username)
    if (problem) return showProblem(undefined, t(problem))
    return save(change)
  })
  return (
    <EditForm
      label={t`Edit username`}
      isSaving={isSubmitting}
      isDirty={isDirty}
      onSave={() => void submit()}
      onCancel={onDone}
    >
      <UsernameField label={t`Username`} data-autofocus error={errors.username?.message} {...register('username')} />
      <TextField
        label={t`Name`}
        mark={t`optional`}
        autoComplete="name"
        maxLength={limits.name}
        placeholder={t`Shown above the username`}
        {...register('name')}
      />
    </EditForm>
  )
}

type NameDraft = { username: string; name: string }

/** Contains only changed fields. An empty username keeps the old one; an empty name deletes it (spec §4). */
function nameChange(before: NameDraft, edited: NameDraft): UserChange | undefined {
  const after = { username: trimText(edited.username), name: trimText(edited.name) }
  const change = {
    ...(after.username !== '' && after.username !== before.username && { username: after.username }),
    ...(after.name !== before.name && { name: after.name }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
