import { useEffect, useState } from 'react'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { focusedOpener } from '#web/ui/dialogs/focused-opener.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { type SignInRequest, signInEvent } from '../viewer.ts'

const loadDialog = () =>
  withSentences('account', () => import('./account-dialog.tsx')).then((module) => module.AccountDialog)

export const preloadSignIn = () => void loadDialog().catch(() => undefined)

export function AccountSlot() {
  const [request, setAsked] = useState<(SignInRequest & { opener: HTMLElement | null }) | null>(null)
  const AccountDialog = useLazyComponent(request !== null, loadDialog, () => setAsked(null))

  useEffect(() => {
    const openDialog = (event: Event) => {
      const detail = (event as CustomEvent<SignInRequest | null>).detail
      setAsked((previous) => ({ ...detail, opener: previous?.opener ?? focusedOpener() }))
    }
    window.addEventListener(signInEvent, openDialog)
    return () => window.removeEventListener(signInEvent, openDialog)
  }, [])

  if (!request || !AccountDialog) return null
  return <AccountDialog request={request} opener={request.opener} onClose={() => setAsked(null)} />
}
