import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingDirections } from '#contract/aspect-ratios.ts'
import { randomRuns } from '#tests/support/random-runs.ts'
import { impose } from '#web/print/imposition/impose.ts'
import {
  type Cuts,
  cellsInOrder,
  commonCover,
  cropsInOrder,
  cutAt,
  cutRange,
  evenCuts,
  isSheetShaped,
  isUpsideDown,
  moveCut,
  type SheetFold,
  sheetRows,
} from './sheet-cells.ts'

test.each(readingDirections)(
  'a sheet printed by the site, read %s, is split in order without a choice',
  (direction) => {
    const [sheet] = impose({ layout: 'mini', pages: 8, direction })
    const printed = sheet?.front.flat() ?? []
    const fold: SheetFold = { upsideDown: 'lower', direction, cover: commonCover({ upsideDown: 'lower', direction }) }
    expect(cellsInOrder(fold).map((cell) => printed[cell]?.page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(printed.map(({ isRotated }) => isRotated)).toEqual(printed.map((_, cell) => isUpsideDown(cell, fold)))
  },
)

/** The pages of a sheet as it lies on the scanner. */
test.each([
  ['the upper row upside down', { upsideDown: 'upper', cover: 5, direction: 'ltr' }, '7654 8123'],
  ['the same the other way round', { upsideDown: 'upper', cover: 5, direction: 'rtl' }, '3456 2187'],
  ['the cover in the third column', { upsideDown: 'upper', cover: 6, direction: 'ltr' }, '6543 7812'],
  ['the whole sheet turned by half', { upsideDown: 'lower', cover: 6, direction: 'ltr' }, '4567 3218'],
] as const)('%s', (_, fold, sheet) => {
  const pages = Array.from({ length: 8 }, (_page, cell) => cellsInOrder(fold).indexOf(cell) + 1)
  expect(`${pages.slice(0, 4).join('')} ${pages.slice(4).join('')}`).toBe(sheet)
})

const anyFold = fc.record({
  cover: fc.integer({ min: 0, max: 7 }),
  upsideDown: fc.constantFrom(...sheetRows),
  direction: fc.constantFrom(...readingDirections),
})
const anyMoves = fc.array(
  fc.record({ cut: fc.integer({ min: 0, max: 3 }), to: fc.double({ min: -1, max: 2, noNaN: true }) }),
)
const size = { width: 97, height: 61 }

test('wherever the cuts are moved, the eight pages cover the sheet without overlap', () => {
  fc.assert(
    fc.property(anyFold, anyMoves, (fold, moves) => {
      const cuts = moves.reduce<Cuts>((moved, { cut, to }) => moveCut(moved, cut, to), evenCuts)
      const covered = new Array(size.width * size.height).fill(0)
      for (const { x, y, width, height } of cropsInOrder(size, cuts, fold))
        for (let row = y; row < y + height; row++)
          for (let column = x; column < x + width; column++) covered[row * size.width + column] += 1
      expect(new Set(covered)).toEqual(new Set([1]))
    }),
    { numRuns: randomRuns },
  )
})

test('a cut stops before the next one', () => {
  const cuts = moveCut(evenCuts, 0, 0.9)
  expect(cutAt(cuts, 0)).toBeCloseTo(0.45)
  expect(cutRange(cuts, 1)).toEqual({ min: cutAt(cuts, 0) + 0.05, max: 0.7 })
  expect(cutAt(moveCut(cuts, 3, 2), 3)).toBeCloseTo(0.95)
})

test.each([
  [{ width: 2970, height: 2100 }, true],
  [{ width: 2159, height: 2794 }, true],
  [{ width: 1000, height: 1000 }, false],
  [{ width: 1920, height: 1080 }, false],
  [{ width: null, height: null }, false],
])('%o can be a sheet: %s', (picture, expected) => {
  expect(isSheetShaped(picture)).toBe(expected)
})
