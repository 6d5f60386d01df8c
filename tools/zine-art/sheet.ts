import type { Point } from './geometry.ts'
import { letters } from './letters.ts'
import type { Random } from './random.ts'
import type { SubjectName } from './subjects/subjects.ts'
import type { Ratio } from './zine.ts'

/** One page while it is being drawn: its room, its words, and its two separations. */
export type Sheet = {
  width: number
  height: number
  margin: number
  innerWidth: number
  innerHeight: number
  ratio: Ratio
  /** 0 is the cover */
  page: number
  seed: number
  random: Random
  pick: <T>(list: readonly T[]) => T
  keyInk: string
  spotInk: string
  title: string
  subtitle: string
  description: string
  heading: string
  text: string
  subject: SubjectName
  /** the subject of the whole zine, where a page has another */
  zineSubject: SubjectName
  inKey: (...svg: string[]) => void
  inSpot: (...svg: string[]) => void
  define: (svg: string) => void
  nextId: () => string
}

/** Flat tints: dots of the spot (s) or key (k) ink, from light to dense, on bare paper. */
export const TINTS = {
  lightSpot: 'url(#s0)',
  spot: 'url(#s1)',
  denseSpot: 'url(#s2)',
  clearDenseSpot: 'url(#s2b)',
  lightKey: 'url(#k0)',
  key: 'url(#k1)',
  fineKey: 'url(#k2)',
} as const

export function folio(sheet: Sheet, at: Point = [sheet.width / 2, sheet.height - 26]): void {
  if (!sheet.page) return
  sheet.inKey(letters(at, String(sheet.page + 1), { size: 24, align: 'middle', fill: sheet.keyInk }))
}

/** Limits what follows to a shape; answers the id for `clipped`. */
export function defineClip(sheet: Sheet, id: string, shape: string): string {
  sheet.define(`<clipPath id="${id}">${shape}</clipPath>`)
  return id
}
