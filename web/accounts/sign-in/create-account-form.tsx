import { type UseFormSetError, useForm } from 'react-hook-form'
import * as limits from '#contract/limits.ts'
import { usernameProblem } from '#contract/registration.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { EmailField, UsernameField } from '#web/ui/forms/text-field.tsx'
import { createAccount, type Registration, RegistrationProblem, sayFailed } from '../account-calls.ts'
import { AccountForm, FormLink, isEmail, longEnough } from '../account-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Focus goes to the first of them. */
function markFields({ issues }: RegistrationProblem, setError: UseFormSetError<Registration>) {
  for (const [place, { path, message }] of issues.entries())
    setError(path, { message }, { shouldFocus: place === 0 })
}

type Props = {
  onSignedIn: (userId: string, how: 'registration') => Promise<void>
  onSignIn: () => void
}

export function CreateAccountForm({ onSignedIn, onSignIn }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Registration>()
  const { errors, isSubmitting } = formState

  const { write: create } = useWrite({
    mutationFn: createAccount,
    onSuccess: (userId) => onSignedIn(userId, 'registration'),
    onError: (error) => {
      const message = sayFailed('Registration failed', error)
      if (error instanceof RegistrationProblem) markFields(error, setError)
      else setError('root', { message })
    },
  })

  return (
    <>
      <AccountForm
        onSubmit={handleSubmit(create)}
        problem={errors.root?.message}
        button="Create Account"
        busyButton="Creating Account..."
        isBusy={isSubmitting}
        links={<FormLink onClick={onSignIn}>Sign In</FormLink>}
      >
        <EmailField
          label="Email"
          data-autofocus
          error={errors.email?.message}
          {...register('email', { validate: isEmail })}
        />
        <UsernameField
          label="Username"
          error={errors.username?.message}
          {...register('username', { validate: (username) => usernameProblem(username.trim()) })}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMin} characters.`}
          error={errors.password?.message}
          {...register('password', { validate: longEnough })}
        />
        <Field label="Bio" mark="optional">
          {(wiring) => (
            <textarea
              className="input"
              rows={2}
              maxLength={limits.bio}
              placeholder="Tell us about yourself..."
              {...wiring}
              {...register('bio')}
            />
          )}
        </Field>
      </AccountForm>
      <ProviderButtons />
    </>
  )
}
