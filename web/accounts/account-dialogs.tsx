import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { focusedOpener } from '#web/ui/focused-opener.ts'
import { usePart } from '#web/ui/use-part.ts'
import { useViewer } from '#web/viewer.ts'
import { type SignInRequest, signInEvent } from './open-sign-in.ts'

const loadDialog = () => import('./account-dialog.tsx').then((part) => part.AccountDialog)

/** For a button that is likely to open the dialog: fetch it when the pointer or focus arrives. */
export const preloadSignIn = () => void loadDialog().catch(() => undefined)

/** Waits for the event that asks for the sign-in dialog, and has the session looked after. */
export function AccountDialogs() {
  const [asked, setAsked] = useState<(SignInRequest & { opener: HTMLElement | null }) | null>(null)
  const AccountDialog = usePart(asked !== null, loadDialog, () => setAsked(null))
  const queries = useQueryClient()
  const viewerId = useViewer()?.id

  useEffect(() => {
    const ask = (event: Event) => {
      const request = (event as CustomEvent<SignInRequest | null>).detail
      setAsked((before) => ({ ...request, opener: before?.opener ?? focusedOpener() }))
    }
    window.addEventListener(signInEvent, ask)
    return () => window.removeEventListener(signInEvent, ask)
  }, [])
  useEffect(() => {
    const watching = import('./watch-session.ts').then(
      (part) => part.watchSession(queries, viewerId),
      () => undefined,
    )
    return () => void watching.then((stop) => stop?.())
  }, [queries, viewerId])

  if (!asked || !AccountDialog) return null
  return <AccountDialog request={asked} opener={asked.opener} onClose={() => setAsked(null)} />
}
