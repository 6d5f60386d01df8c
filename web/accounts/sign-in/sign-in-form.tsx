import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailPattern } from '#contract/registration.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { PasswordField, UsernameField } from '#web/ui/forms/field.tsx'
import { AccountProblem, atWork, type Credentials, sayFailed, signInWithPassword } from '../account-calls.ts'
import css from '../account-form.module.css'
import { AccountForm, FormLink, longEnough } from '../account-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

type Props = {
  problem?: string
  onSignedIn: (userId: string, how: 'login') => Promise<void>
  onCodeNeeded: () => void
  onCreateAccount: () => void
  onForgotten: (email: string) => void
}

export function SignInForm({ problem, onSignedIn, onCodeNeeded, ...go }: Props) {
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
      setError(field || 'root', { message: sayFailed('Login failed', error) }, { shouldFocus: true })
    },
  })

  const forgotten = () => {
    const { identifier } = getValues()
    go.onForgotten(emailPattern.test(identifier.trim()) ? identifier.trim() : '')
  }

  return (
    <>
      <AccountForm
        onSubmit={handleSubmit(signIn)}
        problem={errors.root?.message ?? (isSubmitted ? undefined : problem)}
        button="Sign In"
        busyButton={isWorking ? atWork : 'Signing In...'}
        isBusy={isSubmitting}
        links={
          <>
            <FormLink onClick={forgotten}>Forgot password?</FormLink>
            {isClosed || <FormLink onClick={go.onCreateAccount}>Create Account</FormLink>}
          </>
        }
      >
        <UsernameField
          label="Email or username"
          data-autofocus
          error={errors.identifier?.message}
          {...register('identifier', {
            validate: (value) => value.trim() !== '' || 'Please enter your email or username.',
          })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { validate: longEnough })}
        />
      </AccountForm>
      {isClosed && <p className={css.aside}>This site does not accept new accounts right now.</p>}
      <ProviderButtons />
    </>
  )
}
