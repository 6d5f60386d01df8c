/** `fetchSiteMs` resolves with undefined when the site is unreachable. */
export type Clocks = {
  monotonicMs: () => number
  wallClockMs: () => number
  fetchSiteMs: () => Promise<number | undefined>
}

/** Larger differences between the two clocks, in milliseconds, mean sleep or a clock change. */
const maxDriftMs = 2_000

/** Asks the site when the clocks diverge. Offline, a jump forward counts as sleep, and a jump back is ignored. */
export function createSyncedClock(
  { monotonicMs, wallClockMs, fetchSiteMs }: Clocks,
  onCorrected: (correctionMs: number) => void,
) {
  let base = { time: wallClockMs(), steady: monotonicMs(), wall: wallClockMs() }
  let isSyncing = false
  let jumps = 0
  let isSiteTime = false

  function now() {
    const sleptMs = wallClockMs() - base.wall - (monotonicMs() - base.steady)
    if (Math.abs(sleptMs) > maxDriftMs) {
      isSiteTime = false
      jumps += 1
      rebase(estimate() + Math.max(0, sleptMs))
      void sync()
    }
    return estimate()
  }

  const estimate = () => base.time + (monotonicMs() - base.steady)

  function rebase(time: number) {
    base = { time, steady: monotonicMs(), wall: wallClockMs() }
  }

  async function sync(): Promise<void> {
    if (isSyncing) return
    isSyncing = true
    const jumpsBefore = jumps
    const time = await fetchSiteMs().catch(() => undefined)
    const correction = (time ?? 0) - now()
    isSyncing = false
    if (time === undefined) return onCorrected(0)
    // The machine slept during the request, so the response is outdated.
    if (jumps !== jumpsBefore) return sync()
    isSiteTime = true
    if (Math.abs(correction) > maxDriftMs) rebase(estimate() + correction)
    onCorrected(Math.abs(correction) > maxDriftMs ? correction : 0)
  }

  return {
    now,
    sync,
    /** False while a request for the site's time is pending. Do nothing irreversible until then. */
    isReliable: () => isSiteTime || !isSyncing,
    isSiteTime: () => isSiteTime,
    offset: () => now() - wallClockMs(),
    resumeFrom: (offset: number, isSiteOffset: boolean) => {
      isSiteTime = isSiteOffset
      rebase(wallClockMs() + offset)
    },
    /** Sets a lower bound, in case the machine's clock was set back. */
    ensureNotBefore: (time: number) => {
      if (estimate() < time) rebase(time)
    },
  }
}

export type SyncedClock = ReturnType<typeof createSyncedClock>

export const browserClocks: Clocks = {
  monotonicMs: () => performance.now(),
  wallClockMs: () => Date.now(),
  fetchSiteMs: fetchSiteTime,
}

const siteTimeoutMs = 3_000

/** The site's time, accurate to half a second, or undefined. */
async function fetchSiteTime() {
  const requestedAt = performance.now()
  const signal = AbortSignal.timeout(siteTimeoutMs)
  const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })
  const time = Date.parse(headers.get('date') ?? '')
  const roundTripMs = performance.now() - requestedAt
  return Number.isNaN(time) || roundTripMs > siteTimeoutMs ? undefined : time + 500 + roundTripMs / 2
}
