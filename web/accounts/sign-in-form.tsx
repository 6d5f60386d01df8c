import { useForm } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { AccountProblem, accountSentence, type Credentials, signIn } from './account-calls.ts'

type Props = {
  onSignedIn: (userId: string, how: 'login') => Promise<void>
  onCreateAccount: () => void
}

export function SignInForm({ onSignedIn, onCreateAccount }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Credentials>()
  const { errors, isSubmitting } = formState

  const submit = async (credentials: Credentials) => {
    try {
      const userId = await signIn(credentials)
      showToast({ title: 'Logged in successfully!' })
      await onSignedIn(userId, 'login')
    } catch (error) {
      const sentence = accountSentence(error)
      const field = error instanceof AccountProblem && error.field
      setError(field || 'root', { message: sentence }, { shouldFocus: true })
      showToast({ title: 'Login failed', description: sentence, variant: 'destructive' })
    }
  }

  return (
    <form className="account" noValidate onSubmit={handleSubmit(submit)}>
      <Field label="Email or username" error={errors.identifier?.message}>
        {(wiring) => (
          <input
            className="input"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...wiring}
            {...register('identifier', {
              validate: (value) => value.trim() !== '' || 'Please enter your email or username.',
            })}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(wiring) => (
          <input
            className="input"
            type="password"
            autoComplete="current-password"
            {...wiring}
            {...register('password', { validate: longEnough })}
          />
        )}
      </Field>
      {errors.root && <p className="error">{errors.root.message}</p>}
      <button type="submit" className="btn wide" disabled={isSubmitting}>
        {isSubmitting ? 'Signing In...' : 'Sign In'}
      </button>
      <p className="ways">
        <button type="button" className="textlink" onClick={onCreateAccount}>
          Create Account
        </button>
      </p>
    </form>
  )
}

export const longEnough = (password: string) =>
  password.length >= limits.passwordMin || `Password must be at least ${limits.passwordMin} characters long`
