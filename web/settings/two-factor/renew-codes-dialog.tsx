import { useState } from 'react'
import type * as contract from '#contract/factors.ts'
import { call } from '#web/api/call.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { FactorDialog, type FactorDialogProps } from './factor-dialog.tsx'

const renewRecoveryCodes = call<typeof contract.renewRecoveryCodes>(
  'POST',
  '/api/auth/factors/recovery-codes',
)

export function RenewCodesDialog({ hasPassword, onChanged, onClose }: FactorDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const showCodes = async ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setCodes(recoveryCodes)
    await onChanged()
  }
  return (
    <FactorDialog title="New Recovery Codes" codes={codes} onClose={onClose}>
      <p>You get a new set, and the codes you have now stop working.</p>
      <FactorCodeForm
        hint="The six digits your app shows."
        action="Get New Codes"
        busyAction="Checking..."
        refusedTitle="No new recovery codes"
        asksPassword={hasPassword}
        send={(code, password) => renewRecoveryCodes({ body: hasPassword ? { code, password } : { code } })}
        onSuccess={showCodes}
        onCancel={onClose}
      />
    </FactorDialog>
  )
}
