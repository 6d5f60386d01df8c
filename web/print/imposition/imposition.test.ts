import { describe, expect, test } from 'vitest'
import { readingDirections } from '#contract/aspect-ratios.ts'
import { cropMarks, fitInside, placeCells, safeMargin, sheetNumber } from './cells.ts'
import { readFoldedCopies } from './folding.testing.ts'
import { type Flip, flips, hasTwoCopies, impose, paddedPageCount, printedSides, printFiles } from './impose.ts'
import { hasBacks, layouts, layoutsFor, papers, sheetSize } from './layouts.ts'

const counts = Array.from({ length: 64 }, (_, index) => index + 1)
const everyCombination = layouts.flatMap((layout) =>
  readingDirections.flatMap((direction) => flips.map((flip) => [layout, flip, direction] as const)),
)

test.each(everyCombination)(
  'folded, a %s that is flipped by %s has every page once, upright, in order, blank ones before the last: %s',
  (layout, flip, direction) => {
    for (const pages of counts.filter((count) => layoutsFor(count).includes(layout))) {
      const files = printFiles(impose({ layout, pages, direction }), layout, flip)
      const isByHand = flip === 'hand' && hasBacks(layout)
      expect(files.map(({ name }) => name)).toEqual(isByHand ? ['fronts', 'backs'] : ['zine'])
      const reads = readFoldedCopies(
        files.map(({ sides }) => sides),
        { layout, flip, direction, pages },
      )
      const expectedPages = Array.from({ length: paddedPageCount({ layout, pages }) }, (_, at) =>
        at < pages - 1 ? at + 1 : null,
      )
      const inOrder = expectedPages.with(-1, pages).map((page) => ({ page, isRotated: false }))
      expect(reads).toHaveLength(hasTwoCopies({ layout, pages }) ? 2 : 1)
      for (const read of reads)
        expect(read.map(({ page, isRotated }) => ({ page, isRotated: page !== null && isRotated }))).toEqual(inOrder)
    }
  },
)

test('a mini zine is slit between its four middle panels', () => {
  for (const paper of papers) {
    const { width, height } = sheetSize('mini', paper)
    const [from, to] = [width / 4, (3 * width) / 4].map((x) => ({ x, y: height / 2 }))
    expect(cropMarks('mini', { width, height }).cuts).toEqual([{ from, to }])
  }
})

test('only layouts that suit the count are offered', () => {
  for (const pages of [1, 2]) expect(layoutsFor(pages)).toEqual(['single'])
  expect(layoutsFor(4)).toEqual(['booklet', 'quarter', 'single'])
  for (const pages of [5, 8]) expect(layoutsFor(pages)).toEqual(['mini', 'booklet', 'quarter', 'single'])
  expect(layoutsFor(9)).toEqual(['booklet', 'quarter', 'single'])
})

test('mini zines and booklets use landscape paper, quarters and single pages portrait', () => {
  const sizes = layouts.map((layout) => sheetSize(layout, 'a4'))
  const [lying, standing] = [
    { width: 297, height: 210 },
    { width: 210, height: 297 },
  ]
  expect(sizes).toEqual([lying, lying, standing, standing])
})

test('never more than three pages of a booklet stay blank, of a mini zine as well', () => {
  for (const pages of counts)
    for (const layout of layoutsFor(pages)) {
      expect(paddedPageCount({ layout, pages }) - pages).toBeLessThanOrEqual(layout === 'single' ? 0 : 3)
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
        for (const { area, box } of placeCells(side, size, { toTheEdge: false, isTrimmed: false })) {
          expect(box.x - area.x).toBeCloseTo(safeMargin)
          expect(box.y - area.y).toBeCloseTo(safeMargin)
          expect(area.width - box.width).toBeCloseTo(2 * safeMargin)
          expect(area.height - box.height).toBeCloseTo(2 * safeMargin)
        }
  })

  test('no mark overlaps a page, trimmed or not', () => {
    for (const pages of [5, 8, 64])
      for (const { layout, size, side } of everySide(pages)) {
        const { ticks, cuts } = cropMarks(layout, size)
        const [middle, halfWidth] = [size.width / 2, sheetNumber.size * 0.6]
        const number = {
          from: { x: middle - halfWidth, y: sheetNumber.baseline - sheetNumber.size },
          to: { x: middle + halfWidth, y: sheetNumber.baseline },
        }
        const marks = [...ticks, ...cuts, ...(hasBacks(layout) ? [number] : [])]
        for (const isTrimmed of [false, true])
          for (const { box } of placeCells(side, size, { toTheEdge: false, isTrimmed }))
            for (const { from, to } of marks)
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
      const [left, right] = placeCells(printedSides(sheets, 'booklet', flip).at(-1) ?? [], size, {
        toTheEdge: false,
        isTrimmed: true,
      })
      expect((left?.box.x ?? 0) - safeMargin).toBeCloseTo(1.41, 2)
      expect(size.width - safeMargin - (right?.box.x ?? 0) - (right?.box.width ?? 0)).toBeCloseTo(1.41, 2)
    }
    const [outermost] = placeCells(sheets[0]?.front ?? [], size, { toTheEdge: false, isTrimmed: true })
    expect(outermost?.box.x).toBeCloseTo(safeMargin)
  })

  test('a picture fits its box whole, in the middle', () => {
    const box = { x: 10, y: 20, width: 100, height: 150 }
    expect(fitInside(box, { width: 1000, height: 1000 })).toEqual({ x: 10, y: 45, width: 100, height: 100 })
    expect(fitInside(box, { width: 1000, height: 3000 })).toEqual({ x: 35, y: 20, width: 50, height: 150 })
  })
})
