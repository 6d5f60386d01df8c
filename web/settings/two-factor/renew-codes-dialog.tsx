import { useState } from 'react'
import { apiSend } from '#web/api/api.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { FactorDialog, type FactorDialogProps } from './factor-dialog.tsx'

export function RenewCodesDialog({ onChanged, onClose }: FactorDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = async (code: string) => {
    const { recoveryCodes } = await apiSend<{ recoveryCodes: string[] }>(
      'POST',
      '/api/auth/factors/recovery-codes',
      { code },
    )
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
        send={renew}
        onCancel={onClose}
      />
    </FactorDialog>
  )
}
