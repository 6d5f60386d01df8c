import { useState } from 'react'
import { apiSend } from '#web/api/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { sayProblem } from '../setting-problem.ts'

/** For who came through a provider: the way to a first password is the one of a forgotten one. */
export function FirstPassword({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      await apiSend('POST', '/api/auth/request-password-reset', { email })
      showToast({
        title: 'Check your inbox.',
        description:
          "If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox.",
      })
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
