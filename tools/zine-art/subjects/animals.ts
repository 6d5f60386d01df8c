import { capsule, circle, ellipse, melt, mirror, polygon, union } from '../distance-fields.ts'
import { clamp } from '../geometry.ts'
import type { Subject } from './part.ts'

const tabby = (x: number, y: number) => {
  if (y < -0.34) return 0.25 * Math.sin(x * 36) * clamp((-0.34 - y) * 6)
  return 0.1 * Math.sin(y * 46) * (Math.abs(x) > 0.26 ? 1 : 0)
}

export const cat: Subject = {
  tail: [
    melt(0.1, capsule(0.46, 0.78, 0.86, 0.4, 0.1), capsule(0.86, 0.4, 0.66, 0.06, 0.1, 0.07)),
    0.6,
    0.1,
    (_x, y) => 0.25 * Math.sin(y * 34),
  ],
  body: [
    melt(0.12, ellipse(0, 0.46, 0.5, 0.5), ellipse(0, 0.05, 0.3, 0.3)),
    0.5,
    0.45,
    (x, y) => 0.2 * Math.sin(y * 30 + Math.abs(x) * 8),
  ],
  legs: [
    union(capsule(-0.16, 0.5, -0.17, 0.92, 0.1, 0.12), capsule(0.16, 0.5, 0.17, 0.92, 0.1, 0.12)),
    0.36,
    0.12,
  ],
  head: [
    melt(
      0.08,
      ellipse(0, -0.32, 0.44, 0.36),
      mirror(
        polygon(
          [
            [0.1, -0.56],
            [0.36, -0.92],
            [0.44, -0.4],
          ],
          0.02,
        ),
      ),
    ),
    0.46,
    0.36,
    tabby,
  ],
  ears: [
    mirror(
      polygon(
        [
          [0.21, -0.62],
          [0.34, -0.78],
          [0.37, -0.56],
        ],
        0.01,
      ),
    ),
    0.2,
    0.05,
  ],
  eyes: [mirror(ellipse(0.17, -0.34, 0.115, 0.085, 0.2)), 0.02, 0.05],
  pupils: [mirror(ellipse(0.165, -0.34, 0.035, 0.082)), 0.98, 0],
  nose: [
    polygon(
      [
        [-0.055, -0.2],
        [0.055, -0.2],
        [0, -0.14],
      ],
      0.01,
    ),
    0.95,
    0,
  ],
  whiskers: [
    union(
      ...[-1, 1].flatMap((side) => [
        capsule(side * 0.2, -0.15, side * 0.62, -0.22, 0.008),
        capsule(side * 0.2, -0.11, side * 0.62, -0.08, 0.008),
      ]),
    ),
    0.95,
    0,
  ],
  mouth: [mirror(capsule(0, -0.12, 0.09, -0.06, 0.012)), 0.95, 0],
}

export const dog: Subject = {
  tail: [capsule(0.44, 0.62, 0.84, 0.2, 0.08, 0.05), 0.5, 0.08],
  body: [melt(0.14, ellipse(0, 0.48, 0.46, 0.46), ellipse(0, 0.05, 0.32, 0.34)), 0.34, 0.45],
  legs: [
    union(capsule(-0.17, 0.5, -0.18, 0.9, 0.11, 0.13), capsule(0.17, 0.5, 0.18, 0.9, 0.11, 0.13)),
    0.28,
    0.12,
  ],
  head: [melt(0.1, ellipse(0, -0.36, 0.42, 0.38), ellipse(0, -0.14, 0.24, 0.2)), 0.3, 0.36],
  ears: [mirror(melt(0.05, ellipse(0.44, -0.3, 0.15, 0.36, -0.25))), 0.8, 0.16],
  patch: [ellipse(0.2, -0.42, 0.17, 0.16), 0.72, 0.1],
  eyes: [mirror(circle(0.17, -0.4, 0.06)), 0.98, 0],
  glint: [circle(0.15, -0.42, 0.02), 0.02, 0],
  nose: [ellipse(0, -0.2, 0.11, 0.075), 0.98, 0.05],
  mouth: [mirror(capsule(0, -0.08, 0.13, -0.03, 0.014)), 0.95, 0],
  tongue: [ellipse(0.02, 0.06, 0.07, 0.1), 0.85, 0.05],
}

export const fox: Subject = {
  tail: [
    melt(0.1, capsule(0.4, 0.8, 0.82, 0.5, 0.17, 0.2), capsule(0.82, 0.5, 0.84, 0.06, 0.2, 0.05)),
    0.5,
    0.2,
  ],
  tailTip: [ellipse(0.845, 0.1, 0.08, 0.14), 0.02, 0.05],
  body: [melt(0.12, ellipse(0, 0.48, 0.42, 0.48), ellipse(0, 0.08, 0.26, 0.3)), 0.5, 0.4],
  bib: [ellipse(0, 0.34, 0.19, 0.34), 0.02, 0.1],
  legs: [
    union(capsule(-0.15, 0.6, -0.16, 0.92, 0.09, 0.1), capsule(0.15, 0.6, 0.16, 0.92, 0.09, 0.1)),
    0.9,
    0.08,
  ],
  ears: [
    mirror(
      polygon(
        [
          [0.08, -0.5],
          [0.3, -0.98],
          [0.5, -0.44],
        ],
        0.03,
      ),
    ),
    0.55,
    0.1,
  ],
  innerEars: [
    mirror(
      polygon(
        [
          [0.2, -0.56],
          [0.31, -0.82],
          [0.41, -0.52],
        ],
        0.01,
      ),
    ),
    0.92,
    0,
  ],
  face: [
    polygon(
      [
        [-0.54, -0.42],
        [0, -0.64],
        [0.54, -0.42],
        [0.1, 0.04],
        [-0.1, 0.04],
      ],
      0.06,
    ),
    0.46,
    0.3,
  ],
  cheeks: [
    mirror(
      polygon(
        [
          [0.54, -0.38],
          [0.3, -0.3],
          [0.08, 0],
          [0.14, 0.04],
        ],
        0.03,
      ),
    ),
    0.02,
    0.06,
  ],
  eyes: [mirror(ellipse(0.2, -0.34, 0.06, 0.04, 0.3)), 0.98, 0],
  nose: [ellipse(0, 0.04, 0.085, 0.065), 0.98, 0.04],
}

const spiral = (x: number, y: number) => {
  const dx = x + 0.12
  const dy = y - 0.1
  return 0.42 * (Math.sin(Math.hypot(dx, dy) * 42 - Math.atan2(dy, dx)) > 0.35 ? 1 : 0) - 0.1
}

export const snail: Subject = {
  foot: [
    melt(0.12, capsule(-0.82, 0.6, 0.5, 0.62, 0.12, 0.15), capsule(0.5, 0.6, 0.72, 0.16, 0.15, 0.13)),
    0.3,
    0.2,
  ],
  stalks: [union(capsule(0.7, 0.14, 0.6, -0.22, 0.03), capsule(0.78, 0.14, 0.92, -0.18, 0.03)), 0.5, 0.03],
  eyes: [union(circle(0.6, -0.25, 0.06), circle(0.93, -0.21, 0.06)), 0.95, 0.04],
  shell: [circle(-0.12, 0.1, 0.52), 0.46, 0.55, spiral],
}
