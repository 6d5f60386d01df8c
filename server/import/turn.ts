export class TurnOverError extends Error {}

export type Turn = ReturnType<typeof createTurn>

/** How long one import is read before another member’s continues. A turn may end within a row, which then continues. */
export function createTurn(ms: number) {
  const endsAt = performance.now() + ms
  let steps = 0
  const isOver = () => performance.now() >= endsAt
  return {
    isOver,
    /** Call before each picture, video or page. The first is always made, so every turn makes progress. */
    beginStep() {
      if (steps > 0 && isOver()) throw new TurnOverError('The turn of this import is over.')
      steps += 1
    },
  }
}
