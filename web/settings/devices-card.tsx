import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as contract from '#contract/sessions.ts'
import type { Device } from '#contract/sessions.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatAgo } from '#web/languages/format-ago.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useWithConfirmation } from './confirm/use-with-confirmation.ts'
import css from './setting.module.css'
import { closestSetting, Setting, SettingRead } from './setting.tsx'
import { devicesQuery } from './setting-calls.ts'
import { notifySettingError } from './setting-error.ts'

const endSession = call<typeof contract.endSession>('DELETE', '/api/auth/sessions/:id')

export const DevicesCard = () => {
  const { t } = useLingui()
  return (
    <Setting title={t`Devices`} hint={t`Where you are signed in.`}>
      <SettingRead query={devicesQuery} what="devices">
        {({ sessions }) => (
          <ul className={css.rows}>
            {sessions.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </SettingRead>
    </Setting>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  return (
    <li>
      <div>
        <b>{device.translation ?? device.device}</b>
        <p className="meta">
          <time dateTime={device.lastUsedAt}>
            <Trans>Last used {ph({ ago: formatAgo(i18n.locale, device.lastUsedAt, now) })}</Trans>
          </time>
        </p>
      </div>
      {device.isCurrent ? <Stamp>{t`This device`}</Stamp> : <SignOutDevice device={device} />}
    </li>
  )
}

function SignOutDevice({ device }: { device: Device }) {
  const button = useRef<HTMLButtonElement>(null)
  const { end, isBusy } = useEndSession(device)
  const signOut = async () => {
    const section = closestSetting(button.current)
    const hadFocus = document.activeElement === button.current
    if ((await end()) && hadFocus) section?.focus()
  }
  return (
    <Button
      ref={button}
      look="second"
      size="small"
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || void signOut()}
    >
      {isBusy ? (
        <Trans>
          Signing Out…<span className="sr"> {ph({ device: device.translation ?? device.device })}</span>
        </Trans>
      ) : (
        <Trans>
          Sign Out<span className="sr"> {ph({ device: device.translation ?? device.device })}</span>
        </Trans>
      )}
    </Button>
  )
}

function useEndSession({ id, device }: Device) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const withConfirmation = useWithConfirmation()
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: () => withConfirmation(() => endSession({ params: { id } })),
    onSuccess: () => {
      queries.setQueryData(devicesQuery.queryKey, (previous) => ({
        sessions: previous?.sessions.filter((session) => session.id !== id) ?? [],
      }))
      showToast({ title: t`Signed out`, description: t`${device} is signed out.` })
    },
    onError: (error) => notifySettingError(error, t`Not signed out`),
  })
  return { end: write, isBusy: isPending || isSuccess }
}
