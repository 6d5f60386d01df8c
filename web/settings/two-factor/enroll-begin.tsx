import { useForm } from 'react-hook-form'
import type * as contract from '#contract/factors.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import { DialogForm } from '../dialog-form.tsx'
import { sayProblem } from '../setting-problem.ts'
import type { FactorKey } from './key-to-scan.tsx'

const enrollFactor = call<typeof contract.enrollFactor>('POST', '/api/auth/factors/enroll')

type Props = { hasPassword: boolean; onKey: (key: FactorKey) => void; onCancel: () => void }

/** Says what is needed, and asks for the password of an account that has one. */
export function EnrollBegin({ hasPassword, onKey, onCancel }: Props) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const confirmed = useConfirmed()
  const { write: begin } = useWrite({
    mutationFn: ({ password }: { password: string }) =>
      confirmed(() => enrollFactor({ body: hasPassword ? { password } : {} })),
    onSuccess: onKey,
    onError: (error) => {
      const message = sayProblem(error, 'Two-factor not turned on')
      if (message) setError(hasPassword ? 'password' : 'root', { message }, { shouldFocus: true })
    },
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(begin)}
      onCancel={onCancel}
      action="Continue"
      busyAction="Asking..."
      isBusy={isSubmitting}
      focusOn={hasPassword ? undefined : 'action'}
      problem={errors.root?.message}
    >
      <p>You need an authenticator app: any that makes six-digit codes will do.</p>
      {hasPassword && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
          {...register('password', { validate: (typed) => typed !== '' || 'Please enter your password.' })}
        />
      )}
    </DialogForm>
  )
}
