import type { Ink, Paper } from './inks.ts'
import type { SubjectName } from './subjects/subjects.ts'

export const STYLES = [
  'halftone',
  'poster',
  'comics',
  'botanical',
  'ransom',
  'map',
  'recipe',
  'gig',
  'diagram',
  'perzine',
  'collage',
  'newsletter',
  'stitch',
] as const

export type Style = (typeof STYLES)[number]

/** A page is 1000 units wide in every ratio. */
export const PAGE_SIZES = { '1:1': [1000, 1000], '4:5': [1000, 1250], '9:16': [1000, 1778] } as const

export type Ratio = keyof typeof PAGE_SIZES

type InsidePage = { head: string; text: string; subject?: SubjectName }

/** What a zine needs to be drawn. The cover is not in `inside`: page n of the zine is `inside[n - 1]`. */
export type PrintedZine = {
  id: string
  creator: string
  title: string
  description: string
  style: Style
  ratio: Ratio
  pages: number
  subject: SubjectName
  inks: [Ink, Ink]
  paper: Paper
  sub: string
  inside: InsidePage[]
  /** whether the words on its pages stand apart from what describes them */
  hasTranscripts: boolean
}
