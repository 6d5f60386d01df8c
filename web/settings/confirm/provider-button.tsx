import type { ReactNode } from 'react'
import type { Provider } from '#contract/identities.ts'
import { webAddress } from '#web/accounts/account-calls.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SettingProblem, sayProblem } from '../setting-problem.ts'
import { useConfirmed } from './use-confirmed.ts'

type ProviderButtonProps = {
  ask: (choice: { body: { provider: string } }) => Promise<{ url: string }>
  provider: Provider
  look: 'first' | 'second'
  title: string
  children: ReactNode
}

export function ProviderButton({ ask, provider, look, title, children }: ProviderButtonProps) {
  const confirmed = useConfirmed()
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: async () => {
      const { url } = await confirmed(() => ask({ body: { provider: provider.id } }))
      const address = webAddress(url)
      if (!address) throw new SettingProblem(title, 'The provider could not be opened.')
      window.location.assign(address)
    },
    onError: (error) => sayProblem(error, title),
  })
  const isBusy = isPending || isSuccess
  return (
    <Button look={look} aria-disabled={isBusy || undefined} onClick={() => isBusy || void write()}>
      {isBusy ? `Opening ${provider.name}...` : children}
    </Button>
  )
}
