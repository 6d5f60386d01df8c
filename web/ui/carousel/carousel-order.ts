/** The page after or before one, in a circle. */
export const turn = (index: number, by: number, count: number) =>
  count === 0 ? 0 : (index + by + count) % count

/** Where a key leads, or undefined when it is none of the carousel's. */
export function turnByKey(key: string, index: number, count: number) {
  if (key === 'ArrowLeft') return turn(index, -1, count)
  if (key === 'ArrowRight') return turn(index, 1, count)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}
