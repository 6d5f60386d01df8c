import { box, capsule, circle, ellipse, melt, polygon, subtract, union } from '../distance-fields.ts'
import type { Subject } from './part.ts'

const freckles = (x: number, y: number) => {
  const grid = Math.sin(x * 71 + Math.sin(y * 53) * 3) * Math.sin(y * 67)
  return grid > 0.72 ? 0.25 : 0
}

export const pear: Subject = {
  stalk: [capsule(0.02, -0.6, 0.1, -0.94, 0.035, 0.05), 0.92, 0.03],
  fruit: [melt(0.2, circle(-0.02, 0.34, 0.54), circle(0.02, -0.28, 0.3)), 0.4, 0.6, freckles],
  leaf: [melt(0.03, ellipse(0.36, -0.74, 0.28, 0.11, -0.35)), 0.6, 0.12, (x) => 0.2 * Math.sin(x * 50)],
  glint: [ellipse(-0.22, 0.16, 0.1, 0.17, 0.3), 0.04, 0.1],
}

export const leaf: Subject = {
  stalk: [capsule(0, 0.55, 0, 0.98, 0.03), 0.85, 0.03],
  blade: [
    polygon(
      [
        [0, -0.95],
        [0.26, -0.58],
        [0.46, -0.1],
        [0.4, 0.28],
        [0.18, 0.52],
        [0, 0.6],
        [-0.18, 0.52],
        [-0.4, 0.28],
        [-0.46, -0.1],
        [-0.26, -0.58],
      ],
      0.03,
    ),
    0.42,
    0.3,
    (x, y) => (Math.sin((y + Math.abs(x) * 0.9) * 24) > 0.8 ? 0.4 : 0),
  ],
  midrib: [capsule(0, -0.86, 0, 0.6, 0.014, 0.022), 0.95, 0],
}

export const mushroom: Subject = {
  stem: [melt(0.06, capsule(0, -0.02, 0.03, 0.78, 0.15, 0.2)), 0.16, 0.2, (x) => 0.12 * Math.sin(x * 60)],
  gills: [ellipse(0, 0.1, 0.4, 0.07), 0.3, 0.06],
  cap: [subtract(ellipse(0, -0.06, 0.82, 0.7), box(0, 0.72, 1, 0.72)), 0.55, 0.5],
  spots: [
    union(
      ellipse(-0.38, -0.3, 0.13, 0.1, -0.5),
      ellipse(0.04, -0.5, 0.15, 0.09),
      ellipse(0.44, -0.26, 0.12, 0.1, 0.6),
      ellipse(0.06, -0.16, 0.1, 0.07),
      ellipse(-0.16, -0.58, 0.05, 0.03),
      ellipse(0.64, -0.12, 0.05, 0.07),
    ),
    0.02,
    0.1,
  ],
  grass: [
    union(
      capsule(-0.5, 0.95, -0.44, 0.74, 0.02),
      capsule(-0.38, 0.95, -0.4, 0.7, 0.02),
      capsule(0.42, 0.95, 0.36, 0.72, 0.02),
      capsule(0.52, 0.95, 0.58, 0.76, 0.02),
    ),
    0.9,
    0,
  ],
}

export const courgette: Subject = {
  flowerEnd: [
    polygon(
      [
        [-0.86, 0.72],
        [-0.7, 0.84],
        [-0.56, 0.7],
        [-0.72, 0.54],
      ],
      0.03,
    ),
    0.75,
    0.06,
  ],
  fruit: [
    melt(0.1, capsule(-0.6, 0.58, 0.5, -0.4, 0.22, 0.27), circle(0.54, -0.44, 0.27)),
    0.5,
    0.3,
    (x, y) => 0.24 * Math.sin((x + y) * 0.7 * 42),
  ],
  shine: [capsule(-0.36, 0.2, 0.28, -0.4, 0.035), 0.04, 0.04],
  stalk: [ellipse(0.72, -0.62, 0.1, 0.13, 0.7), 0.9, 0.05],
}

const onionSkin = (x: number, y: number) =>
  Math.sin((x / Math.sqrt(Math.max(0.05, 1 - ((y - 0.16) / 0.8) ** 2))) * 26) > 0.84 ? 0.4 : 0

export const onion: Subject = {
  shoots: [
    union(capsule(0, -0.5, -0.08, -0.94, 0.05, 0.02), capsule(0.02, -0.5, 0.12, -0.88, 0.04, 0.02)),
    0.6,
    0.03,
  ],
  bulb: [
    melt(
      0.16,
      ellipse(0, 0.16, 0.62, 0.56),
      polygon(
        [
          [-0.12, -0.2],
          [0, -0.66],
          [0.12, -0.2],
        ],
        0.05,
      ),
    ),
    0.36,
    0.55,
    onionSkin,
  ],
  roots: [union(...[-0.1, -0.03, 0.04, 0.1].map((x) => capsule(x, 0.7, x * 2.4, 0.92, 0.014))), 0.9, 0],
}
