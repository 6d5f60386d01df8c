import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { cropMarks } from './cells.ts'
import type { Flip } from './impose.ts'
import { type Layout, sheetSize } from './layouts.ts'
import {
  type Cut,
  cutAlong,
  fold,
  leafThrough,
  type Mark,
  type Panel,
  type Paper,
  pieces,
  printedSheet,
  type Side,
  stacked,
  turnedOver,
  walk,
} from './paper.testing.ts'

type Folding = { layout: Layout; flip: Flip; direction: ReadingDirection; pages: number }

/**
 * Prints, cuts, folds and reads these files like a person would, who follows the steps and cuts along the marks. Returns
 * the marks in reading order, once per copy, with a poster at the end.
 * Independent of the imposition: this code does not know the expected position of any page.
 */
export function readFoldedCopies(files: Side[][], { layout, flip, direction, pages }: Folding): Mark[][] {
  // A right-to-left zine is the mirror image of a left-to-right one.
  const toLeftToRight = (side: Side) => (direction === 'ltr' ? side : side.map((row) => row.toReversed()))
  const leftToRight = files.map((file) => file.map(toLeftToRight))
  if (layout === 'single') return [leftToRight.flat(3)]
  const sheets = printedSheets(leftToRight, flip, layout)
  const cuts = printedCuts(files[0]?.[0] ?? [], layout, direction)
  return foldedCopies[layout](sheets, cuts, pages).map((copy) => {
    const { pages: read, closed } = leafThrough(copy)
    return [...read, ...posterOf(closed, copy.panels)]
  })
}

function printedSheets([sides = [], backs = []]: Side[][], flip: Flip, layout: Layout): Paper[] {
  if (oneSided.has(layout)) return sides.map((front) => printedSheet(front))
  // With manual duplex, the last sheet printed is on top of the pile and gets the first back.
  if (flip === 'hand') return sides.map((front, index) => printedSheet(front, backs.toReversed()[index]))
  // If the printer flips along the other edge, the backs are upside down.
  const { width, height } = sheetSize(layout, 'a4')
  const isLevel = flip !== (width > height ? 'short' : 'long')
  return sides.flatMap((front, index) => {
    const back = sides[index + 1] ?? []
    return index % 2 ? [] : [printedSheet(front, isLevel ? rotated(back) : back)]
  })
}

const oneSided = new Set<Layout>(['mini', 'sixteen', 'accordion', 'french-fold', 'single'])

const rotated = (side: Side): Side =>
  side.toReversed().map((row) => row.toReversed().map((mark) => ({ ...mark, isRotated: !mark.isRotated })))

/** The dashed lines on the paper, from one crease to another. */
function printedCuts(side: Side, layout: Layout, direction: ReadingDirection): Cut[] {
  const size = sheetSize(layout, 'a4')
  const [rows, columns] = [side.length, side[0]?.length ?? 1]
  const cells = side.map((row) => row.map((mark) => ({ ...mark, depth: 0 })))
  return cropMarks(cells, size, layout, direction).cuts.map(({ from, to }) => {
    const ends = [from, to].map(({ x }) => Math.round((x / size.width) * columns))
    const mirrored = direction === 'ltr' ? ends : ends.map((x) => columns - x)
    return { y: Math.round((from.y / size.height) * rows), from: Math.min(...mirrored), to: Math.max(...mirrored) }
  })
}

type Folder = (sheets: Paper[], cuts: Cut[], pages: number) => Paper[]

const only = (sheets: Paper[]) => {
  const [sheet] = sheets
  if (!sheet || sheets.length > 1) throw new Error('This needs one sheet')
  return sheet
}
const panelAt = ({ panels }: Paper, x: number, y: number) => {
  const panel = panels.find((each) => each.x === x && each.y === y)
  if (!panel) throw new Error('No paper there')
  return panel
}

const foldMini: Folder = (sheets, cuts) => {
  const sheet = cutAlong(only(sheets), cuts)
  const lower = sheet.panels.filter(({ y }) => y === 1)
  const ring = walk(sheet, panelAt(sheet, 1, 0), panelAt(sheet, 2, 0))
  const strip = fold(sheet, lower, { y: 1 }, 'under')
  // Pushed together, the ring closes like a fan, from the cover around to the back.
  for (const panel of ring) Object.assign(panel, { x: 0, flipsX: panel.x % 2 === 0 })
  return [{ ...strip, panels: ring }]
}

/** Folds a strip back and forth from its far end, so that its first panel stays on top. */
const foldZigzag = (paper: Paper, strip: Panel[]) =>
  strip.slice(0, -1).reduceRight((folded, panel, index) => {
    const next = strip[index + 1] ?? panel
    const crease = panel.x === next.x ? { y: Math.max(panel.y, next.y) } : { x: Math.max(panel.x, next.x) }
    return fold(folded, strip.slice(index + 1), crease, index % 2 === 0 ? 'under' : 'over')
  }, paper)

const foldSixteen: Folder = (sheets, cuts) => {
  const paper = cutAlong(only(sheets), cuts)
  const strip = walk(paper, panelAt(paper, 0, 0))
  const folded = foldZigzag(paper, strip.slice(1))
  return [fold(folded, strip.slice(0, 1), { x: 1 }, 'under')]
}

const foldAccordion: Folder = (sheets, cuts, pages) => {
  const strips = pieces(cutAlong(only(sheets), cuts))
  const [upper, lower] = strips.map((strip) => walk(strip, panelAt(strip, 0, strip.panels[0]?.y ?? 0)))
  if (!upper || !lower) throw new Error('There are not two strips')
  // Two copies, or one strip taped to the end of the other.
  if (pages <= 4) return strips.map((strip, at) => foldZigzag(strip, (at === 0 ? upper : lower) ?? []))
  for (const panel of lower) Object.assign(panel, { x: panel.x + upper.length, y: 0 })
  const [first, second] = [upper.at(-1), lower[0]]
  const taped = first && second ? [{ first, second, isUpright: true }] : []
  const joined = stacked(strips)
  return [foldZigzag({ ...joined, joints: [...joined.joints, ...taped] }, [...upper, ...lower])]
}

const foldFrench: Folder = (sheets) => {
  const sheet = only(sheets)
  const upper = sheet.panels.filter(({ y }) => y === 0)
  const half = fold(sheet, upper, { y: 1 }, 'under')
  const left = half.panels.filter(({ x }) => x === 0)
  return [fold(half, left, { x: 1 }, 'under')]
}

/** Folds sheets in the middle that are stacked face down, the first at the bottom. */
const foldInMiddle = (pile: Paper) => {
  const right = pile.panels.filter(({ x }) => x === 1)
  return turnedOver(fold(pile, right, { x: 1 }, 'over'))
}

const foldBooklet: Folder = (sheets) => [foldInMiddle(turnedOver(stacked(sheets)))]

const foldQuarter: Folder = (sheets, cuts, pages) => {
  const { panels, joints } = cutAlong(turnedOver(stacked(sheets)), cuts)
  const halfOf = (row: number): Paper => ({
    panels: panels.filter(({ y }) => y === row),
    joints: joints.filter(({ first }) => first.y === row),
  })
  const [upper, lower] = [halfOf(0), halfOf(1)]
  if (upper.joints.length + lower.joints.length !== joints.length) throw new Error('The halves are not cut apart')
  // The lower half goes inside the upper one, or is a copy of its own.
  if (Math.ceil(pages / 4) % 2) return [foldInMiddle(upper), foldInMiddle(lower)]
  for (const panel of lower.panels) panel.y = 0
  return [foldInMiddle(stacked([lower, upper]))]
}

const foldedCopies: Record<Exclude<Layout, 'single'>, Folder> = {
  mini: foldMini,
  'mini-poster': foldMini,
  booklet: foldBooklet,
  quarter: foldQuarter,
  sixteen: foldSixteen,
  accordion: foldAccordion,
  'french-fold': foldFrench,
  'french-fold-poster': foldFrench,
}

/** What stays out of sight is a poster, as someone sees it who turns the open sheet over. Each panel has a part of it. */
function posterOf(closed: Mark[], panels: Panel[]): Mark[] {
  if (closed.length === 0) return []
  const [part, ...parts] = panels.map(({ back }) => back)
  const isWhole = parts.every((other) => other?.page === part?.page && other?.isRotated === part?.isRotated)
  if (!part || !isWhole || closed.length !== panels.length) throw new Error('A page is out of sight')
  return [part]
}
