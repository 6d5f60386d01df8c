import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Identities } from '#contract/identities.ts'
import type * as contract from '#contract/sessions.ts'
import { signInWithProvider } from '#web/accounts/account-calls.ts'
import { type CodeDraft, CodeField } from '#web/accounts/code-field.tsx'
import { ApiError, call, getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { DialogForm } from '../dialog-form.tsx'
import { factorsQuery, identitiesQuery, isFactorOn } from '../setting-calls.ts'
import { ProviderButton } from './provider-button.tsx'

const confirmPassword = call<typeof contract.confirmPassword>('POST', '/api/auth/confirm-password')

type Props = { onAnswer: (isConfirmed: boolean) => void }

export function ConfirmPasswordDialog({ onAnswer }: Props) {
  const { t } = useLingui()
  const { data: identities } = useQuery(identitiesQuery)
  const cancel = () => onAnswer(false)
  return (
    <Dialog open onOpenChange={(open) => open || cancel()} title={t`Confirm It’s You`} width="28rem">
      {identities?.hasPassword === false ? (
        <SignInAgain identities={identities} onCancel={cancel} />
      ) : (
        <PasswordForm onCancel={cancel} onConfirmed={() => onAnswer(true)} />
      )}
    </Dialog>
  )
}

type FormProps = { onCancel: () => void; onConfirmed: () => void }

/** Asks for a code if the second factor is on, according to the cache or the server's response. */
function PasswordForm({ onCancel, onConfirmed }: FormProps) {
  const { t } = useLingui()
  const { data: factors } = useQuery(factorsQuery)
  const form = useForm<CodeDraft>({ defaultValues: { password: '', code: '' } })
  const { errors, isSubmitting } = form.formState
  const needsCode = errors.code !== undefined || (factors !== undefined && isFactorOn(factors))
  const { write: confirm } = useWrite({
    mutationFn: ({ password, code }: CodeDraft) =>
      confirmPassword({ body: needsCode ? { password, code } : { password } }),
    onSuccess: onConfirmed,
    onError: (error) => {
      const message = getUserMessage(error, t`Something went wrong. Please try again.`)
      const isCode = error instanceof ApiError && error.code === 'wrong_code'
      form.setError(isCode ? 'code' : 'password', { message }, { shouldFocus: true })
    },
  })
  return (
    <DialogForm
      onSubmit={form.handleSubmit(confirm)}
      onCancel={onCancel}
      action={t`Confirm`}
      busyAction={t`Confirming…`}
      isBusy={isSubmitting}
    >
      <p>
        {needsCode
          ? t`You signed in a while ago. Please enter your password and a code to continue.`
          : t`You signed in a while ago. Please enter your password to continue.`}
      </p>
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        data-autofocus
        error={errors.password?.message}
        {...form.register('password', { validate: (value) => value !== '' || t`Please enter your password.` })}
      />
      {needsCode && (
        <CodeField
          form={form}
          hint={t`The six digits your app shows, or a recovery code.`}
          data-autofocus={undefined}
        />
      )}
    </DialogForm>
  )
}

/** Accounts without a password sign in with a provider, which counts as a recent sign-in. */
function SignInAgain({ identities, onCancel }: { identities: Identities; onCancel: () => void }) {
  const { t } = useLingui()
  const linked = new Set(identities.identities.map(({ provider }) => provider))
  const providers = identities.providers.filter(({ id }) => linked.has(id))
  return (
    <>
      <p>{t`You signed in a while ago. Please sign in again, then come back and retry.`}</p>
      <div className={dialog.row}>
        <Button look="second" onClick={onCancel} data-autofocus>{t`Cancel`}</Button>
        {providers.map((provider) => (
          <ProviderButton
            key={provider.id}
            requestUrl={signInWithProvider}
            provider={provider}
            look="first"
            title={t`Not signed in`}
          >
            <Trans>Sign in with {ph({ name: provider.name })}</Trans>
          </ProviderButton>
        ))}
      </div>
    </>
  )
}
