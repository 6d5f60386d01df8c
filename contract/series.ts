import * as limits from './limits.ts'
import { normaliseAddress } from './normalise-text.ts'

/** The slug of a series. Titles of one creator that differ only in case, accents or punctuation share it. */
export const seriesSlug = (title: string) =>
  normaliseAddress(title)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .slice(0, limits.seriesSlug)
    .toWellFormed()
    .replace(/-$/, '') || 'series'

/** The first number in an issue's name, by which issues are sorted. Issues without a number come last. */
export function issueNumber(issue: string | undefined) {
  const [number] = /\d{1,9}(?:[.,]\d{1,9})?/.exec(issue ?? '') ?? []
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number.replace(',', '.'))
}
