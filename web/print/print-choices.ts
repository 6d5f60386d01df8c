import { defaultFlip, type Flip, flips } from './imposition/impose.ts'
import { type Layout, layouts, layoutsFor, offersTrim, type Paper, papers } from './imposition/layouts.ts'

import { type PageSize, turnsByDefault } from './wide-pages.ts'

export type PrintChoices = {
  layout: Layout | undefined
  paper: Paper | undefined
  flip: Flip | undefined
  toTheEdge: boolean
  /** Bleed of 3 mm and crop marks around single pages that are made here. */
  withBleed: boolean
  withMarks: boolean
  isTrimmed: boolean
  /** Whether wide pages are turned by a quarter, to fill the paper. */
  turnsWide: boolean | undefined
  /** Whether the color of the paper of pages made here is printed. Otherwise, the printer has such paper. */
  printsPaper: boolean
}

export const readPrintChoices = (search: URLSearchParams): PrintChoices => ({
  layout: layouts.find((name) => name === search.get('layout')),
  paper: papers.find((name) => name === search.get('paper')),
  flip: flips.find((name) => name === search.get('sides')),
  toTheEdge: search.get('margin') === 'none',
  withBleed: search.get('margin') === 'bleed',
  withMarks: search.get('marks') !== 'off',
  isTrimmed: search.get('trim') === 'on',
  turnsWide: turnsWideValues[search.get('wide') ?? ''],
  printsPaper: search.get('tint') === 'on',
})

const turnsWideValues: Record<string, boolean> = { turned: true, upright: false }

export function writePrintChoices(choices: PrintChoices) {
  const { layout, paper, flip, toTheEdge, withBleed, withMarks, isTrimmed, turnsWide, printsPaper } = choices
  const search = new URLSearchParams()
  if (layout) search.set('layout', layout)
  if (paper) search.set('paper', paper)
  if (flip) search.set('sides', flip)
  if (toTheEdge) search.set('margin', 'none')
  if (withBleed) search.set('margin', 'bleed')
  if (!withMarks) search.set('marks', 'off')
  if (isTrimmed) search.set('trim', 'on')
  if (turnsWide !== undefined) search.set('wide', turnsWide ? 'turned' : 'upright')
  if (printsPaper) search.set('tint', 'on')
  return search.size === 0 ? '' : `?${search}`
}

export type ResolvedChoices = { [Key in keyof PrintChoices]: NonNullable<PrintChoices[Key]> }

export function resolveChoices(
  choices: PrintChoices,
  zinePages: readonly (PageSize & { recipe: unknown })[],
  defaultPaper: Paper,
): ResolvedChoices {
  const pages = zinePages.length
  const offered = layoutsFor(pages)
  const layout = offered.find((name) => name === choices.layout) ?? offered[0] ?? 'single'
  const withBleed = choices.withBleed && offersBleed(layout, zinePages)
  return {
    layout,
    paper: choices.paper ?? defaultPaper,
    flip: choices.flip ?? defaultFlip(layout),
    toTheEdge: choices.toTheEdge || withBleed,
    withBleed,
    withMarks: choices.withMarks && !choices.toTheEdge && layout !== 'single',
    isTrimmed: choices.isTrimmed && offersTrim(layout, pages),
    turnsWide: choices.turnsWide ?? turnsByDefault(zinePages),
    printsPaper: choices.printsPaper,
  }
}

/** Only the maker of a zine has the recipes, from which pages are drawn with bleed. */
export const offersBleed = (layout: Layout, pages: readonly { recipe: unknown }[]) =>
  layout === 'single' && pages.some(({ recipe }) => recipe)
