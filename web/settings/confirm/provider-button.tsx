import { type ReactNode, useState } from 'react'
import type { Provider } from '#contract/identities.ts'
import { webAddress } from '#web/accounts/account-calls.ts'
import { apiSend } from '#web/api/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SettingProblem, sayProblem } from '../setting-problem.ts'
import { useConfirmed } from './use-confirmed.ts'

type ProviderButtonProps = {
  /** The call that answers where to send the browser. */
  path: '/api/auth/identities/link' | '/api/auth/sign-in/social'
  provider: Provider
  look: 'first' | 'second'
  /** What the toast says when the browser cannot be sent. */
  title: string
  children: ReactNode
}

/** Sends the browser to a provider; it stays busy until the page is left. */
export function ProviderButton({ path, provider, look, title, children }: ProviderButtonProps) {
  const [busy, setBusy] = useState(false)
  const confirmed = useConfirmed()
  const go = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { url } = await confirmed(() => apiSend<{ url: string }>('POST', path, { provider: provider.id }))
      const address = webAddress(url)
      if (!address) throw new SettingProblem(title, 'There is no way to go there from here.')
      window.location.assign(address)
    } catch (error) {
      setBusy(false)
      sayProblem(error, title)
    }
  }
  return (
    <Button look={look} aria-disabled={busy || undefined} onClick={() => void go()}>
      {busy ? `Going to ${provider.name}...` : children}
    </Button>
  )
}
