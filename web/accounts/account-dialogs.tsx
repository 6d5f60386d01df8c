import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { focusedOpener } from '#web/ui/use-focus-return.ts'
import { usePart } from '#web/ui/use-part.ts'
import { type SignInRequest, signInEvent } from './open-sign-in.ts'
import { hearViewerChanges } from './viewer-changes.ts'

const loadDialog = () => import('./account-dialog.tsx').then((part) => part.AccountDialog)

/** For a button that is likely to open the dialog: fetch it when the pointer or focus arrives. */
export const preloadSignIn = () => void loadDialog().catch(() => undefined)

/** Waits for the event that asks for the sign-in dialog, and for other tabs that sign in or out. */
export function AccountDialogs() {
  const [asked, setAsked] = useState<(SignInRequest & { opener: HTMLElement | null }) | null>(null)
  const AccountDialog = usePart(asked !== null, loadDialog, () => setAsked(null))
  const queries = useQueryClient()

  useEffect(() => {
    const ask = (event: Event) => {
      const request = (event as CustomEvent<SignInRequest | null>).detail
      setAsked((before) => ({ ...request, opener: before?.opener ?? focusedOpener() }))
    }
    window.addEventListener(signInEvent, ask)
    return () => window.removeEventListener(signInEvent, ask)
  }, [])
  useEffect(() => hearViewerChanges(() => void queries.invalidateQueries()), [queries])

  if (!asked || !AccountDialog) return null
  return <AccountDialog request={asked} opener={asked.opener} onClose={() => setAsked(null)} />
}
