import * as delays from '#contract/delays.ts'
import type { Session } from '#contract/sessions.ts'
import { ApiError } from '#web/api/call.ts'

export type Clock = {
  /** Milliseconds that nobody can set; they may stand still while the machine sleeps. */
  steady: () => number
  /** Milliseconds of the wall clock, which goes on during sleep but may be wrong, and be set. */
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

/** How long before its end, in milliseconds, a session's token is refreshed: half its life at most. */
const ahead = 60_000
/** Up to this much earlier, so that not everybody comes at once. */
const spread = 10_000
/** Never longer than this, in milliseconds, between two tries to refresh. */
const longestWait = 30_000

/** Refreshes a session ahead of its end. Failures are retried; a refusal ends it. The token itself is not kept. */
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

  /** Offline nothing is tried: going online asks at once. */
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
    /** For the moment a sleeping or offline machine is back. */
    check: () => {
      tries = 0
      doWhatIsDue()
    },
  }
}

/** Milliseconds until a refresh is due, by whichever clock is further: one may stand still, the other be set. */
function countdown(lifetime: number, clock: Clock) {
  const wait = lifetime - Math.min(ahead + spread * clock.random(), lifetime / 2)
  const steady = clock.steady()
  const wall = clock.wall()
  return () => wait - Math.max(clock.steady() - steady, clock.wall() - wall)
}

const isRefusal = (answer: unknown) => answer instanceof ApiError && answer.status === 401
const isSession = (answer: unknown): answer is Session =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer
