import { useState } from 'react'
import { sayResetSent } from '#web/accounts/mail-toasts.ts'
import { apiSend } from '#web/api/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { sayProblem } from '../setting-problem.ts'

/** For who came through a provider: the way to a first password is the one of a forgotten one. */
export function FirstPassword({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      await apiSend('POST', '/api/auth/request-password-reset', { email })
      sayResetSent()
    } catch (error) {
      sayProblem(error, 'Reset failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>Your account has no password yet. We mail you a link, and you choose one there.</p>
      <Button look="second" aria-disabled={busy || undefined} onClick={() => void send()}>
        {busy ? 'Sending...' : 'Mail Me the Link'}
      </Button>
    </>
  )
}
