import { defaultFlip, type Flip, flips } from './imposition/impose.ts'
import { type Layout, layouts, layoutsFor, offersTrim, type Paper, papers } from './imposition/layouts.ts'

export type PrintChoices = {
  layout: Layout | undefined
  paper: Paper | undefined
  flip: Flip | undefined
  toTheEdge: boolean
  withMarks: boolean
  isTrimmed: boolean
}

export const readPrintChoices = (search: URLSearchParams): PrintChoices => ({
  layout: layouts.find((name) => name === search.get('layout')),
  paper: papers.find((name) => name === search.get('paper')),
  flip: flips.find((name) => name === search.get('sides')),
  toTheEdge: search.get('margin') === 'none',
  withMarks: search.get('marks') !== 'off',
  isTrimmed: search.get('trim') === 'on',
})

export function writePrintChoices({ layout, paper, flip, toTheEdge, withMarks, isTrimmed }: PrintChoices) {
  const search = new URLSearchParams()
  if (layout) search.set('layout', layout)
  if (paper) search.set('paper', paper)
  if (flip) search.set('sides', flip)
  if (toTheEdge) search.set('margin', 'none')
  if (!withMarks) search.set('marks', 'off')
  if (isTrimmed) search.set('trim', 'on')
  return search.size === 0 ? '' : `?${search}`
}

export type ResolvedChoices = { [Key in keyof PrintChoices]: NonNullable<PrintChoices[Key]> }

export function resolveChoices(choices: PrintChoices, pages: number, defaultPaper: Paper): ResolvedChoices {
  const offered = layoutsFor(pages)
  const layout = offered.find((name) => name === choices.layout) ?? offered[0] ?? 'single'
  return {
    layout,
    paper: choices.paper ?? defaultPaper,
    flip: choices.flip ?? defaultFlip(layout),
    toTheEdge: choices.toTheEdge,
    withMarks: choices.withMarks && !choices.toTheEdge && layout !== 'single',
    isTrimmed: choices.isTrimmed && offersTrim(layout, pages),
  }
}
