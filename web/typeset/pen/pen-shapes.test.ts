import { expect, test } from 'vitest'
import { type Stamp, type Stroke, stampDesigns, strokeWidths } from '#contract/page-drawing.ts'
import type { Point } from '../drawing.ts'
import { listDrawings } from './list-drawings.ts'
import { outlineOf } from './outline.ts'
import { penMarks } from './pen-shapes.ts'

const strokeOf = (change: Partial<Stroke> = {}): Stroke => ({
  ink: 0,
  width: 'thin',
  points: '400 400 4 2000 0 0',
  ...change,
})
const stampOf = (change: Partial<Stamp> = {}): Stamp => ({ ink: 0, x: 0.5, y: 0.25, size: 0.2, turn: 0, ...change })
const page = { width: 1000, height: 2000 }

function boxOf(points: Point[]) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

test('wider pens and more pressure print wider strokes', () => {
  const heights = strokeWidths.map((width) => boxOf(outlineOf(strokeOf({ width }))).height)
  expect(heights).toEqual(heights.toSorted((one, other) => one - other))
  const pressed = boxOf(outlineOf(strokeOf({ points: '400 400 9 2000 0 0' }))).height
  expect(pressed).toBeGreaterThan((heights[0] ?? 0) * 1.2)
})

test('a tap is a dot, also where a stroke has the same point twice', () => {
  for (const points of ['400 400 5', '400 400 5 0 0 0']) {
    const { width, height } = boxOf(outlineOf(strokeOf({ points, width: 'thick' })))
    expect(width).toBeGreaterThan(100)
    expect(height / width).toBeCloseTo(1, 0)
  }
})

test('corners stay where they were drawn, and curves are round', () => {
  const corner = outlineOf(strokeOf({ points: '0 0 4 2000 0 0 0 2000 0' }))
  expect(Math.max(...corner.map(([x]) => x))).toBeLessThan(2_020)
  expect(Math.min(...corner.map(([, y]) => y))).toBeGreaterThan(-20)
  const round = Array.from({ length: 13 }, (_, at) => [Math.cos((at * Math.PI) / 6), Math.sin((at * Math.PI) / 6)])
    .map(([x = 0, y = 0]) => [Math.round(x * 1_000), Math.round(y * 1_000)] as const)
    .map(([x, y], at, all) => `${x - (all[at - 1]?.[0] ?? 0)} ${y - (all[at - 1]?.[1] ?? 0)} ${at === 0 ? 4 : 0}`)
  for (const [x, y] of outlineOf(strokeOf({ points: round.join(' ') })))
    expect(Math.abs(Math.hypot(x, y) - 1_000)).toBeLessThan(35)
})

test('strokes and stamps are printed in their order, at the size of the page', () => {
  const drawn = {
    drawing: { strokes: [strokeOf(), strokeOf({ ink: 1 })], altText: '' },
    stamps: [stampOf({ design: 'star' })],
  }
  const marks = penMarks(drawn, page)
  expect(marks.map(({ ink }) => ink)).toEqual([0, 1, 0])
  const [stroke, , star] = marks.map(({ points }) => boxOf(points))
  expect(Math.abs((stroke?.width ?? 0) - 506)).toBeLessThan(4)
  expect(star).toMatchObject({ left: expect.closeTo(400, 3), width: expect.closeTo(200, 3) })
  expect((star?.top ?? 0) + (star?.height ?? 0) / 2).toBeCloseTo(500, 3)
})

test('every design has its longer side as its size, and turns around its middle', () => {
  for (const design of stampDesigns) {
    const [flat, turned] = [0, 90].map((turn) =>
      boxOf(penMarks({ stamps: [stampOf({ design, turn })] }, page).flatMap(({ points }) => points)),
    )
    expect(Math.max(flat?.width ?? 0, flat?.height ?? 0), design).toBeCloseTo(200, 3)
    expect(turned?.width, design).toBeCloseTo(flat?.height ?? 0, 3)
    expect((turned?.left ?? 0) + (turned?.width ?? 0) / 2, design).toBeCloseTo(500, 3)
  }
})

test('a drawn stamp keeps its two inks, or has them exchanged', () => {
  const strokes = [strokeOf(), strokeOf({ ink: 1 })]
  const inksOf = (ink: 0 | 1) => penMarks({ stamps: [stampOf({ strokes, ink })] }, page).map((mark) => mark.ink)
  expect([inksOf(0), inksOf(1)]).toEqual([
    [0, 1],
    [1, 0],
  ])
})

test('strokes that are close are one drawing, and each drawing is offered once', () => {
  const at = (x: number, y: number) => strokeOf({ points: `${x} ${y} 4 100 100 0` })
  const [one, far, near] = [at(0, 0), at(2_000, 2_000), at(150, 150)]
  const drawing = { strokes: [one, far, near], altText: '' }
  expect(listDrawings([{ drawing }, { stamps: [stampOf({ strokes: [far] }), stampOf({ design: 'star' })] }])).toEqual([
    [far],
    [one, near],
  ])
})
