import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Keys get longer where one item after another is put into the same gap. Beyond this a shelf is given new ones. */
export const longestKey = 60

/** A key between two others, of which null is an end of the shelf; undefined where it would be too long. */
export function keyBetween(low: string | null, high: string | null) {
  const key = generateKeyBetween(low, high)
  return key.length <= longestKey ? key : undefined
}

/** Keys for so many, in order and as short as they can be. */
export const freshKeys = (count: number) => generateNKeysBetween(null, null, count)
