import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Provider } from '#contract/identities.ts'
import button from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { accountSentence, providerAddress } from '../account-calls.ts'
import css from '../account-form.module.css'

/** Where else one can sign in from; nothing when no provider is configured, or none can be asked for. */
export function ProviderButtons() {
  const { data } = useQuery<{ providers: Provider[] }>({ queryKey: ['/api/auth/providers'] })
  const [chosen, setChosen] = useState<string>()
  if (!data?.providers.length) return null

  const go = async ({ id }: Provider) => {
    setChosen(id)
    try {
      window.location.assign(await providerAddress(id))
    } catch (error) {
      showToast({ title: 'Login failed', description: accountSentence(error), variant: 'destructive' })
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <div className={css.providers}>
      <p className="meta">or</p>
      {data.providers.map((provider) => (
        <Button
          key={provider.id}
          look="second"
          className={button.wide}
          disabled={chosen !== undefined}
          onClick={() => void go(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
    </div>
  )
}
