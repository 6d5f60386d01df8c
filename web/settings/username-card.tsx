import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { Viewer } from '#contract/accounts.ts'
import { usernameProblem } from '#contract/registration.ts'
import { isBlank, trimText } from '#contract/visible-text.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { UsernameField } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useWithConfirmation } from './confirm/use-with-confirmation.ts'
import { Setting, SettingForm } from './setting.tsx'
import { notifySettingError } from './setting-error.ts'

type Draft = { username: string }

export function UsernameCard({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const form = useForm<Draft>({ defaultValues: { username: viewer.username } })
  const enteredUsername = useWatch({ control: form.control, name: 'username' })
  const rename = useRename(viewer, (message) => form.setError('username', { message }, { shouldFocus: true }))
  const save = async ({ username }: Draft) => {
    if (username.trim() !== viewer.username) return rename(username.trim())
    showToast({ title: t`No changes`, description: t`Username is the same as current` })
  }
  const usernameError = (value: string) => {
    const problem = isBlank(value) ? msg`Username cannot be empty` : usernameProblem(trimText(value))
    return problem && t(problem)
  }
  return (
    <Setting title={t`Username`} hint={t`How you sign your zines.`}>
      <SettingForm
        form={form}
        action={t`Update Username`}
        busyAction={t`Updating...`}
        isInvalid={usernameError(enteredUsername) !== undefined}
        save={save}
        onInvalid={({ username }) =>
          showToast({ title: t`Invalid username`, description: username?.message, variant: 'destructive' })
        }
      >
        <UsernameField
          label={t`Username`}
          defaultValue={viewer.username}
          error={form.formState.errors.username?.message}
          {...form.register('username', { validate: usernameError })}
        />
      </SettingForm>
    </Setting>
  )
}

function useRename({ id }: Viewer, onProblem: (message: string) => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const withConfirmation = useWithConfirmation()
  const { write } = useWrite({
    mutationFn: (username: string) => withConfirmation(() => updateUser({ params: { id }, body: { username } })),
    onSuccess: () => {
      showToast({
        title: t`Profile Updated`,
        description: t`Your profile has been updated successfully.`,
      })
      void refreshLists(queries)
    },
    onError: (error) => {
      const problem = notifySettingError(error, t`Error updating username`, t`Failed to update username`)
      if (problem) onProblem(problem)
    },
  })
  return write
}
