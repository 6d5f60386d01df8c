import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as contract from '#contract/identities.ts'
import type { Identities, Provider } from '#contract/identities.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { ProviderButton } from '../confirm/provider-button.tsx'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import css from '../setting.module.css'
import { Setting } from '../setting.tsx'
import { identitiesQuery } from '../setting-calls.ts'
import { notifySettingError } from '../setting-error.ts'

const linkIdentity = call<typeof contract.linkIdentity>('POST', '/api/auth/identities/link')
const unlinkIdentity = call<typeof contract.unlinkIdentity>('DELETE', '/api/auth/identities/:id')

type Identity = Identities['identities'][number]

export function IdentitiesCard() {
  const { t } = useLingui()
  const { data } = useQuery(identitiesQuery)
  if (!data || (data.providers.length === 0 && data.identities.length === 0)) return null
  return (
    <Setting title={t`Connected Accounts`} hint={t`Other ways to sign in to this account.`}>
      <ul className={css.rows}>
        {providersOf(data).map((provider) => {
          const identity = data.identities.find((linked) => linked.provider === provider.id)
          return (
            <li key={provider.id}>
              <ProviderName provider={provider} isLinked={identity !== undefined} />
              {identity ? (
                <Unlink identity={identity} provider={provider} isLastSignInMethod={isLastSignInMethod(data)} />
              ) : (
                <ProviderButton requestUrl={linkIdentity} provider={provider} look="second" title={t`Not connected`}>
                  <Trans>
                    Connect<span className="sr"> {ph({ name: provider.name })}</span>
                  </Trans>
                </ProviderButton>
              )}
            </li>
          )
        })}
      </ul>
    </Setting>
  )
}

function providersOf({ identities, providers }: Identities): Provider[] {
  const configuredIds = new Set(providers.map(({ id }) => id))
  const unconfigured = identities.filter(({ provider }) => !configuredIds.has(provider))
  return [...providers, ...unconfigured.map(({ provider }) => ({ id: provider, name: provider }))]
}

const isLastSignInMethod = ({ hasPassword, identities }: Identities) => !hasPassword && identities.length === 1

const ProviderName = ({ provider, isLinked }: { provider: Provider; isLinked: boolean }) => {
  const { t } = useLingui()
  return (
    <div>
      <b>{provider.name}</b>
      <p className="meta">{isLinked ? t`Connected` : t`Not connected`}</p>
    </div>
  )
}

type UnlinkProps = { identity: Identity; provider: Provider; isLastSignInMethod: boolean }

function Unlink({ identity, provider, isLastSignInMethod }: UnlinkProps) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const unlink = useUnlink(identity, provider)
  if (isLastSignInMethod) {
    return <p className={css.hint}>{t`Your only way to sign in. Set a password before you disconnect it.`}</p>
  }
  return (
    <>
      <Button look="second" onClick={() => setConfirming(true)}>
        <Trans>
          Disconnect<span className="sr"> {ph({ name: provider.name })}</span>
        </Trans>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          title={t`Disconnect ${ph({ name: provider.name })}`}
          message={t`You will no longer be able to sign in with ${ph({ name: provider.name })}. Your zines stay.`}
          confirmLabel={t`Disconnect`}
          busyLabel={t`Disconnecting…`}
          onConfirm={async () => {
            await unlink()
            setConfirming(false)
          }}
        />
      )}
    </>
  )
}

function useUnlink(identity: Identity, provider: Provider) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const withConfirmation = useWithConfirmation()
  const { write } = useWrite({
    mutationFn: () => withConfirmation(() => unlinkIdentity({ params: { id: identity.id } })),
    onSuccess: () =>
      showToast({
        title: t`Disconnected`,
        description: t`You can no longer sign in with ${ph({ name: provider.name })}.`,
      }),
    onError: (error) => notifySettingError(error, t`Not disconnected`),
    onSettled: () => queries.invalidateQueries(identitiesQuery),
  })
  return write
}
