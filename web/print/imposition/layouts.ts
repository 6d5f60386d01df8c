export const layouts = ['mini', 'booklet', 'quarter', 'single'] as const
/** One-sheet mini zine, stapled booklet, quarter-size booklet, or single pages. */
export type Layout = (typeof layouts)[number]

const pageRanges: Record<Layout, [fewest: number, most: number]> = {
  mini: [5, 8],
  booklet: [3, 64],
  quarter: [3, 64],
  single: [1, 64],
}

export const layoutsFor = (pages: number) =>
  layouts.filter((layout) => pageRanges[layout][0] <= pages && pages <= pageRanges[layout][1])

export const hasBacks = (layout: Layout) => layout === 'booklet' || layout === 'quarter'

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
  return layout === 'mini' || layout === 'booklet' ? { width: height, height: width } : { width, height }
}
