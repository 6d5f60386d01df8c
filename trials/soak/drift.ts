import { median } from '#trials/bench/figures.ts'
import type { Course, Curve } from './samples.ts'

const slices = 6
/** Of what it is: less than this is no growth that anybody would wait for. */
const part = 0.05

/**
 * By how much something grew over the second half, when everything has warmed up: the slope through the medians of its
 * slices, so that no single moment decides.
 */
export function driftOf(values: number[]) {
  const half = values.slice(Math.floor(values.length / 2))
  const size = half.length / slices
  const medians = Array.from({ length: slices }, (_, n) => median(half.slice(n * size, (n + 1) * size)))
  const middle = (slices - 1) / 2
  const mean = medians.reduce((sum, one) => sum + one, 0) / slices
  const rise = medians.reduce((sum, one, n) => sum + (n - middle) * (one - mean), 0)
  const run = medians.reduce((sum, _, n) => sum + (n - middle) ** 2, 0)
  return (rise / run) * (slices - 1)
}

/** What falls is as good as what stays. */
export function isFlat(course: Course, { key, slack }: Curve) {
  const values = course.map((sample) => sample[key])
  return values.length >= slices * 2 && driftOf(values) <= Math.max(slack, part * median(values))
}
