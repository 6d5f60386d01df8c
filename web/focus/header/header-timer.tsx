import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { workspaceAddress } from '#web/accounts/viewer.ts'
import { Link } from '#web/ui/controls/link.tsx'
import { digitsOf } from '../shown-time.ts'
import type { TimerStore } from '../timer/timer-store.ts'
import { useLeft, useTimer } from '../timer/use-timer.ts'
import css from './header-timer.module.css'

type HeaderTimerProps = { userId: string; store: TimerStore }

export function HeaderTimer({ userId, store }: HeaderTimerProps) {
  const { run } = useTimer(store).timer
  const left = useLeft(store)
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

/** The page renders the timer into the header, so that the timer is not in the initial bundle. */
function usePlaceInHeader() {
  const [place] = useState(() => document.createElement('span'))
  useEffect(() => {
    document.querySelector('header nav')?.prepend(place)
    return () => place.remove()
  }, [place])
  return place
}
