import { scheduleDays } from '#contract/limits.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A browser's clock may be off by so much, and a request may take a while. */
const tolerance = 5 * minute

/** Why a draft cannot be scheduled for this time; undefined when it can. */
export function unfitTime(publishAt: Date, now: Date) {
  const ahead = publishAt.getTime() - now.getTime()
  if (ahead < -tolerance) return 'This time is over. Please choose one that is still to come.'
  if (ahead > scheduleDays * day + tolerance)
    return `A draft can be scheduled up to ${scheduleDays} days ahead. Please choose an earlier time.`
  return undefined
}
