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

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** Mostly near `median`, sometimes far above it; `spread` is the deviation of its logarithm. */
export function skewed(random: Random, median: number, spread: number) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(normal * spread)
}

const digits = '0123456789abcdef'
const template = 'xxxxxxxx-xxxx-7xxx-vxxx-xxxxxxxxxxxx'
const letters = Buffer.alloc(template.length)

/**
 * A version 7 uuid of that moment: ids order as their rows' dates do, as PostgreSQL's own would. Written into one
 * buffer, because a text that is put together from parts holds on to them, and a library has millions.
 */
export function uuidOf(moment: Date | number, random: Random) {
  const time = Number(moment).toString(16).padStart(12, '0')
  letters.write(template, 'latin1')
  letters.write(time.slice(0, 8), 0, 'latin1')
  letters.write(time.slice(8), 9, 'latin1')
  for (let at = 15; at < template.length; at++) {
    if (template[at] === '-') continue
    const digit = template[at] === 'v' ? 8 + random() * 4 : random() * 16
    letters[at] = digits.charCodeAt(Math.floor(digit))
  }
  return letters.toString('latin1')
}

/** How often each of `size` words is drawn falls with its rank, as in spoken languages (Zipf and Mandelbrot). */
export const zipfShares = (size: number) => {
  const weights = Array.from({ length: size }, (_, rank) => 1 / (rank + 2.7))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** Draws ranks by their shares in constant time: every slot is split between one rank and one other (alias method). */
export function rankDrawer(shares: readonly number[]): (random: Random) => number {
  const size = shares.length
  const part = Float64Array.from(shares, (share) => share * size)
  const other = new Int32Array(size)
  const [scarce, plenty]: [number[], number[]] = [[], []]
  for (const [rank, share] of part.entries()) (share < 1 ? scarce : plenty).push(rank)
  while (scarce.length > 0 && plenty.length > 0) {
    const [poor, rich] = [scarce.pop() ?? 0, plenty.pop() ?? 0]
    other[poor] = rich
    part[rich] = (part[rich] ?? 0) + (part[poor] ?? 0) - 1
    ;((part[rich] ?? 0) < 1 ? scarce : plenty).push(rich)
  }
  for (const rank of [...scarce, ...plenty]) part[rank] = 1
  return (random) => {
    const slot = Math.floor(random() * size)
    return random() < (part[slot] ?? 1) ? slot : (other[slot] ?? 0)
  }
}
