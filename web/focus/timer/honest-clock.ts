/** All times in milliseconds. `site` resolves with undefined when the site is unreachable. */
export type Clocks = {
  steady: () => number
  wall: () => number
  site: () => Promise<number | undefined>
}

/** Larger differences between the two clocks, in milliseconds, mean sleep or a clock change. */
const slack = 2_000

/** Asks the site when the clocks diverge. Offline, a jump forward counts as sleep, and a jump back is ignored. */
export function honestClock({ steady, wall, site }: Clocks, corrected: (by: number) => void) {
  let base = { time: wall(), steady: steady(), wall: wall() }
  let isAsking = false
  let jumps = 0
  let isSiteTime = false

  function now() {
    const slept = wall() - base.wall - (steady() - base.steady)
    if (Math.abs(slept) > slack) {
      isSiteTime = false
      jumps += 1
      rebase(guess() + Math.max(0, slept))
      void ask()
    }
    return guess()
  }

  const guess = () => base.time + (steady() - base.steady)

  function rebase(time: number) {
    base = { time, steady: steady(), wall: wall() }
  }

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const before = jumps
    const time = await site().catch(() => undefined)
    const by = (time ?? 0) - now()
    isAsking = false
    if (time === undefined) return corrected(0)
    // The machine slept during the request, so the response is outdated.
    if (jumps !== before) return ask()
    isSiteTime = true
    if (Math.abs(by) > slack) rebase(guess() + by)
    corrected(Math.abs(by) > slack ? by : 0)
  }

  return {
    now,
    ask,
    /** False while a request for the site's time is pending. Do nothing irreversible until then. */
    isSure: () => isSiteTime || !isAsking,
    isSiteTime: () => isSiteTime,
    ahead: () => now() - wall(),
    goOnFrom: (ahead: number, isOfSite: boolean) => {
      isSiteTime = isOfSite
      rebase(wall() + ahead)
    },
    /** Sets a lower bound, in case the machine's clock was set back. */
    notBefore: (time: number) => {
      if (guess() < time) rebase(time)
    },
  }
}

export type HonestClock = ReturnType<typeof honestClock>

export const browserClocks: Clocks = {
  steady: () => performance.now(),
  wall: () => Date.now(),
  site: siteTime,
}

const siteTakes = 3_000

/** The site's time, accurate to half a second, or undefined. */
async function siteTime() {
  const asked = performance.now()
  const signal = AbortSignal.timeout(siteTakes)
  const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })
  const time = Date.parse(headers.get('date') ?? '')
  const travel = performance.now() - asked
  return Number.isNaN(time) || travel > siteTakes ? undefined : time + 500 + travel / 2
}
