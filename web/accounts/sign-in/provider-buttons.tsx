import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/identities.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import button from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { getProviderUrl, notifyAccountError } from '../account-calls.ts'
import css from '../account-form.module.css'

const listProviders = call<typeof contract.listProviders>('GET', '/api/auth/providers')

export function ProviderButtons({ invite = () => '' }: { invite?: () => string | undefined }) {
  const { t } = useLingui()
  const { data } = useQuery(itemQuery(listProviders))
  const { write, isPending } = useWrite({
    mutationFn: getProviderUrl,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => notifyAccountError(t`Login failed`, error),
  })
  if (!data?.providers.length) return null
  return (
    <div className={css.providers}>
      <p className="meta">
        {t({ message: 'or', comment: 'Between a form with a password and buttons such as “Continue with GitHub”' })}
      </p>
      {data.providers.map((provider) => (
        <Button
          key={provider.id}
          look="second"
          className={button.wide}
          disabled={isPending}
          onClick={() => void write({ provider: provider.id, invite: invite() })}
        >
          {t`Continue with ${ph({ name: provider.name })}`}
        </Button>
      ))}
    </div>
  )
}
