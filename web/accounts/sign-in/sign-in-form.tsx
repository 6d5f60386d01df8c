import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailPattern } from '#contract/registration.ts'
import { isBlank } from '#contract/visible-text.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { PasswordField, UsernameField } from '#web/ui/forms/field.tsx'
import {
  AccountProblem,
  type Credentials,
  notifyAccountError,
  proofOfWorkMessage,
  signInWithPassword,
} from '../account-calls.ts'
import css from '../account-form.module.css'
import { AccountForm, FormLink, validatePassword } from '../account-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

type Props = {
  problem?: string
  onSignedIn: (userId: string, kind: 'login') => Promise<void>
  onCodeNeeded: () => void
  onCreateAccount: () => void
  onForgotPassword: (email: string) => void
}

export function SignInForm({ problem, onSignedIn, onCodeNeeded, ...callbacks }: Props) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, getValues, formState } = useForm<Credentials>()
  const { errors, isSubmitting, isSubmitted } = formState
  const isClosed = usePageData().site.signUps === 'closed'
  const [isWorking, setIsWorking] = useState(false)

  const { write: signIn } = useWrite({
    mutationFn: (credentials: Credentials) => signInWithPassword(credentials, () => setIsWorking(true)),
    onMutate: () => setIsWorking(false),
    onSuccess: (userId) => (userId ? onSignedIn(userId, 'login') : onCodeNeeded()),
    onError: (error) => {
      const field = error instanceof AccountProblem && error.field
      setError(field || 'root', { message: notifyAccountError(t`Login failed`, error) }, { shouldFocus: true })
    },
  })

  const requestReset = () => {
    const { identifier } = getValues()
    callbacks.onForgotPassword(emailPattern.test(identifier.trim()) ? identifier.trim() : '')
  }

  return (
    <>
      <AccountForm
        onSubmit={handleSubmit(signIn)}
        problem={errors.root?.message ?? (isSubmitted ? undefined : problem)}
        button={t`Sign In`}
        busyButton={isWorking ? t(proofOfWorkMessage) : t`Signing In…`}
        isBusy={isSubmitting}
        links={
          <>
            <FormLink onClick={requestReset}>{t`Forgot password?`}</FormLink>
            {isClosed || <FormLink onClick={callbacks.onCreateAccount}>{t`Create Account`}</FormLink>}
          </>
        }
      >
        <UsernameField
          label={t`Email or username`}
          data-autofocus
          error={errors.identifier?.message}
          {...register('identifier', {
            validate: (value) => !isBlank(value) || t`Please enter your email or username.`,
          })}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { validate: validatePassword })}
        />
      </AccountForm>
      {isClosed && <p className={css.closedNote}>{t`This site does not accept new accounts right now.`}</p>}
      <ProviderButtons />
    </>
  )
}
