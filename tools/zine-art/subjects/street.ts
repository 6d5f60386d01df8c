import { band, box, capsule, circle, ellipse, melt, polygon, union } from '../distance-fields.ts'
import type { Subject } from './part.ts'

const bothWheels = (radius: number) => union(circle(-0.52, 0.62, radius), circle(0.48, 0.62, radius))

export const bus: Subject = {
  body: [box(0, -0.02, 0.94, 0.64, 0.12), 0.45, 0.14],
  upperDeck: [box(-0.03, -0.38, 0.83, 0.16, 0.04), 0.06, 0.05],
  lowerDeck: [box(-0.28, 0.08, 0.54, 0.15, 0.03), 0.06, 0.05],
  door: [box(0.62, 0.16, 0.2, 0.32, 0.03), 0.1, 0.05],
  upperBars: [union(...[-0.6, -0.33, -0.06, 0.22, 0.5].map((x) => box(x, -0.38, 0.02, 0.17))), 0.8, 0],
  lowerBars: [
    union(box(-0.55, 0.08, 0.02, 0.15), box(-0.22, 0.08, 0.02, 0.15), box(0.62, 0.16, 0.015, 0.32)),
    0.8,
    0,
  ],
  floor: [box(0, -0.14, 0.94, 0.025), 0.9, 0],
  wheels: [bothWheels(0.2), 0.92, 0.1],
  hubs: [bothWheels(0.085), 0.12, 0.05],
  firstPassenger: [circle(-0.78, -0.34, 0.07), 0.8, 0.05],
  secondPassenger: [circle(0.06, -0.36, 0.08), 0.7, 0.05],
  thirdPassenger: [circle(0.34, -0.34, 0.07), 0.85, 0.05],
}

export const pigeon: Subject = {
  legs: [
    union(
      capsule(-0.04, 0.5, -0.1, 0.84, 0.03),
      capsule(0.16, 0.5, 0.14, 0.84, 0.03),
      capsule(-0.26, 0.86, 0.02, 0.86, 0.025),
      capsule(-0.02, 0.88, 0.28, 0.88, 0.025),
    ),
    0.75,
    0.03,
  ],
  tail: [
    polygon(
      [
        [-0.3, 0.2],
        [-0.96, 0.5],
        [-0.9, 0.66],
        [-0.2, 0.5],
      ],
      0.03,
    ),
    0.7,
    0.1,
    (x, y) => 0.2 * Math.sin((y - x * 0.4) * 50),
  ],
  breast: [
    melt(0.16, ellipse(0, 0.2, 0.52, 0.37, -0.25), capsule(0.34, 0.05, 0.46, -0.44, 0.24, 0.16)),
    0.46,
    0.4,
    (x, y) => (x > 0.2 && y < 0.06 && y > -0.34 ? 0.22 * Math.sin(y * 60 + x * 12) : 0),
  ],
  head: [circle(0.47, -0.52, 0.2), 0.6, 0.2],
  beak: [
    polygon(
      [
        [0.62, -0.56],
        [0.88, -0.46],
        [0.63, -0.43],
      ],
      0.02,
    ),
    0.88,
    0.04,
  ],
  eyeRing: [circle(0.53, -0.56, 0.062), 0.03, 0],
  pupil: [circle(0.54, -0.56, 0.03), 0.98, 0],
  wing: [
    ellipse(-0.2, 0.22, 0.44, 0.24, -0.1),
    0.62,
    0.2,
    (x, y) => (Math.sin((x + y * 0.3) * 24) > 0.4 ? 0.25 : -0.1),
  ],
  cere: [circle(0.62, -0.46, 0.045), 0.05, 0.03],
}

const RAIN = [-0.6, -0.35, -0.1, 0.15, 0.4, 0.62]

export const cloud: Subject = {
  puffs: [
    melt(
      0.14,
      circle(-0.5, 0.12, 0.3),
      circle(-0.12, -0.16, 0.42),
      circle(0.36, -0.02, 0.35),
      ellipse(0.05, 0.26, 0.86, 0.2),
    ),
    0.26,
    0.4,
    (x, y) => 0.06 * Math.sin(x * 20) * Math.sin(y * 22),
  ],
  rain: [
    union(
      ...RAIN.map((x, index) =>
        capsule(x, 0.56 + (index % 2) * 0.09, x - 0.07, 0.76 + (index % 3) * 0.07, 0.022),
      ),
    ),
    0.85,
    0.02,
  ],
}

const dialHole = (index: number) =>
  circle(0.25 * Math.cos(index * 0.56 - 0.6), 0.34 + 0.25 * Math.sin(index * 0.56 - 0.6), 0.055)

export const phone: Subject = {
  body: [
    polygon(
      [
        [-0.6, 0.76],
        [-0.44, -0.1],
        [0.44, -0.1],
        [0.6, 0.76],
      ],
      0.1,
    ),
    0.46,
    0.35,
  ],
  handset: [
    melt(
      0.06,
      capsule(-0.62, -0.44, 0.62, -0.44, 0.12),
      ellipse(-0.7, -0.34, 0.22, 0.2),
      ellipse(0.7, -0.34, 0.22, 0.2),
    ),
    0.72,
    0.16,
  ],
  cradle: [union(box(-0.26, -0.2, 0.06, 0.12), box(0.26, -0.2, 0.06, 0.12)), 0.8, 0.05],
  dial: [circle(0, 0.34, 0.36), 0.1, 0.2],
  holes: [union(...Array.from({ length: 10 }, (_, index) => dialHole(index))), 0.9, 0.03],
  hub: [circle(0, 0.34, 0.13), 0.5, 0.1],
}

export const cassette: Subject = {
  shell: [box(0, 0, 0.96, 0.62, 0.07), 0.58, 0.1],
  label: [box(0, -0.14, 0.8, 0.36, 0.04), 0.08, 0.05],
  stripe: [box(0, -0.36, 0.8, 0.09), 0.85, 0],
  window: [box(0, -0.02, 0.56, 0.17, 0.16), 0.82, 0.06],
  reels: [union(circle(-0.32, -0.02, 0.13), circle(0.32, -0.02, 0.13)), 0.04, 0.05],
  teeth: [union(band(circle(-0.32, -0.02, 0.085), 0.03), band(circle(0.32, -0.02, 0.085), 0.03)), 0.9, 0],
  mouth: [
    polygon([
      [-0.52, 0.62],
      [-0.44, 0.34],
      [0.44, 0.34],
      [0.52, 0.62],
    ]),
    0.74,
    0.05,
  ],
  pins: [
    union(
      circle(-0.3, 0.5, 0.035),
      circle(0.3, 0.5, 0.035),
      circle(-0.1, 0.52, 0.03),
      circle(0.1, 0.52, 0.03),
    ),
    0.05,
    0,
  ],
  screws: [
    union(
      circle(-0.86, -0.52, 0.035),
      circle(0.86, -0.52, 0.035),
      circle(-0.86, 0.52, 0.035),
      circle(0.86, 0.52, 0.035),
    ),
    0.1,
    0,
  ],
  handwriting: [union(box(-0.1, -0.24, 0.6, 0.01), box(-0.1, -0.2, 0.6, 0.01)), 0.6, 0],
}
