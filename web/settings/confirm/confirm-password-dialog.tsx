import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Identities } from '#contract/identities.ts'
import type * as contract from '#contract/sessions.ts'
import { signInWithProvider } from '#web/accounts/account-calls.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { DialogForm } from '../dialog-form.tsx'
import { identitiesQuery } from '../setting-calls.ts'
import { ProviderButton } from './provider-button.tsx'

const confirmPassword = call<typeof contract.confirmPassword>('POST', '/api/auth/confirm-password')

type Props = { onAnswer: (isConfirmed: boolean) => void }

/** Asks for the password, or for whatever else the person signs in with. */
export function ConfirmPasswordDialog({ onAnswer }: Props) {
  const { data: identities } = useQuery(identitiesQuery)
  const cancel = () => onAnswer(false)
  return (
    <Dialog open onOpenChange={(open) => open || cancel()} title="Confirm It Is You" width="28rem">
      {identities?.hasPassword === false ? (
        <SignInAgain identities={identities} onCancel={cancel} />
      ) : (
        <PasswordForm onCancel={cancel} onConfirmed={() => onAnswer(true)} />
      )}
    </Dialog>
  )
}

function PasswordForm({ onCancel, onConfirmed }: { onCancel: () => void; onConfirmed: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const { write: confirm } = useWrite({
    mutationFn: ({ password }: { password: string }) => confirmPassword({ body: { password } }),
    onSuccess: onConfirmed,
    onError: (error) => {
      const message = sentenceOf(error, 'Something went wrong. Please try again.')
      setError('password', { message }, { shouldFocus: true })
    },
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(confirm)}
      onCancel={onCancel}
      action="Confirm"
      busyAction="Confirming..."
      isBusy={isSubmitting}
    >
      <p>You signed in a while ago. Please enter your password to go on.</p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-autofocus
        error={errors.password?.message}
        {...register('password', { validate: (typed) => typed !== '' || 'Please enter your password.' })}
      />
    </DialogForm>
  )
}

/** For an account without a password: coming back from the provider is a recent sign-in. */
function SignInAgain({ identities, onCancel }: { identities: Identities; onCancel: () => void }) {
  const linked = new Set(identities.identities.map(({ provider }) => provider))
  const providers = identities.providers.filter(({ id }) => linked.has(id))
  return (
    <>
      <p>You signed in a while ago. Please sign in again, then come back here and try once more.</p>
      <div className={dialog.row}>
        <Button look="second" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        {providers.map((provider) => (
          <ProviderButton
            key={provider.id}
            ask={signInWithProvider}
            provider={provider}
            look="first"
            title="Not signed in"
          >
            Sign in with {provider.name}
          </ProviderButton>
        ))}
      </div>
    </>
  )
}
