import { useForm } from 'react-hook-form'
import { useWrite } from '#web/api/use-write.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { requestPasswordReset, sayFailed, sayResetSent } from '../account-calls.ts'
import { AccountForm, isEmail } from '../account-form.tsx'

type Props = { email: string; returnFocusTo?: HTMLElement | null; onClose: () => void }

/** Asks where to send the link that sets a new password. The answer is the same whether we know the address. */
export function ResetPasswordDialog({ email, returnFocusTo, onClose }: Props) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email } })
  const { errors, isSubmitting } = formState

  const { write: send } = useWrite({
    mutationFn: (typed: { email: string }) =>
      requestPasswordReset({ body: { email: typed.email.trim(), redirectTo: '/auth/update-password' } }),
    onSuccess: () => {
      sayResetSent()
      onClose()
    },
    onError: (error) => setError('root', { message: sayFailed('Reset failed', error) }),
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Reset Password"
      description="We mail you a link, and you choose a new password."
      width="26rem"
      returnFocusTo={returnFocusTo}
    >
      <AccountForm
        onSubmit={handleSubmit(send)}
        problem={errors.root?.message}
        button="Send Reset Link"
        busyButton="Sending..."
        isBusy={isSubmitting}
      >
        <EmailField
          label="Email"
          data-autofocus
          error={errors.email?.message}
          {...register('email', { validate: isEmail })}
        />
      </AccountForm>
    </Dialog>
  )
}
