import { useEffect, useState } from 'react'
import { focusedOpener } from '#web/ui/dialogs/focused-opener.ts'
import { usePart } from '#web/ui/use-part.ts'
import { type SignInRequest, signInEvent } from '../viewer.ts'

const loadDialog = () => import('./account-dialog.tsx').then((part) => part.AccountDialog)

export const preloadSignIn = () => void loadDialog().catch(() => undefined)

export function AccountSlot() {
  const [asked, setAsked] = useState<(SignInRequest & { opener: HTMLElement | null }) | null>(null)
  const AccountDialog = usePart(asked !== null, loadDialog, () => setAsked(null))

  useEffect(() => {
    const ask = (event: Event) => {
      const request = (event as CustomEvent<SignInRequest | null>).detail
      setAsked((before) => ({ ...request, opener: before?.opener ?? focusedOpener() }))
    }
    window.addEventListener(signInEvent, ask)
    return () => window.removeEventListener(signInEvent, ask)
  }, [])

  if (!asked || !AccountDialog) return null
  return <AccountDialog request={asked} opener={asked.opener} onClose={() => setAsked(null)} />
}
