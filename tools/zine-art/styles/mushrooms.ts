import type { Circle } from '../geometry.ts'
import { shakyLine } from '../hand-made.ts'
import { NO_INK } from '../inks.ts'
import { drawing, photo, silhouette } from '../pictures.ts'
import { line, path, shifted, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'

type Place = { x: number; base: number; height: number }

const ALONE: Circle[] = [[0, 0, 0.46]]
const GROUP: Circle[] = [
  [-0.3, 0.06, 0.3],
  [0.18, -0.12, 0.44],
  [0.56, 0.2, 0.2],
]

/** A group of mushrooms on the cover, one inside, in their grass. */
export function drawMushrooms(sheet: Sheet, { x, base, height }: Place): void {
  const { keyInk, spotInk } = sheet
  for (const [dx, dy, size] of sheet.page ? ALONE : GROUP) {
    const radius = size * height * 0.9
    const place: Circle = [x + dx * height * 0.6, base - radius + dy * height * 0.1, radius]
    sheet.inSpot(shifted(silhouette('mushroom', place, spotInk), 10, -8))
    sheet.inKey(
      silhouette('mushroom', place, NO_INK),
      photo('mushroom', place, { ink: keyInk, pitch: 9, mode: 'line', angle: 60, gain: 0.62 }),
      drawing('mushroom', place, { ink: keyInk }),
    )
  }
  drawGrass(sheet, base)
}

function drawGrass({ width, margin, innerWidth, random, keyInk, inKey }: Sheet, base: number): void {
  for (let blade = 0; blade < 26; blade++) {
    const x = margin + 40 + random() * (innerWidth - 80)
    const tipX = x + (random() - 0.5) * 30
    const tipY = base - 20 - random() * 44
    const d = shakyLine([x, base + 6], [tipX, tipY], { random, jitter: 3 })
    inKey(path(d, 'none', stroke(keyInk, 3)))
  }
  inKey(line([margin + 30, base + 6], [width - margin - 30, base + 6], { ink: keyInk, weight: 4 }))
}
