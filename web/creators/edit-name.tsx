import { useForm } from 'react-hook-form'
import type { UserProfile } from '#contract/creators.ts'
import { usernameProblem } from '#contract/registration.ts'
import { sentenceOf } from '#web/error-sentence.ts'
import { EditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { sayNotSaved, useSaveProfile } from './save-profile.ts'

type EditNameProps = { user: UserProfile; onDone: () => void }

export function EditName({ user, onDone }: EditNameProps) {
  const { register, handleSubmit, setError, formState } = useForm({ values: { username: user.username } })
  const save = useSaveProfile(user.id)
  const refuse = (error: unknown, message: string) => {
    setError('username', { message }, { shouldFocus: true })
    sayNotSaved(error, 'Error updating username', message)
  }
  const submit = handleSubmit(async (draft) => {
    const username = draft.username.trim()
    if (username === '' || username === user.username) return onDone()
    const problem = usernameProblem(username)
    if (problem) return refuse(undefined, problem)
    try {
      await save({ username })
      onDone()
    } catch (error) {
      refuse(error, sentenceOf(error, 'Failed to update username'))
    }
  })
  return (
    <EditForm
      label="Edit username"
      isSaving={formState.isSubmitting}
      onSave={() => void submit()}
      onCancel={onDone}
    >
      <Field label="Username" error={formState.errors.username?.message}>
        {(wiring) => (
          <input
            className="input"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...wiring}
            {...register('username')}
          />
        )}
      </Field>
    </EditForm>
  )
}
