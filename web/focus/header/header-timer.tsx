import { ph } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { workspaceAddress } from '#web/accounts/viewer.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { formatDigits } from '../format-time.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import { useRemainingMs, useTimer } from '../timer/use-timer.ts'
import css from './header-timer.module.css'

type HeaderTimerProps = { userId: string; store: TimerStore }

export function HeaderTimer({ userId, store }: HeaderTimerProps) {
  const { run } = useTimer(store).timer
  const remainingMs = useRemainingMs(store)
  const container = useHeaderContainer()
  if (!run || remainingMs === null) return null
  return createPortal(
    <Link className={css.timer} to={workspaceAddress(userId)} title={run.project.title}>
      <i aria-hidden="true" />
      <Trans>
        <span className="sr">Focus timer: </span>
        {ph({ time: formatDigits(remainingMs).join('') })}
        <span className="sr">
          {' '}
          left for <MemberText text={run.project.title} />
        </span>
      </Trans>
    </Link>,
    container,
  )
}

/** The page renders the timer into the header, so that the timer is not in the initial bundle. */
function useHeaderContainer() {
  const [container] = useState(() => document.createElement('span'))
  useEffect(() => {
    document.querySelector('header nav')?.prepend(container)
    return () => container.remove()
  }, [container])
  return container
}
