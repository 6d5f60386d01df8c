import { describe, expect, test } from 'vitest'
import { readingDirections } from '#contract/aspect-ratios.ts'
import { cropMarks, fitInside, placeCells, safeMargin, sheetNumber } from './cells.ts'
import { readFoldedCopies } from './folding.testing.ts'
import { type Flip, flips, hasTwoCopies, impose, paddedPageCount, printedSides, printFiles } from './impose.ts'
import { hasBacks, hasPoster, type Layout, layouts, layoutsFor, papers, sheetSize } from './layouts.ts'
import { type Cut, cutAlong, printedSheet, walk } from './paper.testing.ts'

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
      const [last, posters] = hasPoster(layout) ? [pages - 1, [pages]] : [pages, []]
      const folded = Array.from({ length: paddedPageCount({ layout, pages }) - posters.length }, (_, at) =>
        at < last - 1 ? at + 1 : null,
      )
      const inOrder = [...folded.with(-1, last), ...posters].map((page) => ({ page, isRotated: false }))
      expect(reads).toHaveLength(hasTwoCopies({ layout, pages }) ? 2 : 1)
      for (const read of reads)
        expect(read.map(({ page, isRotated }) => ({ page, isRotated: page !== null && isRotated }))).toEqual(inOrder)
    }
  },
)

const firstSide = (layout: Layout) => {
  const [pages = 1] = counts.filter((count) => layoutsFor(count).includes(layout))
  return impose({ layout, pages, direction: 'ltr' })[0]?.front ?? []
}

test('a mini zine is slit between its four middle panels', () => {
  for (const paper of papers) {
    const { width, height } = sheetSize('mini', paper)
    const [from, to] = [width / 4, (3 * width) / 4].map((x) => ({ x, y: height / 2 }))
    expect(cropMarks(firstSide('mini'), { width, height }, 'mini', 'ltr').cuts).toEqual([{ from, to }])
  }
})

test('the cuts of sixteen pages start at their scissors and leave a column of paper at the other end', () => {
  const size = { width: 200, height: 280 }
  const ends = (direction: 'ltr' | 'rtl') =>
    cropMarks(firstSide('sixteen'), size, 'sixteen', direction).cuts.map(({ from, to }) => [from.y, from.x, to.x])
  expect(ends('ltr')).toEqual([
    [70, 5, 150],
    [140, 195, 50],
    [210, 5, 150],
  ])
  expect(ends('rtl')).toEqual([
    [70, 195, 50],
    [140, 5, 150],
    [210, 195, 50],
  ])
})

test.each([
  ['mini', [1 / 4, 1 / 2, 3 / 4], [1 / 2, 1 / 2]],
  ['booklet', [1 / 2], []],
  ['quarter', [1 / 2], []],
  ['sixteen', [1 / 4, 1 / 2, 3 / 4], [1 / 4, 1 / 2, 3 / 4]],
  ['accordion', [1 / 4, 1 / 2, 3 / 4], []],
  ['french-fold', [1 / 2], [1 / 2, 1 / 2]],
  ['mini-poster', [1 / 4, 1 / 2, 3 / 4], [1 / 2, 1 / 2]],
  ['french-fold-poster', [1 / 2], [1 / 2, 1 / 2]],
  ['single', [], []],
] satisfies [Layout, number[], number[]][])('a %s has a tick at each end of a fold', (layout, upright, level) => {
  const { ticks } = cropMarks(firstSide(layout), { width: 100, height: 100 }, layout, 'ltr')
  const at = (axis: 'x' | 'y') =>
    ticks.filter(({ from, to }) => from[axis] === to[axis]).map(({ from }) => from[axis] / 100)
  expect(at('x')).toEqual(upright.flatMap((x) => [x, x]))
  expect(at('y')).toEqual(level)
})

test('a poster has no marks', () => {
  for (const layout of layouts.filter(hasPoster)) {
    const [sheet] = impose({ layout, pages: layoutsFor(5).includes(layout) ? 5 : 9, direction: 'ltr' })
    const marks = cropMarks(sheet?.back ?? [], sheetSize(layout, 'a4'), layout, 'ltr')
    expect(marks).toEqual({ ticks: [], cuts: [] })
  }
})

test('paper that is cut elsewhere is not one strip', () => {
  const sheet = () => printedSheet(firstSide('sixteen'))
  const ends: Cut[] = [1, 2, 3].map((y) => ({ y, from: y === 2 ? 1 : 0, to: y === 2 ? 4 : 3 }))
  const pathLength = (cuts: Cut[]) => {
    const paper = cutAlong(sheet(), cuts)
    const [start] = paper.panels
    return start && walk(paper, start).length
  }
  expect(pathLength(ends)).toBe(16)
  expect(() => pathLength(ends.slice(1))).toThrow('not a strip')
  expect(() => pathLength(ends.with(1, { y: 2, from: 0, to: 4 }))).toThrow('not one strip')
})

test('only layouts that suit the count are offered', () => {
  const booklets = ['booklet', 'quarter']
  for (const pages of [1, 2]) expect(layoutsFor(pages)).toEqual(['single'])
  expect(layoutsFor(3)).toEqual([...booklets, 'accordion', 'french-fold', 'single'])
  expect(layoutsFor(4)).toEqual([...booklets, 'accordion', 'french-fold', 'french-fold-poster', 'single'])
  expect(layoutsFor(5)).toEqual(['mini', ...booklets, 'accordion', 'french-fold-poster', 'single'])
  for (const pages of [6, 8])
    expect(layoutsFor(pages)).toEqual(['mini', ...booklets, 'accordion', 'mini-poster', 'single'])
  expect(layoutsFor(9)).toEqual([...booklets, 'sixteen', 'mini-poster', 'single'])
  for (const pages of [10, 16]) expect(layoutsFor(pages)).toEqual([...booklets, 'sixteen', 'single'])
  expect(layoutsFor(17)).toEqual([...booklets, 'single'])
})

test('mini zines, accordions and booklets use landscape paper, the others portrait', () => {
  const lying = layouts.filter((layout) => sheetSize(layout, 'a4').width === 297)
  expect(lying).toEqual(['mini', 'booklet', 'accordion', 'mini-poster'])
  for (const layout of layouts) {
    const { width, height } = sheetSize(layout, 'a4')
    expect([width, height].sort()).toEqual([210, 297])
  }
})

test('never more than three pages stay blank, except that one sheet always has sixteen', () => {
  const most: Partial<Record<Layout, number>> = { single: 0, accordion: 1, sixteen: 7 }
  for (const pages of counts)
    for (const layout of layoutsFor(pages))
      expect(paddedPageCount({ layout, pages }) - pages).toBeLessThanOrEqual(most[layout] ?? 3)
})

test('a sheet has two copies if it holds twice the pages', () => {
  for (const pages of counts) {
    expect(hasTwoCopies({ layout: 'quarter', pages })).toBe(Math.ceil(pages / 4) % 2 === 1)
    expect(hasTwoCopies({ layout: 'accordion', pages })).toBe(pages <= 4)
    for (const layout of layouts.filter((each) => each !== 'quarter' && each !== 'accordion'))
      expect(hasTwoCopies({ layout, pages })).toBe(false)
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
    for (const pages of [4, 5, 8, 9, 16, 64])
      for (const { layout, size, side } of everySide(pages)) {
        const { ticks, cuts } = cropMarks(side, size, layout, 'ltr')
        const [middle, halfWidth] = [size.width / 2, sheetNumber.size * 0.6]
        const number = {
          from: { x: middle - halfWidth, y: sheetNumber.baseline - sheetNumber.size },
          to: { x: middle + halfWidth, y: sheetNumber.baseline },
        }
        const marks = [...ticks, ...cuts, ...(hasBacks(layout) && !hasPoster(layout) ? [number] : [])]
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
