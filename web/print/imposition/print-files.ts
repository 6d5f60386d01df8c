import type { Sheet, Side } from './impose.ts'
import type { Layout } from './layouts.ts'

export const flips = ['short', 'long', 'hand'] as const
/** Along which edge a printer turns the paper for the backs, or that a hand does it. */
export type Flip = (typeof flips)[number]
/** The edge for which the backs stand as they are. */
export const ownFlip = (layout: Layout): Flip => (layout === 'quarter' ? 'long' : 'short')

/** What a printer is sent at once: sides in their order. */
export type PrintFile = { name: 'zine' | 'fronts' | 'backs'; sides: Side[]; duplex: Duplex }
/** Names of the PDF specification. */
type Duplex = 'Simplex' | 'DuplexFlipShortEdge' | 'DuplexFlipLongEdge'

/** By hand the backs are a file of their own, the last first: that sheet lies on top of the pile. */
export function printFiles(sheets: Sheet[], layout: Layout, flip: Flip): PrintFile[] {
  const fronts = sheets.map(({ front }) => front)
  const backs = sheets.flatMap(({ back }) => (back ? [back] : []))
  if (backs.length === 0) return [{ name: 'zine', sides: fronts, duplex: 'Simplex' }]
  if (flip === 'hand')
    return [
      { name: 'fronts', sides: fronts, duplex: 'Simplex' },
      { name: 'backs', sides: backs.toReversed(), duplex: 'Simplex' },
    ]
  const sides = printedSides(sheets, layout, flip)
  return [{ name: 'zine', sides, duplex: flip === 'short' ? 'DuplexFlipShortEdge' : 'DuplexFlipLongEdge' }]
}

/** Every side in the order of the sheets, the backs as this printer needs them. */
export const printedSides = (sheets: Sheet[], layout: Layout, flip: Flip): Side[] =>
  sheets.flatMap(({ front, back }) => {
    if (!back) return [front]
    return [front, flip === 'hand' || flip === ownFlip(layout) ? back : turned(back)]
  })

/** Half a turn, for printers that flip along the other edge. */
const turned = (side: Side): Side =>
  side.toReversed().map((row) => row.toReversed().map((cell) => ({ ...cell, isTurned: !cell.isTurned })))
