/** Returns numbers from 0 to 1. */
export type Random = () => number

/** Mulberry32: the same seed gives the same numbers on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1))

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** A log-normal number around `median`. `spread` is the standard deviation of its logarithm. */
export function skewed(random: Random, median: number, spread: number) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(normal * spread)
}

/** A version 7 UUID for a time, so that ids sort like dates, as those from PostgreSQL do. */
export function uuidOf(moment: Date | number, random: Random) {
  const bytes = Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256)))
  bytes.writeUIntBE(Number(moment), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A random rank below `size`. Higher ranks are rarer, as in natural languages (Zipf and Mandelbrot). */
export const randomRank = (random: Random, size: number) =>
  Math.floor(offset * ((size + offset) / offset) ** random() - offset)

const offset = 2.2
