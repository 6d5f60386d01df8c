import { useState } from 'react'
import { apiSend } from '#web/api/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { accountSentence } from '../account-calls.ts'
import { sayLinkSent } from '../mail-toasts.ts'

/** Mails the link that confirms the viewer's address once more. */
export function SendNewLink({ email }: { email: string }) {
  const [phase, setPhase] = useState<'idle' | 'busy' | 'sent'>('idle')
  const send = async () => {
    if (phase !== 'idle') return
    setPhase('busy')
    try {
      await apiSend('POST', '/api/auth/send-verification-email')
      setPhase('sent')
      sayLinkSent(email)
    } catch (error) {
      setPhase('idle')
      showToast({ title: 'Mail not sent', description: accountSentence(error), variant: 'destructive' })
    }
  }
  return (
    <Button aria-disabled={phase !== 'idle' || undefined} onClick={() => void send()}>
      {{ idle: 'Send a New Link', busy: 'Sending...', sent: 'Link sent' }[phase]}
    </Button>
  )
}
