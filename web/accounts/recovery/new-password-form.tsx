import { useForm } from 'react-hook-form'
import * as limits from '#contract/limits.ts'
import { ApiError } from '#web/api/call.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { accountSentence, resetPasswordAndSignIn } from '../account-calls.ts'
import { AccountForm } from '../account-form.tsx'
import { longEnough } from '../entry-rules.ts'

type Props = {
  tokenOf: () => string
  onDone: (userId: string | undefined) => Promise<void>
  onExpired: () => void
}

export function NewPasswordForm({ tokenOf, onDone, onExpired }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<{ newPassword: string }>()
  const { errors, isSubmitting } = formState

  const submit = async ({ newPassword }: { newPassword: string }) => {
    try {
      await onDone(await resetPasswordAndSignIn(tokenOf(), newPassword))
    } catch (error) {
      const isExpired = error instanceof ApiError && error.code === 'link_expired'
      const sentence = accountSentence(error)
      if (isExpired) {
        showToast({ title: 'Recovery Link Expired', description: sentence, variant: 'destructive' })
        onExpired()
      } else setError('newPassword', { message: sentence }, { shouldFocus: true })
    }
  }

  return (
    <AccountForm
      onSubmit={handleSubmit(submit)}
      button="Update Password"
      busyButton="Updating..."
      isBusy={isSubmitting}
      isReady={useMounted()}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        minLength={limits.passwordMin}
        hint={`At least ${limits.passwordMin} characters. Every other device is signed out.`}
        error={errors.newPassword?.message}
        {...register('newPassword', { validate: longEnough })}
      />
    </AccountForm>
  )
}
