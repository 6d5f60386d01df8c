import { useForm } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { emailPattern, usernameProblem } from '#contract/registration.ts'
import { Field } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { accountSentence, register as createAccount, type Registration } from './account-calls.ts'
import { longEnough } from './sign-in-form.tsx'

type Props = {
  onSignedIn: (userId: string, how: 'registration') => Promise<void>
  onSignIn: () => void
}

export function CreateAccountForm({ onSignedIn, onSignIn }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Registration>()
  const { errors, isSubmitting } = formState

  const submit = async (registration: Registration) => {
    try {
      const userId = await createAccount(registration)
      await onSignedIn(userId, 'registration')
      showToast({
        title: 'Account created successfully!',
        description: 'Please check your email to verify your account.',
      })
    } catch (error) {
      const sentence = accountSentence(error)
      setError('root', { message: sentence })
      showToast({ title: 'Registration failed', description: sentence, variant: 'destructive' })
    }
  }

  return (
    <form className="account" noValidate onSubmit={handleSubmit(submit)}>
      <Field label="Email" error={errors.email?.message}>
        {(wiring) => (
          <input
            className="input"
            type="email"
            autoComplete="email"
            maxLength={limits.email}
            data-autofocus
            {...wiring}
            {...register('email', { validate: isEmail })}
          />
        )}
      </Field>
      <Field label="Username" error={errors.username?.message}>
        {(wiring) => (
          <input
            className="input"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...wiring}
            {...register('username', { validate: (username) => usernameProblem(username.trim()) })}
          />
        )}
      </Field>
      <Field
        label="Password"
        hint={`At least ${limits.passwordMin} characters.`}
        error={errors.password?.message}
      >
        {(wiring) => (
          <input
            className="input"
            type="password"
            autoComplete="new-password"
            maxLength={limits.passwordMax}
            {...wiring}
            {...register('password', { validate: longEnough })}
          />
        )}
      </Field>
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
      {errors.root && <p className="error">{errors.root.message}</p>}
      <button type="submit" className="btn wide" disabled={isSubmitting}>
        {isSubmitting ? 'Creating Account...' : 'Create Account'}
      </button>
      <p className="ways">
        <button type="button" className="textlink" onClick={onSignIn}>
          Sign In
        </button>
      </p>
    </form>
  )
}

const isEmail = (email: string) => emailPattern.test(email.trim()) || 'Please enter a valid email address.'
