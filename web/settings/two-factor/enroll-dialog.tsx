import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as contract from '#contract/factors.ts'
import { verifyFactor } from '#web/accounts/account-calls.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import { DialogForm } from '../dialog-form.tsx'
import { sayProblem } from '../setting-problem.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { FactorDialog, type FactorDialogProps } from './factor-dialog.tsx'
import { type FactorKey, KeyToScan } from './key-to-scan.tsx'

/** From the password over the key to the recovery codes. Whoever leaves before the code has nothing turned on. */
export function EnrollDialog({ hasPassword, onChanged, onClose }: FactorDialogProps) {
  const [key, setKey] = useState<FactorKey | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const showCodes = async ({ recoveryCodes }: { recoveryCodes?: string[] }) => {
    showToast({ title: 'Two-factor is on', description: 'From now on, signing in asks for a code too.' })
    setCodes(recoveryCodes ?? [])
    await onChanged()
  }
  return (
    <FactorDialog title="Set Up Two-Factor" step={key ? 'key' : 'begin'} codes={codes} onClose={onClose}>
      {key ? (
        <>
          <KeyToScan factor={key} />
          <FactorCodeForm
            hint="Then type the six digits your app shows."
            action="Turn On"
            busyAction="Checking..."
            refusedTitle="Two-factor not turned on"
            send={(code) => verifyFactor({ body: { code } })}
            onSuccess={showCodes}
            onCancel={onClose}
          />
        </>
      ) : (
        <EnrollBegin hasPassword={hasPassword} onKey={setKey} onCancel={onClose} />
      )}
    </FactorDialog>
  )
}

const enrollFactor = call<typeof contract.enrollFactor>('POST', '/api/auth/factors/enroll')

type Props = { hasPassword: boolean; onKey: (key: FactorKey) => void; onCancel: () => void }

/** Says what is needed, and asks for the password of an account that has one. */
function EnrollBegin({ hasPassword, onKey, onCancel }: Props) {
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
