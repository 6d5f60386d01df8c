import { band, box, capsule, circle, ellipse, melt, polygon, subtract, union } from '../distance-fields.ts'
import type { Subject } from './part.ts'

const EYELETS = [-0.5, -0.3, -0.1, 0.1]

export const boot: Subject = {
  leather: [
    melt(
      0.08,
      polygon(
        [
          [-0.42, -0.85],
          [0.16, -0.85],
          [0.18, 0.2],
          [0.62, 0.36],
          [0.86, 0.56],
          [0.86, 0.72],
          [-0.46, 0.72],
        ],
        0.04,
      ),
    ),
    0.52,
    0.3,
    (_x, y) => 0.08 * Math.sin(y * 50),
  ],
  sole: [box(0.2, 0.8, 0.7, 0.09, 0.03), 0.92, 0.05],
  cuff: [box(-0.13, -0.84, 0.34, 0.09, 0.05), 0.2, 0.1],
  laces: [union(...EYELETS.map((y) => capsule(-0.02, y, 0.2, y + 0.06, 0.02))), 0.05, 0.02],
  eyelets: [union(...EYELETS.map((y) => circle(-0.02, y, 0.035))), 0.98, 0],
  toecap: [ellipse(0.68, 0.48, 0.2, 0.16, 0.4), 0.3, 0.2],
}

export const key: Subject = {
  bow: [subtract(circle(-0.42, -0.42, 0.38), circle(-0.46, -0.46, 0.17)), 0.5, 0.16],
  shaft: [capsule(-0.16, -0.16, 0.76, 0.76, 0.085), 0.5, 0.09],
  bit: [union(capsule(0.48, 0.52, 0.7, 0.3, 0.07), capsule(0.66, 0.7, 0.84, 0.5, 0.07)), 0.62, 0.07],
  groove: [band(circle(-0.43, -0.43, 0.3), 0.012), 0.9, 0],
}

export const sock: Subject = {
  knit: [
    melt(
      0.1,
      polygon(
        [
          [-0.38, -0.86],
          [0.14, -0.86],
          [0.16, 0.12],
          [0.3, 0.34],
          [-0.3, 0.7],
          [-0.42, 0.4],
        ],
        0.06,
      ),
      ellipse(0.16, 0.56, 0.56, 0.24, -0.25),
    ),
    0.42,
    0.3,
    (x, y) => 0.12 * Math.sin(x * 44) * Math.sin(y * 44),
  ],
  cuff: [box(-0.12, -0.8, 0.34, 0.15, 0.05), 0.7, 0.1, (x) => 0.25 * Math.sin(x * 70)],
  toe: [ellipse(0.56, 0.46, 0.2, 0.22, -0.25), 0.75, 0.15],
  heel: [ellipse(-0.24, 0.44, 0.2, 0.2), 0.75, 0.15],
  upperStripe: [box(-0.12, -0.36, 0.27, 0.045), 0.85, 0],
  middleStripe: [box(-0.12, -0.2, 0.27, 0.045), 0.06, 0],
  lowerStripe: [box(-0.12, -0.04, 0.27, 0.045), 0.85, 0],
}
