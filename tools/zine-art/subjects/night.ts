import { box, capsule, circle, melt, mirror, polygon, union } from '../distance-fields.ts'
import type { Subject } from './part.ts'

export const moth: Subject = {
  hindWings: [
    mirror(
      polygon(
        [
          [0, 0.02],
          [0.5, 0],
          [0.66, 0.3],
          [0.45, 0.66],
          [0.14, 0.5],
        ],
        0.05,
      ),
    ),
    0.38,
    0.25,
    (x, y) => 0.18 * Math.sin(Math.hypot(x, y + 0.1) * 34),
  ],
  foreWings: [
    mirror(
      polygon(
        [
          [0, -0.3],
          [0.36, -0.52],
          [0.93, -0.66],
          [0.86, -0.24],
          [0.58, 0.08],
          [0.06, 0.1],
        ],
        0.04,
      ),
    ),
    0.5,
    0.2,
    (x, y) =>
      0.2 * Math.sin(Math.hypot(Math.abs(x) * 1.1, y + 0.3) * 30) +
      0.15 * Math.sin(Math.atan2(y + 0.3, Math.abs(x)) * 40),
  ],
  eyespotRims: [mirror(circle(0.56, -0.3, 0.12)), 0.08, 0.1],
  eyespots: [mirror(circle(0.56, -0.3, 0.065)), 0.95, 0],
  hindSpots: [mirror(circle(0.36, 0.3, 0.07)), 0.9, 0],
  antennae: [mirror(capsule(0.03, -0.42, 0.3, -0.8, 0.014, 0.03)), 0.9, 0],
  body: [
    melt(0.1, capsule(0, -0.26, 0, 0.5, 0.12, 0.05), circle(0, -0.36, 0.11)),
    0.62,
    0.14,
    (_x, y) => 0.2 * Math.sin(y * 60),
  ],
}

const CRATERS: [x: number, y: number, radius: number][] = [
  [-0.3, -0.35, 0.2],
  [0.25, -0.1, 0.27],
  [-0.15, 0.35, 0.16],
  [0.4, 0.42, 0.13],
  [-0.55, 0.1, 0.11],
  [0.05, -0.62, 0.1],
  [0.55, -0.4, 0.12],
]

function lunarSurface(x: number, y: number): number {
  let shade = 0.12 * Math.sin(x * 9 + Math.sin(y * 7) * 2) * Math.sin(y * 8 + x * 3)
  for (const [cx, cy, radius] of CRATERS) {
    const reach = Math.hypot(x - cx, y - cy) / radius
    if (reach < 1) shade += 0.3 - 0.25 * reach
    else if (reach < 1.18) shade -= 0.18
  }
  return shade
}

export const moon: Subject = {
  disc: [circle(0, 0, 0.9), 0.34, 0.95, lunarSurface],
}

export const lamp: Subject = {
  foot: [box(0, 0.86, 0.42, 0.06, 0.05), 0.75, 0.08],
  lowerArm: [capsule(0, 0.82, -0.34, 0.12, 0.04), 0.55, 0.05],
  upperArm: [capsule(-0.34, 0.12, 0.1, -0.42, 0.04), 0.55, 0.05],
  elbow: [circle(-0.34, 0.12, 0.075), 0.8, 0.06],
  bulb: [circle(0.34, -0.3, 0.17), 0.02, 0.2],
  shade: [
    polygon(
      [
        [0.02, -0.66],
        [0.26, -0.74],
        [0.72, -0.22],
        [-0.02, -0.02],
      ],
      0.04,
    ),
    0.62,
    0.3,
  ],
  knob: [circle(0.1, -0.72, 0.1), 0.8, 0.08],
}

const lidAbove = (x: number, y: number) => Math.hypot(x, y - 0.72) - 1.16
const lidBelow = (x: number, y: number) => Math.hypot(x, y + 0.72) - 1.16

const lash = (index: number) => {
  const angle = -1.57 + (index - 4) * 0.17
  const along = (length: number): [number, number] => [
    length * Math.cos(angle),
    0.72 + length * Math.sin(angle),
  ]
  return capsule(...along(1.18), ...along(1.36), 0.02, 0.008)
}

export const eye: Subject = {
  white: [(x, y) => Math.max(lidAbove(x, y), lidBelow(x, y)), 0.04, 0.3],
  iris: [circle(0, 0, 0.4), 0.5, 0.2, (x, y) => 0.25 * Math.sin(Math.atan2(y, x) * 26)],
  pupil: [circle(0, 0, 0.19), 0.98, 0],
  glint: [circle(-0.13, -0.14, 0.08), 0.02, 0],
  lid: [(x, y) => Math.abs(lidAbove(x, y)) - (y < 0 && Math.abs(x) < 0.92 ? 0.03 : -1), 0.95, 0],
  lashes: [union(...Array.from({ length: 9 }, (_, index) => lash(index))), 0.95, 0],
}
