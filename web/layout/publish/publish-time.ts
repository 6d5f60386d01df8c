import * as limits from '#contract/limits.ts'

const day = 24 * 60 * 60_000
const two = (value: number) => `${value}`.padStart(2, '0')

/** As a field for date and time takes it, by the clock of whoever reads it. */
export function asFieldTime(at: Date) {
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Tomorrow at nine. */
export function firstTime(now: number) {
  const at = new Date(now + day)
  at.setHours(9, 0, 0, 0)
  return asFieldTime(at)
}

/** Between which times a draft can be scheduled. */
export const timeBounds = (now: number) => ({
  min: asFieldTime(new Date(now + 60_000)),
  max: asFieldTime(new Date(now + limits.scheduleDays * day)),
})

/** Why it cannot be published then; undefined when it can. */
export function timeProblem(chosen: string, now: number) {
  const at = new Date(chosen).getTime()
  if (Number.isNaN(at)) return 'Choose a date and a time.'
  if (at <= now) return 'This time is over. Please choose one that is still to come.'
  if (at > now + limits.scheduleDays * day)
    return `A draft can be scheduled up to ${limits.scheduleDays} days ahead. Please choose an earlier time.`
}
