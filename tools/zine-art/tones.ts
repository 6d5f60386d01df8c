import type { Field } from './distance-fields.ts'
import { clamp } from './geometry.ts'
import type { Part } from './subjects/part.ts'

/** How dark a subject is at a point, lit from the upper left as by a bad photocopier; -1 outside it. */
export function tone(parts: Part[], x: number, y: number): number {
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index]
    if (!part) continue
    const [shape, darkness, roundness, texture] = part
    const depth = shape(x, y)
    if (depth >= 0) continue
    let dark = darkness
    if (roundness > 0) dark += (0.34 - light(shape, [x, y, depth], roundness)) * 0.62
    if (texture) dark += texture(x, y)
    if (depth > RIM && roundness > 0) dark += 0.3
    return clamp(dark)
  }
  return -1
}

const RIM = -0.018
const NUDGE = 0.012

function light(shape: Field, [x, y, depth]: [number, number, number], roundness: number): number {
  const slopeX = (shape(x + NUDGE, y) - depth) / NUDGE
  const slopeY = (shape(x, y + NUDGE) - depth) / NUDGE
  const lean = 1 - clamp(-depth / roundness)
  return -0.5 * slopeX * lean - 0.68 * slopeY * lean + 0.55 * Math.sqrt(1 - lean * lean)
}
