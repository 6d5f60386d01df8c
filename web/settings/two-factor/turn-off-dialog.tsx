import type * as contract from '#contract/factors.ts'
import { call } from '#web/api/call.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { FactorDialog, type FactorDialogProps } from './factor-dialog.tsx'

const unenrollFactor = call<typeof contract.unenrollFactor>('POST', '/api/auth/factors/unenroll')

export function TurnOffDialog({ hasPassword, onChanged, onClose }: FactorDialogProps) {
  const sayOff = async () => {
    showToast({ title: 'Two-factor is off', description: 'Your password alone opens your account again.' })
    await onChanged()
    onClose()
  }
  return (
    <FactorDialog title="Turn Off Two-Factor" codes={null} onClose={onClose}>
      <p>Whoever finds your password can then sign in with it alone.</p>
      <FactorCodeForm
        hint="The six digits your app shows, or a recovery code."
        action="Turn Off"
        busyAction="Turning Off..."
        refusedTitle="Two-factor not turned off"
        isDanger
        asksPassword={hasPassword}
        send={(code, password) => unenrollFactor({ body: hasPassword ? { code, password } : { code } })}
        onSuccess={sayOff}
        onCancel={onClose}
      />
    </FactorDialog>
  )
}
