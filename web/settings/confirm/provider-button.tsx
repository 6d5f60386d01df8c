import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Provider } from '#contract/identities.ts'
import { webAddress } from '#web/accounts/account-calls.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { notifySettingError, SettingError } from '../setting-error.ts'
import { useWithConfirmation } from './use-with-confirmation.ts'

type ProviderButtonProps = {
  requestUrl: (choice: { body: { provider: string } }) => Promise<{ url: string }>
  provider: Provider
  look: 'first' | 'second'
  title: string
  children: ReactNode
}

export function ProviderButton({ requestUrl, provider, look, title, children }: ProviderButtonProps) {
  const { t } = useLingui()
  const withConfirmation = useWithConfirmation()
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: async () => {
      const { url } = await withConfirmation(() => requestUrl({ body: { provider: provider.id } }))
      const address = webAddress(url)
      if (!address) throw new SettingError(title, t`The provider could not be opened. Please try again.`)
      window.location.assign(address)
    },
    onError: (error) => notifySettingError(error, title),
  })
  const isBusy = isPending || isSuccess
  return (
    <Button look={look} aria-disabled={isBusy || undefined} onClick={() => isBusy || void write()}>
      {isBusy ? t`Opening ${ph({ name: provider.name })}...` : children}
    </Button>
  )
}
