import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecipeV2 } from '#contract/page-recipe.ts'
import { decodePoints, distanceFrom, encodePoints, type StrokePoint, simplifyPoints } from './stroke-points.ts'

const within = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const point = fc.tuple(within(-900, 8_900), within(-900, 8_900), within(0, 9))
const pointLists = fc.array(point, { minLength: 1, maxLength: 60 })

test('points that are encoded and decoded are the same, in whole numbers', () => {
  fc.assert(
    fc.property(pointLists, (points) => {
      const rounded = points.map((values) => values.map((value) => Math.round(value) + 0))
      expect(decodePoints(encodePoints(points))).toEqual(rounded)
    }),
  )
})

test('the server accepts the points of every stroke', () => {
  fc.assert(
    fc.property(pointLists, (points) => {
      const strokes = [{ ink: 0, width: 'thin', points: encodePoints(points) }]
      expect(RecipeV2.parse({ version: 2, template: 'text', drawing: { strokes } }).drawing?.strokes).toEqual(strokes)
    }),
  )
})

test('a simplified stroke keeps its ends, and no point is farther from it than the tolerance', () => {
  fc.assert(
    fc.property(pointLists, within(1, 200), (points, tolerance) => {
      const simple = simplifyPoints(points, tolerance)
      expect([simple[0], simple.at(-1)]).toEqual([points[0], points.at(-1)])
      let part = 0
      for (const each of points) {
        if (each === simple[part + 1]) part += 1
        const [from, to] = [simple[part] as StrokePoint, simple[part + 1] ?? (simple[part] as StrokePoint)]
        expect(distanceFrom(each, from, to)).toBeLessThanOrEqual(tolerance + 1e-6)
      }
    }),
  )
})

test('points on a line are its two ends', () => {
  const line = Array.from({ length: 100 }, (_, at): StrokePoint => [at * 10, at * 20, 5])
  expect(simplifyPoints(line, 2)).toEqual([line[0], line.at(-1)])
})
