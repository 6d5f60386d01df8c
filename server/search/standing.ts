import { figures } from './facets.ts'

/**
 * Standing: words of a document that say about where its zine stands in the two great lists: in which week it was
 * published, `ERA:CJHA`, and how many favorites it has at least, `HEARTS:BG`. Upper case as facets are, and the first
 * words of all. What is looked for is looked up together with them, so of a frequent word only what stands at the
 * beginning is read (docs/decisions/0054-standing.md). Where a document does not say it, its zine is in `unplaced_zines`.
 */
export const standingOf = ({ week, favorites }: { week: number; favorites: number }) => [
  eraOf(week),
  ...levels
    .filter((level) => level <= favorites)
    .slice(-1)
    .map(heartsOf),
]

/** The week of a time, as `standingOf` takes it, for a query. */
export const weekOf = (time: string) => `floor(extract(epoch from ${time}) / 604800)::int`

/** A part of a list that is found by a word: whatever has this rank or a higher one, up to the part before. */
export type Band = { word: string; from: string | number }

/** Further back nothing is looked up by them. */
const mostWeeks = 60
const weekMs = 604_800_000

/** Weeks from that of a time on, back. */
export function eras(latest: string | number): Band[] {
  const first = Math.floor(Date.parse(`${latest}`) / weekMs)
  return Array.from({ length: mostWeeks }, (_, ago) => first - ago)
    .filter((week) => week >= 0)
    .map((week) => ({ word: eraOf(week), from: new Date(week * weekMs).toISOString() }))
}

/** Levels from that of a number on, down. */
export const heartLevels = (most: string | number): Band[] =>
  levels
    .filter((level) => level <= Number(most))
    .map((level) => ({ word: heartsOf(level), from: level }))
    .toReversed()

/** Each is twice the one before: of a page out of one level four times as many are read as it needs, at most. */
export const levels = Array.from({ length: 13 }, (_, at) => 16 * 2 ** at)

const eraOf = (week: number) => `ERA:${figures(`${week}`)}`
const heartsOf = (level: number) => `HEARTS:${figures(`${level}`)}`

const written = /^\n ERA:\S+ (HEARTS:\S+ )?(\n )?/

/** A document as it is for whatever place its zine has. */
export const withoutStanding = (document: string) => document.replace(written, '\n ')
