import { describe, expect, test } from 'vitest'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { cellsOn, fitted, marksOn, safeMargin } from './cells.ts'
import {
  foldBooklet,
  foldMini,
  foldQuarter,
  type PrintedSides,
  printed,
  printedByHand,
  type Read,
} from './fold-simulation.testing.ts'
import { type Flip, flips, hasTwoCopies, impose, paperPages, printedSides, printFiles } from './impose.ts'
import { type Layout, layoutsFor, papers, sheetSize } from './layouts.ts'

const counts = Array.from({ length: 64 }, (_, index) => index + 1)
const directions = readingDirections

/** Every page once, in order, upright; what is blank lies before the last. */
function expectReads(read: Read, pages: number) {
  expect(read.every(({ page, isUpright }) => page === null || isUpright)).toBe(true)
  const blanks = read.length - pages
  const before = Array.from({ length: pages - 1 }, (_, index) => index + 1)
  expect(read.map(({ page }) => page)).toEqual([...before, ...Array(blanks).fill(null), pages])
}

function sheetsOf(layout: Layout, pages: number, direction: ReadingDirection, flip: 'short' | 'long') {
  const paper = sheetSize(layout, 'a4')
  const sides = printedSides(impose({ layout, pages, direction }), layout, flip)
  const pairs: PrintedSides[] = []
  for (let index = 0; index < sides.length; index += 2)
    pairs.push({ front: sides[index] ?? [], back: sides[index + 1] ?? [] })
  return pairs.map((pair) => printed(pair, paper, flip))
}

describe('folded as hands do it', () => {
  test.each(directions)('a mini zine reads in order, %s', (direction) => {
    for (const pages of [5, 6, 7, 8]) {
      const paper = sheetSize('mini', 'a4')
      const [sheet] = impose({ layout: 'mini', pages, direction })
      const { read, hinges } = foldMini(
        printed({ front: sheet?.front ?? [] }, paper, 'short'),
        paper,
        direction,
      )
      expectReads(read, pages)
      expect(read).toHaveLength(8)
      const [slit] = marksOn('mini', paper).cuts
      for (const { x, y, gap } of hinges) {
        const isCut = slit && slit.from.y === y && slit.from.x < x && x < slit.to.x
        expect(gap > 1, `the hinge at ${x}`).toBe(isCut)
      }
    }
  })

  test.each(directions)(
    'a booklet of any length reads in order, %s, flipped along either edge',
    (direction) => {
      for (const pages of counts)
        for (const flip of ['short', 'long'] as const) {
          const sheets = sheetsOf('booklet', pages, direction, flip)
          const read = foldBooklet(sheets, sheetSize('booklet', 'a4'), direction)
          expectReads(read, pages)
          expect(read).toHaveLength(Math.ceil(pages / 4) * 4)
        }
    },
  )

  test.each(directions)(
    'a quarter-size booklet of any length reads in order, %s, flipped along either edge',
    (direction) => {
      for (const pages of counts)
        for (const flip of ['short', 'long'] as const) {
          const copies = Math.ceil(pages / 4) % 2 === 1 ? 2 : 1
          const sheets = sheetsOf('quarter', pages, direction, flip)
          const reads = foldQuarter(sheets, sheetSize('quarter', 'a4'), { direction, copies })
          expect(reads).toHaveLength(copies)
          for (const read of reads) {
            expectReads(read, pages)
            expect(read).toHaveLength(Math.ceil(pages / 4) * 4)
          }
        }
    },
  )

  test.each(['booklet', 'quarter'] as const)(
    'a %s that is printed one side at a time reads in order',
    (layout) => {
      for (const pages of counts)
        for (const direction of directions) {
          const files = printFiles(impose({ layout, pages, direction }), layout, 'hand')
          expect(files.map(({ name }) => name)).toEqual(['fronts', 'backs'])
          const paper = sheetSize(layout, 'a4')
          const sheets = printedByHand(files[0]?.sides ?? [], files[1]?.sides ?? [], paper)
          const copies = Math.ceil(pages / 4) % 2 === 1 ? 2 : 1
          const reads =
            layout === 'booklet'
              ? [foldBooklet(sheets, paper, direction)]
              : foldQuarter(sheets, paper, { direction, copies })
          for (const read of reads) expectReads(read, pages)
        }
    },
  )

  test('single pages lie in order', () => {
    for (const pages of counts) {
      const sides = printFiles(impose({ layout: 'single', pages, direction: 'rtl' }), 'single', 'short')[0]
        ?.sides
      expectReads(
        (sides ?? []).flat(2).map(({ page, isTurned }) => ({ page, isUpright: !isTurned })),
        pages,
      )
    }
  })
})

test('only layouts that suit the count are offered', () => {
  expect(layoutsFor(1)).toEqual(['single'])
  expect(layoutsFor(4)).toEqual(['booklet', 'quarter', 'single'])
  expect(layoutsFor(5)).toEqual(['mini', 'booklet', 'quarter', 'single'])
  expect(layoutsFor(9)).toEqual(['booklet', 'quarter', 'single'])
})

test('never more than three pages of a booklet stay blank, of a mini zine as well', () => {
  for (const pages of counts)
    for (const layout of layoutsFor(pages)) {
      expect(paperPages({ layout, pages }) - pages).toBeLessThanOrEqual(layout === 'single' ? 0 : 3)
      expect(hasTwoCopies({ layout, pages })).toBe(layout === 'quarter' && Math.ceil(pages / 4) % 2 === 1)
    }
})

describe('on the paper', () => {
  const everySide = (pages: number, flip: Flip = 'short') =>
    layoutsFor(pages).flatMap((layout) =>
      papers.flatMap((paper) => {
        const size = sheetSize(layout, paper)
        const sides = printedSides(impose({ layout, pages, direction: 'ltr' }), layout, flip)
        return sides.map((side) => ({ layout, size, side }))
      }),
    )

  test('every box has the same size and keeps the margin to each fold and edge', () => {
    for (const pages of counts)
      for (const { size, side } of everySide(pages))
        for (const { area, box } of cellsOn(side, size, { toTheEdge: false, isTrimmed: false })) {
          expect(box.x - area.x).toBeCloseTo(safeMargin)
          expect(box.y - area.y).toBeCloseTo(safeMargin)
          expect(area.width - box.width).toBeCloseTo(2 * safeMargin)
          expect(area.height - box.height).toBeCloseTo(2 * safeMargin)
        }
  })

  test('no mark lies in a box, trimmed or not', () => {
    for (const pages of [5, 8, 64])
      for (const { layout, size, side } of everySide(pages)) {
        const { ticks, cuts } = marksOn(layout, size)
        for (const isTrimmed of [false, true])
          for (const { box } of cellsOn(side, size, { toTheEdge: false, isTrimmed }))
            for (const { from, to } of [...ticks, ...cuts])
              expect(
                Math.max(from.x, to.x) <= box.x ||
                  Math.min(from.x, to.x) >= box.x + box.width ||
                  Math.max(from.y, to.y) <= box.y ||
                  Math.min(from.y, to.y) >= box.y + box.height,
              ).toBe(true)
      }
  })

  test('trimmed, pages move towards the spine with each sheet around them: 1.4 mm inside ten', () => {
    const size = sheetSize('booklet', 'a4')
    const sheets = impose({ layout: 'booklet', pages: 40, direction: 'ltr' })
    for (const flip of flips) {
      const [left, right] = cellsOn(printedSides(sheets, 'booklet', flip).at(-1) ?? [], size, {
        toTheEdge: false,
        isTrimmed: true,
      })
      expect((left?.box.x ?? 0) - safeMargin).toBeCloseTo(1.41, 2)
      expect(size.width - safeMargin - (right?.box.x ?? 0) - (right?.box.width ?? 0)).toBeCloseTo(1.41, 2)
    }
    const [outermost] = cellsOn(sheets[0]?.front ?? [], size, { toTheEdge: false, isTrimmed: true })
    expect(outermost?.box.x).toBeCloseTo(safeMargin)
  })

  test('a picture fits its box whole, in the middle', () => {
    const box = { x: 10, y: 20, width: 100, height: 150 }
    expect(fitted(box, { width: 1000, height: 1000 })).toEqual({ x: 10, y: 45, width: 100, height: 100 })
    expect(fitted(box, { width: 1000, height: 3000 })).toEqual({ x: 35, y: 20, width: 50, height: 150 })
  })
})
