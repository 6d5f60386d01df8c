import * as delays from '#contract/delays.ts'
import type { Session } from '#contract/sessions.ts'
import { ApiError } from '#web/api/call.ts'

export type Clock = {
  /** Monotonic milliseconds, which may pause while the machine sleeps. */
  steady: () => number
  /** Wall-clock milliseconds, which continue during sleep but may be wrong or change. */
  wall: () => number
  after: (ms: number, run: () => void) => () => void
  random: () => number
}

type Ports = {
  userId: string
  read: () => Promise<Session>
  clock: Clock
  isOnline: () => boolean
  onEnded: () => void
  onChanged: () => void
}

/** How long before expiry a token is refreshed, in milliseconds. At most half its lifetime. */
const ahead = 60_000
/** Maximum random jitter in milliseconds, so that clients do not refresh at the same time. */
const spread = 10_000
/** Longest wait between two attempts, in milliseconds. */
const longestWait = 30_000

/** Refreshes a session before it expires. Retries failures; a refusal ends the session. */
export function startRefreshing({ userId, read, clock, isOnline, onEnded, onChanged }: Ports) {
  let msUntilDue = () => 0
  let tries = 0
  let isAsking = false
  let isOver = false
  let cancel = () => {}

  doWhatIsDue()

  function doWhatIsDue() {
    cancel()
    if (isOver || isAsking) return
    const wait = msUntilDue()
    if (wait > 0) cancel = clock.after(wait, doWhatIsDue)
    else void refresh()
  }

  async function refresh() {
    isAsking = true
    const answer = await read().catch((error: unknown) => error)
    isAsking = false
    if (isOver) return
    if (isRefusal(answer)) {
      stop()
      onEnded()
    } else if (!isSession(answer)) tryLater()
    else if (answer.user.id === userId) take(answer)
    else {
      onChanged()
      tryLater()
    }
  }

  function take({ expires_in }: Session) {
    tries = 0
    msUntilDue = countdown(expires_in * 1000, clock)
    doWhatIsDue()
  }

  /** Schedules nothing while offline, because going online refreshes immediately. */
  function tryLater() {
    if (!isOnline()) return
    cancel = clock.after(Math.min(delays.refreshRetry * 2 ** tries, longestWait), doWhatIsDue)
    tries += 1
  }

  function stop() {
    isOver = true
    cancel()
  }

  return {
    stop,
    /** Call this when the page becomes visible or the browser goes online. */
    check: () => {
      tries = 0
      doWhatIsDue()
    },
  }
}

/** Milliseconds until a refresh is due, by the clock that advanced more. */
function countdown(lifetime: number, clock: Clock) {
  const wait = lifetime - Math.min(ahead + spread * clock.random(), lifetime / 2)
  const steady = clock.steady()
  const wall = clock.wall()
  return () => wait - Math.max(clock.steady() - steady, clock.wall() - wall)
}

const isRefusal = (answer: unknown) => answer instanceof ApiError && answer.status === 401
const isSession = (answer: unknown): answer is Session =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer
