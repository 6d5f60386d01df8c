export type Clock = {
  /** Milliseconds that nobody can set; they may stand still while the machine sleeps. */
  steady: () => number
  /** Milliseconds of the wall clock, which goes on during sleep but may be wrong, and be set. */
  wall: () => number
  /** Calls back once after so many milliseconds; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void
  random: () => number
}

/** An access token, for how long it was good when it came, and when that was on both clocks. */
export type HeldToken = { token: string; lifetime: number; early: number; steady: number; wall: number }

/** How long before its end, in milliseconds, a token is refreshed: half its life at most. */
const ahead = 60_000
/** Up to this much earlier, so that not everybody comes at once. */
const spread = 10_000

/** @param lifetime in milliseconds from now, so that it does not matter whether this machine's clock is right */
export function hold(token: string, lifetime: number, clock: Clock): HeldToken {
  const early = Math.min(ahead + spread * clock.random(), lifetime / 2)
  return { token, lifetime, early, steady: clock.steady(), wall: clock.wall() }
}

export const msLeft = (held: HeldToken, clock: Clock) =>
  held.lifetime - Math.max(clock.steady() - held.steady, clock.wall() - held.wall)

export const msUntilDue = (held: HeldToken, clock: Clock) => msLeft(held, clock) - held.early
