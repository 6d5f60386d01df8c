import { tenth } from './geometry.ts'
import { inkDensity, SPECK_TILE, speckTile } from './grain.ts'
import type { InkPair } from './inks.ts'
import { randomFrom } from './random.ts'
import { tintPatterns } from './tint-patterns.ts'

export type PrintJob = {
  size: readonly [width: number, height: number]
  paper: string
  inks: InkPair
  /** of the zine: its pages share it, and still differ by their number */
  seed: number
  page: number
  definitions?: string
  /** SVG of the two separations: what is laid in the spot ink and in the key ink */
  spot: string
  key: string
}

/** Multiplies both separations over the paper, each with its own grain and a little out of register. */
export function printOnPaper({
  size,
  paper,
  inks,
  seed,
  page,
  definitions = '',
  spot,
  key,
}: PrintJob): string {
  const [width, height] = size
  const register = registerOf(size, seed + page * 7919)
  const grain =
    grainPattern(seed) +
    grainMask('gs', size, inkDensity(seed + page, 0.3)) +
    grainMask('gk', size, inkDensity(seed + page + 31, 0.2))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs>${grain}${tintPatterns(inks.spot, inks.key)}${definitions}</defs>`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<g style="mix-blend-mode:multiply" mask="url(#gs)"><g transform="${register.spot}">${spot}</g></g>`,
    `<g style="mix-blend-mode:multiply" mask="url(#gk)"><g transform="${register.key}">${key}</g></g>`,
    '</svg>',
  ].join('')
}

function registerOf([width, height]: PrintJob['size'], seed: number): { spot: string; key: string } {
  const random = randomFrom(seed)
  const middle = `${width / 2} ${height / 2}`
  const shiftX = misregistration(random())
  const shiftY = misregistration(random())
  const tilt = (random() - 0.5) * 0.5
  return {
    spot: `translate(${tenth(shiftX)} ${tenth(shiftY)}) rotate(${tilt.toFixed(2)} ${middle})`,
    key: `rotate(${(-tilt * 0.4).toFixed(2)} ${middle})`,
  }
}

/** 2.5 to 7 units to either side: never quite right, never unreadable. */
const misregistration = (chance: number) => (chance < 0.5 ? -1 : 1) * (2.5 + Math.abs(chance - 0.5) * 9)

function grainMask(id: string, [width, height]: PrintJob['size'], density: string): string {
  const area = `x="-60" y="-60" width="${width + 120}" height="${height + 120}"`
  const bands = `<image href="${density}" ${area} preserveAspectRatio="none"/>`
  return `<mask id="${id}" maskUnits="userSpaceOnUse" ${area}>${bands}<rect ${area} fill="url(#grain)"/></mask>`
}

function grainPattern(seed: number): string {
  const size = `width="${SPECK_TILE}" height="${SPECK_TILE}"`
  const offset = `x="${seed % SPECK_TILE}" y="${(seed >> 8) % SPECK_TILE}"`
  const tile = `<image href="${speckTile()}" ${size}/>`
  return `<pattern id="grain" ${size} patternUnits="userSpaceOnUse" ${offset}>${tile}</pattern>`
}
