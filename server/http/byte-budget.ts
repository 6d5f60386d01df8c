import { Refusal } from './errors.ts'

export type ByteBudget = ReturnType<typeof createByteBudget>

/** Memory that requests may take in this process: so much in all, and so much of it for one person. */
export function createByteBudget({ all, each }: { all: number; each: number }) {
  const held = createByteCount()

  /** Reserves before anything is read. What it answers gives it back, once. */
  return function reserve(person: string, bytes: number): () => void {
    if (held.of(person) + bytes > each) throw new Refusal('too_many_requests', yours, soon)
    if (held.all() + bytes > all) throw new Refusal('unavailable', everybodys, soon)
    held.add(person, bytes)
    let isHeld = true
    return () => {
      if (isHeld) held.add(person, -bytes)
      isHeld = false
    }
  }
}

/** Bytes that are held, in all and for each person or address. */
export function createByteCount() {
  const heldBy = new Map<string, number>()
  let held = 0
  return {
    all: () => held,
    of: (person: string) => heldBy.get(person) ?? 0,
    add(person: string, bytes: number) {
      const own = (heldBy.get(person) ?? 0) + bytes
      if (own > 0) heldBy.set(person, own)
      else heldBy.delete(person)
      held += bytes
    },
  }
}

const yours = 'You are sending very much at once. Please wait until some of it is done, and try again.'
const everybodys = 'Very much is being sent to the library right now. Please try again in a moment.'
const soon = { retryAfter: 5 }
