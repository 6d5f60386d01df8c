/** Numbers in 0…1. */
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

export const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

/** Mostly near `median`, sometimes far above it; `spread` is the deviation of its logarithm. */
export function skewed(random: Random, median: number, spread: number) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(normal * spread)
}

const hex = (random: Random, digits: number) =>
  Math.floor(random() * 16 ** digits)
    .toString(16)
    .padStart(digits, '0')

/** A version 7 uuid of that moment: ids order as their rows' dates do, as PostgreSQL's own would. */
export function uuidOf(moment: Date, random: Random) {
  const time = moment.getTime().toString(16).padStart(12, '0')
  const variant = (8 + Math.floor(random() * 4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-${variant}${hex(random, 3)}-${hex(random, 6)}${hex(random, 6)}`
}
