/** Milliseconds of this machine and of the site, which is undefined when unreachable. */
export type Clocks = {
  steady: () => number
  wall: () => number
  site: () => Promise<number | undefined>
}

/** Milliseconds by which the two clocks may drift before we assume sleep or a clock change. */
const slack = 2_000

/** When its clocks diverge, it asks the site. Offline, a jump forward means sleep, one back nothing. */
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
    // The machine slept during the request, so its answer is outdated.
    if (jumps !== before) return ask()
    isSiteTime = true
    if (Math.abs(by) > slack) rebase(guess() + by)
    corrected(Math.abs(by) > slack ? by : 0)
  }

  return {
    now,
    ask,
    /** False while asking the site: do nothing irreversible until then. */
    isSure: () => isSiteTime || !isAsking,
    isSiteTime: () => isSiteTime,
    ahead: () => now() - wall(),
    goOnFrom: (ahead: number, isOfSite: boolean) => {
      isSiteTime = isOfSite
      rebase(wall() + ahead)
    },
    /** A lower bound, for when the machine's clock was set back. */
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
