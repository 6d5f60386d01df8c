import { useEffect, useState } from 'react'
import { type SignOutRequest, signOutEvent } from '#web/accounts/prepare-sign-out.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadSignOutDialog = () =>
  withSentences('account', () => import('./sign-out-dialog.tsx')).then((module) => module.SignOutDialog)

export function SignOutSlot() {
  const userId = useViewer()?.id
  const [request, setRequest] = useState<SignOutRequest & { userId: string }>()
  const respond: SignOutRequest['respond'] = (afterSignOut) => {
    request?.respond(afterSignOut)
    setRequest(undefined)
  }
  const SignOutDialog = useLazyComponent(request !== undefined, loadSignOutDialog, () => respond(undefined))
  useEffect(() => {
    // Preloads the module, because the connection may be lost by the time the member leaves.
    if (userId) void loadSignOutDialog().catch(() => undefined)
  }, [userId])
  useEffect(() => {
    if (!userId) return
    const onRequest = (event: Event) => {
      event.preventDefault()
      const detail = (event as CustomEvent<SignOutRequest>).detail
      setRequest((previous) => {
        previous?.respond(undefined)
        return { ...detail, userId }
      })
    }
    window.addEventListener(signOutEvent, onRequest)
    return () => window.removeEventListener(signOutEvent, onRequest)
  }, [userId])
  if (!request || !SignOutDialog) return null
  return <SignOutDialog key={request.reason} {...request} respond={respond} />
}
