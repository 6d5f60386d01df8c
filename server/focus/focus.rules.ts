const minute = 60_000
const year = 366 * 24 * 60 * minute

/**
 * When a session began. A clock that is wrong does not spoil the count: a time to come, one over a year ago, or none
 * at all stands for a session that has just ended.
 */
export function beganAt(said: string | undefined, minutes: number, now: Date) {
  const began = said === undefined ? Number.NaN : Date.parse(said)
  const isCredible = began <= now.getTime() && began >= now.getTime() - year
  return new Date(isCredible ? began : now.getTime() - minutes * minute)
}
