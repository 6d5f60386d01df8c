/** The clocks of this machine, in milliseconds, and that of the site; the site's is undefined when it is not reached. */
export type Clocks = {
  /** Nobody can set it, and it may stand still while the machine sleeps. */
  steady: () => number
  /** It goes on during sleep, but may be wrong, and be set. */
  wall: () => number
  site: () => Promise<number | undefined>
}

/** The two clocks of a machine may differ by so much, in milliseconds, before something must have happened. */
const slack = 2_000

/**
 * A clock that is right across sleep and across changes of the machine's own. While its two clocks agree it follows
 * the steady one. When they part, the machine slept or its clock was set, which look alike; then the site says what
 * time it is, and when it cannot, a jump forward counts as sleep and one back as nothing.
 */
export function honestClock({ steady, wall, site }: Clocks, corrected: (by: number) => void) {
  let base = { time: wall(), steady: steady(), wall: wall() }
  let isAsking = false
  let jumps = 0
  /** Whether this is the site's time rather than a guess by the machine's. */
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
    // The machine slept over the answer, which is from before.
    if (jumps !== before) return ask()
    isSiteTime = true
    if (Math.abs(by) > slack) rebase(guess() + by)
    corrected(Math.abs(by) > slack ? by : 0)
  }

  return {
    now,
    ask,
    /** False while the site is being asked what only it can know: nothing that cannot be taken back should be done. */
    isSure: () => isSiteTime || !isAsking,
    isSiteTime: () => isSiteTime,
    /** How far this clock is before the machine's; another tab, or a later page, goes on from it. */
    ahead: () => now() - wall(),
    goOnFrom: (ahead: number, isOfSite: boolean) => {
      isSiteTime = isOfSite
      rebase(wall() + ahead)
    },
    /** It cannot be earlier than this any more: the machine's clock was set back. */
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

/** What time it is by the site, to half a second; undefined when it does not say. */
async function siteTime() {
  const asked = performance.now()
  const signal = AbortSignal.timeout(siteTakes)
  const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })
  const time = Date.parse(headers.get('date') ?? '')
  const travel = performance.now() - asked
  return Number.isNaN(time) || travel > siteTakes ? undefined : time + 500 + travel / 2
}
