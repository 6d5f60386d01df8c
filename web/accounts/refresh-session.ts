import * as delays from '#contract/delays.ts'
import type { Session } from '#contract/sessions.ts'
import { ApiError } from '#web/api/call.ts'

export type Clock = {
  /** Monotonic milliseconds, which may pause while the machine sleeps. */
  monotonicMs: () => number
  /** Wall-clock milliseconds, which continue during sleep but may be wrong or change. */
  wallClockMs: () => number
  schedule: (ms: number, callback: () => void) => () => void
  random: () => number
}

type RefreshOptions = {
  userId: string
  read: () => Promise<Session>
  clock: Clock
  isOnline: () => boolean
  onEnded: () => void
  onChanged: () => void
}

/** How long before expiry a token is refreshed, in milliseconds. At most half its lifetime. */
const refreshAheadMs = 60_000
/** Maximum random jitter in milliseconds, so that clients do not refresh at the same time. */
const maxJitterMs = 10_000
/** Longest wait between two attempts, in milliseconds. */
const maxRetryDelayMs = 30_000

/** Refreshes a session before it expires. Retries failures; a refusal ends the session. */
export function startRefreshing({ userId, read, clock, isOnline, onEnded, onChanged }: RefreshOptions) {
  let msUntilDue = () => 0
  let attempts = 0
  let isRefreshing = false
  let isStopped = false
  let cancel = () => {}

  refreshIfDue()

  function refreshIfDue() {
    cancel()
    if (isStopped || isRefreshing) return
    const wait = msUntilDue()
    if (wait > 0) cancel = clock.schedule(wait, refreshIfDue)
    else void refresh()
  }

  async function refresh() {
    isRefreshing = true
    const result = await read().catch((error: unknown) => error)
    isRefreshing = false
    if (isStopped) return
    if (isUnauthorized(result)) {
      stop()
      onEnded()
    } else if (!isSession(result)) scheduleRetry()
    else if (result.user.id === userId) applySession(result)
    else {
      onChanged()
      scheduleRetry()
    }
  }

  function applySession({ expires_in }: Session) {
    attempts = 0
    msUntilDue = countdown(expires_in * 1000, clock)
    refreshIfDue()
  }

  /** Schedules nothing while offline, because going online refreshes immediately. */
  function scheduleRetry() {
    if (!isOnline()) return
    cancel = clock.schedule(Math.min(delays.refreshRetry * 2 ** attempts, maxRetryDelayMs), refreshIfDue)
    attempts += 1
  }

  function stop() {
    isStopped = true
    cancel()
  }

  return {
    stop,
    /** Call this when the page becomes visible or the browser goes online. */
    check: () => {
      attempts = 0
      refreshIfDue()
    },
  }
}

/** Milliseconds until a refresh is due, by the clock that advanced more. */
function countdown(lifetime: number, clock: Clock) {
  const wait = lifetime - Math.min(refreshAheadMs + maxJitterMs * clock.random(), lifetime / 2)
  const monotonicStart = clock.monotonicMs()
  const wallClockStart = clock.wallClockMs()
  return () => wait - Math.max(clock.monotonicMs() - monotonicStart, clock.wallClockMs() - wallClockStart)
}

const isUnauthorized = (result: unknown) => result instanceof ApiError && result.status === 401
const isSession = (result: unknown): result is Session =>
  typeof result === 'object' && result !== null && 'access_token' in result
