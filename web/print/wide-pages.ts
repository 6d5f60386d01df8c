export type PageSize = { width: number | null; height: number | null }

/** All pages on paper are upright, so a picture in landscape format is small on them, unless it is turned. */
export const isWide = ({ width, height }: PageSize) => width !== null && height !== null && width > height

/** The numbers of the wide pages, from 1. */
export const widePages = (pages: readonly PageSize[]) =>
  pages.flatMap((page, index) => (isWide(page) ? [index + 1] : []))

/** A poster is turned to fill a landscape sheet. Upright pages turn only if they are wide. */
export const isTurned = (page: PageSize, paper: PageSize, turnsWide: boolean) =>
  isWide(paper) ? !isWide(page) : turnsWide && isWide(page)

/** A zine whose cover is wide is read across, so its pages are turned only on request. */
export const turnsByDefault = ([cover]: readonly PageSize[]) => cover !== undefined && !isWide(cover)
