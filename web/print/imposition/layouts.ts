/** In the order in which they are offered. The first that suits the number of pages is the default. */
export const layouts = [
  'mini',
  'booklet',
  'quarter',
  'sixteen',
  'accordion',
  'french-fold',
  'mini-poster',
  'french-fold-poster',
  'single',
] as const
/** `booklet` and `quarter` are stapled, `single` is not folded. The others are one sheet without staples. */
export type Layout = (typeof layouts)[number]

/** The scissors start at `from`. In fractions of the sheet of a zine that is read from left to right. */
type Cut = { y: number; from: number; to: number }

type Traits = {
  fewest: number
  most: number
  /** Blank pages are added until the folded pages are a multiple of this. */
  multiple: number
  isLandscape: boolean
  /** What is on the backs of the sheets. */
  backs: 'blank' | 'pages' | 'poster'
  cuts: readonly Cut[]
}

const slit: Cut[] = [{ y: 1 / 2, from: 1 / 4, to: 3 / 4 }]
const halves: Cut[] = [{ y: 1 / 2, from: 0, to: 1 }]
/** The rows stay joined at alternate ends. */
const winding: Cut[] = [
  { y: 1 / 4, from: 0, to: 3 / 4 },
  { y: 1 / 2, from: 1, to: 1 / 4 },
  { y: 3 / 4, from: 0, to: 3 / 4 },
]

const traits: Record<Layout, Traits> = {
  mini: { fewest: 5, most: 8, multiple: 8, isLandscape: true, backs: 'blank', cuts: slit },
  booklet: { fewest: 3, most: 64, multiple: 4, isLandscape: true, backs: 'pages', cuts: [] },
  quarter: { fewest: 3, most: 64, multiple: 8, isLandscape: false, backs: 'pages', cuts: halves },
  sixteen: { fewest: 9, most: 16, multiple: 16, isLandscape: false, backs: 'blank', cuts: winding },
  accordion: { fewest: 3, most: 8, multiple: 2, isLandscape: true, backs: 'blank', cuts: halves },
  'french-fold': { fewest: 3, most: 4, multiple: 4, isLandscape: false, backs: 'blank', cuts: [] },
  'mini-poster': { fewest: 6, most: 9, multiple: 8, isLandscape: true, backs: 'poster', cuts: slit },
  'french-fold-poster': { fewest: 4, most: 5, multiple: 4, isLandscape: false, backs: 'poster', cuts: [] },
  single: { fewest: 1, most: 64, multiple: 1, isLandscape: false, backs: 'blank', cuts: [] },
}

export const traitsOf = (layout: Layout) => traits[layout]

export const layoutsFor = (pages: number) =>
  layouts.filter((layout) => traits[layout].fewest <= pages && pages <= traits[layout].most)

export const hasBacks = (layout: Layout) => traits[layout].backs !== 'blank'
export const hasPoster = (layout: Layout) => traits[layout].backs === 'poster'

/** Number of pages from which creep is visible. */
const minTrimPages = 24
export const offersTrim = (layout: Layout, pages: number) => hasBacks(layout) && pages >= minTrimPages

export const papers = ['a4', 'letter'] as const
export type Paper = (typeof papers)[number]

export type Size = { width: number; height: number }

const portraitSizes: Record<Paper, Size> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
}

export function sheetSize(layout: Layout, paper: Paper): Size {
  const { width, height } = portraitSizes[paper]
  return traits[layout].isLandscape ? { width: height, height: width } : { width, height }
}
