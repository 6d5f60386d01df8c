import { band, box, capsule, circle, ellipse, melt, subtract, union } from '../distance-fields.ts'
import type { Subject } from './part.ts'

export const kettle: Subject = {
  handle: [band(ellipse(0, -0.3, 0.52, 0.5), 0.05), 0.85, 0.05],
  body: [melt(0.1, ellipse(0, 0.28, 0.66, 0.52), box(0, 0.6, 0.56, 0.16, 0.1)), 0.42, 0.6],
  spout: [melt(0.08, capsule(0.5, 0.3, 0.92, -0.18, 0.14, 0.075)), 0.48, 0.12],
  lip: [box(0.94, -0.2, 0.11, 0.04, 0.02, -0.5), 0.8, 0.03],
  lid: [ellipse(0, -0.2, 0.36, 0.09), 0.62, 0.1],
  knob: [circle(0, -0.33, 0.085), 0.9, 0.08],
  glint: [ellipse(-0.26, 0.16, 0.12, 0.22, 0.3), 0.02, 0.1],
  base: [box(0, 0.79, 0.52, 0.04, 0.02), 0.9, 0.02],
}

const leftToast = box(-0.24, -0.46, 0.2, 0.34, 0.1)
const rightToast = box(0.26, -0.5, 0.2, 0.34, 0.1)

export const toaster: Subject = {
  toast: [
    union(leftToast, rightToast),
    0.26,
    0.12,
    (x, y) => (Math.sin(x * 70) * Math.sin(y * 60) > 0.7 ? 0.3 : 0),
  ],
  crusts: [union(band(leftToast, 0.022), band(rightToast, 0.022)), 0.8, 0],
  body: [box(0, 0.24, 0.84, 0.5, 0.18), 0.4, 0.34],
  feet: [union(box(-0.5, 0.8, 0.1, 0.06), box(0.5, 0.8, 0.1, 0.06)), 0.95, 0],
  panel: [box(0, 0.16, 0.56, 0.06, 0.04), 0.06, 0.05],
  slot: [box(0.68, 0.1, 0.02, 0.28), 0.95, 0],
  lever: [box(0.72, -0.04, 0.12, 0.045, 0.02), 0.9, 0.03],
  dial: [circle(0.42, 0.44, 0.1), 0.88, 0.08],
  pointer: [box(0.42, 0.4, 0.012, 0.05), 0.02, 0],
  vents: [union(box(-0.3, 0.42, 0.3, 0.014), box(-0.3, 0.5, 0.3, 0.014)), 0.85, 0],
}

const SLASHES = [-0.56, -0.28, 0, 0.28, 0.56]

export const baguette: Subject = {
  loaf: [
    melt(0.08, capsule(-0.72, 0.6, 0.72, -0.6, 0.2), ellipse(0, 0, 0.3, 0.2, -0.7)),
    0.4,
    0.26,
    (x, y) => 0.08 * Math.sin(x * 40) * Math.sin(y * 50),
  ],
  slashes: [
    union(...SLASHES.map((x) => capsule(x - 0.15, -x * 0.83, x + 0.15, -x * 0.83 + 0.02, 0.045))),
    0.06,
    0.05,
  ],
}

const glaze = (x: number, y: number) => {
  if (y <= 0.18 || y >= 0.34) return 0
  return Math.sin(x * 26) > 0 ? 0.45 : -0.2
}

export const bowl: Subject = {
  steam: [union(...[-0.2, 0.05, 0.3].map((x) => capsule(x, -0.5, x + 0.04, -0.86, 0.02))), 0.7, 0.02],
  spoon: [capsule(0.34, -0.16, 0.84, -0.74, 0.04), 0.6, 0.04],
  bowl: [subtract(circle(0, -0.02, 0.8), box(0, -0.56, 1, 0.56)), 0.44, 0.5, glaze],
  rim: [ellipse(0, 0, 0.8, 0.15), 0.06, 0.1],
  soup: [ellipse(0, 0.02, 0.66, 0.1), 0.5, 0.06],
  dumplings: [
    union(ellipse(-0.3, 0, 0.11, 0.04), ellipse(0.1, 0.03, 0.12, 0.04), ellipse(0.36, 0, 0.08, 0.03)),
    0.02,
    0,
  ],
  foot: [box(0, 0.8, 0.34, 0.05, 0.02), 0.8, 0.03],
}
