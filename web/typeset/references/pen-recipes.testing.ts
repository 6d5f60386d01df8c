import type { Stamp, StampDesign, Stroke } from '#contract/page-drawing.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { exampleRecipe } from '../example-recipe.testing.ts'
import { encodePoints, type StrokePoint, simplifyPoints } from '../pen/stroke-points.ts'

const page = (more: Partial<PageRecipe>) => exampleRecipe({ title: '', text: '', isTextured: false, ...more })

type Pen = Pick<Stroke, 'ink' | 'width'>

/** A stroke through these points, as a hand draws it: slower and with more pressure in its middle. */
function strokeOf(pen: Pen, at: (t: number) => [x: number, y: number], steps = 80): Stroke {
  const points = Array.from({ length: steps + 1 }, (_, step): StrokePoint => {
    const t = step / steps
    const [x, y] = at(t)
    const shake = 3 * Math.sin(t * 37 + x * 0.01)
    return [x + shake, y + 2 * Math.cos(t * 29), 2.5 + 4.5 * Math.sin(Math.PI * Math.min(1, t * 1.3)) ** 0.7]
  })
  return { ...pen, points: encodePoints(simplifyPoints(points, 4)) }
}

const line = (pen: Pen, [fromX, fromY]: [number, number], [toX, toY]: [number, number], bend = 0.03) =>
  strokeOf(
    pen,
    (t) => {
      const off = Math.sin(Math.PI * t) * bend
      return [fromX + (toX - fromX) * t - (toY - fromY) * off, fromY + (toY - fromY) * t + (toX - fromX) * off]
    },
    30,
  )

const turn = 2 * Math.PI

const loop = (pen: Pen, [x, y]: [number, number], [wide, high]: [number, number], { from = 0, rounds = 1.05 } = {}) =>
  strokeOf(
    pen,
    (t) => [
      x + Math.cos(turn * (from + rounds * t)) * wide * (1 + 0.05 * t),
      y + Math.sin(turn * (from + rounds * t)) * high * (1 - 0.04 * t),
    ],
    90,
  )

const felt = { ink: 0, width: 'medium' } as const
const fine = { ink: 0, width: 'thin' } as const
const marker = { ink: 1, width: 'thick' } as const

/** A lamp, its light, and moths around it. */
const lamp: Stroke[] = [
  strokeOf(
    marker,
    (t) => [700 + 2500 * ((t * 7) % 1 > 0.5 ? 1 - ((t * 7) % 1) : (t * 7) % 1) * 1.9 + 100, 2600 + 1700 * t],
    140,
  ),
  line(felt, [2000, 300], [1990, 1250], 0.01),
  strokeOf(felt, (t) => [2000 + 900 * (2 * t - 1), 1850 - 620 * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2))]),
  line(felt, [1080, 1850], [2930, 1870], 0.015),
  loop(felt, [2000, 2010], [190, 200]),
  ...[0, 1, 2, 3, 4].map((ray) => line(fine, [1350 + ray * 330, 2350], [1050 + ray * 480, 2750], 0.02)),
  ...[
    [900, 3300],
    [2700, 3600],
    [3200, 1300],
  ].flatMap(([x = 0, y = 0], moth) => [
    loop(fine, [x - 120, y], [130, 70 + moth * 8], { from: 0.1 }),
    loop(fine, [x + 130, y - 10], [130, 80], { from: 0.4 }),
    line(felt, [x, y - 110], [x + 10, y + 130]),
  ]),
  strokeOf(fine, (t) => [700 + 2600 * t, 4700 + 90 * Math.sin(t * 70) * (1 - 0.3 * Math.sin(t * 9))], 300),
  strokeOf(fine, (t) => [700 + 1900 * t, 5050 + 80 * Math.sin(t * 55 + 1) * (1 - 0.4 * Math.cos(t * 8))], 240),
]

const place = (stamp: Pick<Stamp, 'design' | 'strokes'>, more: Partial<Stamp> = {}): Stamp => ({
  ink: 0,
  x: 0.5,
  y: 0.5,
  size: 0.7,
  turn: 0,
  ...stamp,
  ...more,
})

const stampPage = (design: StampDesign) =>
  page({
    template: 'text',
    inks: ['black', 'red'],
    stamps: [
      place({ design }, { y: 0.33 }),
      place({ design }, { ink: 1, x: 0.28, y: 0.76, size: 0.34, turn: -14 }),
      place({ design }, { x: 0.72, y: 0.78, size: 0.26, turn: 90 }),
    ],
  })

export const pens: Record<string, PageRecipe> = {
  'pen-drawing': page({
    template: 'text',
    inks: ['black', 'orange'],
    isTextured: true,
    drawing: { strokes: lamp, altText: 'A lamp with moths' },
  }),
  'pen-cover': page({
    template: 'title',
    title: 'Lamp & moth',
    inks: ['black', 'pink'],
    drawing: { strokes: lamp.slice(11), altText: '' },
    stamps: [
      place({ design: 'tape' }, { ink: 1, x: 0.5, y: 0.03, size: 0.5, turn: -4 }),
      place({ strokes: lamp.slice(1, 5) }, { ink: 1, x: 0.78, y: 0.86, size: 0.3, turn: 12 }),
    ],
  }),
  'stamp-star': stampPage('star'),
  'stamp-heart': stampPage('heart'),
  'stamp-moth': stampPage('moth'),
  'stamp-arrow': stampPage('arrow'),
  'stamp-tick': stampPage('tick'),
  'stamp-tape': stampPage('tape'),
  'stamp-gingham': stampPage('gingham'),
  'stamp-corner': stampPage('corner'),
  'stamp-border': stampPage('border'),
}
