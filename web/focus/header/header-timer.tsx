import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { workspaceAddress } from '#web/accounts/workspace-address.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { digitsOf } from '../shown-time.ts'
import { useLeft, useTimer } from '../timer/shared-timer.ts'
import type { TimerController } from '../timer/timer-controller.ts'
import css from './header-timer.module.css'

type HeaderTimerProps = { userId: string; controller: TimerController }

/** The time that is left of a run, in the header of every page, for whoever runs it; it leads to the timer itself. */
export function HeaderTimer({ userId, controller }: HeaderTimerProps) {
  const { run } = useTimer(controller).timer
  const left = useLeft(controller)
  const place = usePlaceInHeader()
  if (!run || left === null) return null
  return createPortal(
    <Link className={css.timer} to={workspaceAddress(userId)} title={run.project.title}>
      <i aria-hidden="true" />
      <span className="sr">Focus timer: </span>
      {digitsOf(left)}
      <span className="sr"> left for {run.project.title}</span>
    </Link>,
    place,
  )
}

/**
 * Before what stands in the header's navigation. The header itself knows nothing of it: what every page loads first
 * has no part of the timer.
 */
function usePlaceInHeader() {
  const [place] = useState(() => document.createElement('span'))
  useEffect(() => {
    document.querySelector('header nav')?.prepend(place)
    return () => place.remove()
  }, [place])
  return place
}
