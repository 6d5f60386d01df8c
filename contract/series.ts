import * as limits from './limits.ts'
import { folded } from './normal-form.ts'

/** A series as its address says it: titles that differ in case, accents or signs alone are one series of their maker. */
export const seriesSlug = (title: string) =>
  folded(title)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .slice(0, limits.seriesSlug)
    .toWellFormed()
    .replace(/-$/, '') || 'series'

/** The first number in the name of an issue: issues stand in the order of theirs, and those that have none come last. */
export function issueNumber(issue: string | undefined) {
  const [number] = /\d{1,9}(?:[.,]\d{1,9})?/.exec(issue ?? '') ?? []
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number.replace(',', '.'))
}
