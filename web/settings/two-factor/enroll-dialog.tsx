import { useState } from 'react'
import { verifyFactor } from '#web/accounts/account-calls.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { EnrollBegin } from './enroll-begin.tsx'
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
