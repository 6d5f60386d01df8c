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

/** How far a finger must travel, in pixels, before a page turns. */
const swipe = 40

/** -1 or 1 for a swipe, 0 for anything shorter or more upright than that. */
export function turnBySwipe(dx: number, dy: number) {
  if (Math.abs(dx) < swipe || Math.abs(dx) < Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}
