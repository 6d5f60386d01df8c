import { useQueryClient } from '@tanstack/react-query'
import { formatDistance } from 'date-fns/formatDistance'
import { useRef, useState } from 'react'
import type { Device } from '#contract/sessions.ts'
import { apiSend } from '#web/api/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useConfirmed } from './confirm/use-confirmed.ts'
import css from './setting.module.css'
import { Setting, settingAround } from './setting.tsx'
import { sayProblem } from './setting-problem.ts'
import { SettingRead } from './setting-read.tsx'
import { devicesPath } from './settings-paths.ts'

type Devices = { sessions: Device[] }

export const DevicesCard = () => (
  <Setting title="Devices" hint="Where you are signed in.">
    <SettingRead<Devices> path={devicesPath} what="your devices">
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

function DeviceRow({ device }: { device: Device }) {
  const now = useNow()
  return (
    <li>
      <div>
        <b>{device.device}</b>
        <p className="meta">
          <time dateTime={device.lastUsedAt}>Last used {formatDistance(device.lastUsedAt, now)} ago</time>
        </p>
      </div>
      {device.isCurrent ? <Stamp>This device</Stamp> : <SignOutDevice device={device} />}
    </li>
  )
}

function SignOutDevice({ device }: { device: Device }) {
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const end = useEndDevice(device)
  const signOut = async () => {
    if (busy) return
    setBusy(true)
    const section = settingAround(button.current)
    const hadFocus = document.activeElement === button.current
    const isEnded = await end()
    if (!isEnded) setBusy(false)
    else if (hadFocus) section?.focus()
  }
  return (
    <Button
      ref={button}
      look="second"
      size="small"
      aria-disabled={busy || undefined}
      onClick={() => void signOut()}
    >
      {busy ? 'Signing Out...' : 'Sign Out'}
      <span className="sr"> {device.device}</span>
    </Button>
  )
}

/** Takes the device from the list once the server says that it is signed out, and answers whether it is. */
function useEndDevice({ id, device }: Device) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  return async () => {
    try {
      await confirmed(() => apiSend('DELETE', `${devicesPath}/${id}`))
    } catch (error) {
      sayProblem(error, 'Not signed out')
      return false
    }
    queries.setQueryData<Devices>([devicesPath], (before) => ({
      sessions: before?.sessions.filter((session) => session.id !== id) ?? [],
    }))
    showToast({ title: 'Signed out', description: `${device} is signed out.` })
    return true
  }
}
