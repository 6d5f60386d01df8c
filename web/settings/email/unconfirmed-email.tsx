import { useState } from 'react'
import { sayLinkSent } from '#web/accounts/mail-toasts.ts'
import { apiSend } from '#web/api/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import css from '../setting.module.css'
import { sayProblem } from '../setting-problem.ts'

/** Says that the address has yet to prove itself, and offers the mail with the link once more. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const sendAgain = async () => {
    if (busy) return
    setBusy(true)
    try {
      await apiSend('POST', '/api/auth/send-verification-email')
      sayLinkSent(email)
    } catch (error) {
      sayProblem(error, 'Mail not sent')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.unconfirmed}>
      <p>
        <Stamp>Not confirmed</Stamp>
      </p>
      <p>
        We mailed a link to <b>{email}</b>. Until it is followed, recovery mail still goes to the address you
        confirmed before, if there was one.
      </p>
      <Button look="second" size="small" aria-disabled={busy || undefined} onClick={() => void sendAgain()}>
        {busy ? 'Sending...' : 'Send again'}
      </Button>
    </div>
  )
}
