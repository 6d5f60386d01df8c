import { z } from 'zod'
import { type Answer, uuid, wholeNumber } from './command.ts'

/** Nobody gets more at once: a longer list goes on by `--after`. */
const longestList = 1000
export const limit = {
  says: `how many at most, up to ${longestList}; 50 otherwise`,
  value: 'N',
  shape: wholeNumber(longestList).default(50),
}

/** Where a list goes on: what it was in the order of, and the id of a row, so that it does although rows come and go. */
export const place = <Order>(read: (order: string) => Order | undefined, id = uuid) => ({
  says: 'those behind this one, which a list that has more ends with',
  value: 'PLACE',
  shape: z.string().transform((typed, context) => {
    const [order = '', at = '', ...more] = typed.split('/')
    const found = read(order)
    if (found !== undefined && id.test(at) && more.length === 0) return { order: found, id: at }
    context.addIssue('must be a PLACE that a list has ended with')
    return z.NEVER
  }),
})

/** Lists among the facts of one thing, each as far as was asked for, with a sentence where one goes on. */
export function shortened(limit: number, lists: Record<string, unknown[]>): Pick<Answer, 'facts' | 'says'> {
  const longer = Object.keys(lists).filter((name) => (lists[name]?.length ?? 0) > limit)
  const facts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.slice(0, limit)]))
  if (longer.length === 0) return { facts }
  const how = limit < longestList ? `--limit N shows up to ${longestList}` : 'more are never shown'
  return { facts, says: `There are more ${longer.join(' and ')}: ${how}.` }
}

/** The time of a row, to the millisecond. */
export function readTime(order: string) {
  const time = new Date(order)
  return !Number.isNaN(time.valueOf()) && time.toISOString() === order ? time : undefined
}

/** What is shown of what was found, which is one more than asked for where there is more, and what says that. */
export function partOf<Row>(found: Row[], limit: number, placeOf: (last: Row) => string) {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: last && found.length > limit ? placeOf(last) : undefined }
}
