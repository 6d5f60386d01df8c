import { expect, test } from 'vitest'
import { drawnSize } from './drawn-size.ts'

const inches = (width: number, height: number) => ({ width: width * 72, height: height * 72 })

test('a page is drawn with 300 dots an inch, and as wide as screens show it', () => {
  expect(drawnSize(inches(6, 8), 'whole')).toMatchObject({ width: 1800, height: 2400, left: 0 })
  expect(drawnSize(inches(3, 4), 'whole')).toMatchObject({ width: 1600, height: 2133 })
})

test('no drawing is larger than a sheet of A4', () => {
  expect(drawnSize(inches(20, 20), 'whole')).toMatchObject({ width: 2480, height: 2480 })
  expect(drawnSize(inches(10, 100), 'whole')).toMatchObject({ width: 351, height: 3508 })
  for (const half of ['whole', 'left', 'right'] as const) {
    const drawn = drawnSize({ width: 14_400, height: 0.01 }, half)
    expect([drawn?.width, drawn?.height]).toEqual([2480, 1])
  }
})

test('a half is as large as if it were a page', () => {
  expect(drawnSize(inches(12, 8), 'left')).toEqual({ width: 1800, height: 2400, pageWidth: 3600, left: 0 })
  expect(drawnSize(inches(12, 8), 'right')).toEqual({
    width: 1800,
    height: 2400,
    pageWidth: 3600,
    left: 1800,
  })
})

test.each([0, -1, 14_401, Number.NaN, Number.POSITIVE_INFINITY])('a side of %d is none', (side) => {
  expect(drawnSize({ width: side, height: 100 }, 'whole')).toBeUndefined()
  expect(drawnSize({ width: 100, height: side }, 'whole')).toBeUndefined()
})
