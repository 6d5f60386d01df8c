import { Refusal } from './errors.ts'

export type ByteBudget = ReturnType<typeof createByteBudget>

type Held = {
  person: string
  bytes: number
  /** Aborts a body that is still arriving. False if it has arrived and is being processed. */
  cut: (why: Refusal) => boolean
}

/** Memory for requests, in total and per client. When it is full, the clients with the most give way. */
export function createByteBudget({ all, each }: { all: number; each: number }) {
  const count = createByteCount()
  const open = new Set<Held>()

  function giveBack(held: Held) {
    if (open.delete(held)) count.add(held.person, -held.bytes)
  }

  function makeRoom({ person, bytes }: Held) {
    const own = count.of(person) + bytes
    for (const held of [...open].sort((one, other) => count.of(other.person) - count.of(one.person))) {
      if (count.all() + bytes <= all) return
      if (count.of(held.person) > own && held.cut(giveWay())) giveBack(held)
    }
  }

  /** Call before reading. Returns a function that releases the memory once. */
  return function reserve(held: Held): () => void {
    const { person, bytes } = held
    if (count.of(person) + bytes > each) throw new Refusal('too_many_requests', yours, soon)
    if (count.all() + bytes > all) makeRoom(held)
    if (count.all() + bytes > all) throw giveWay()
    open.add(held)
    count.add(person, bytes)
    return () => giveBack(held)
  }
}

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

const yours = 'You are uploading too much at once. Please wait until some uploads are done, and try again.'
const everybodys = 'Too many uploads are in progress right now. Please try again in a moment.'
const soon = { retryAfter: 5 }
const giveWay = () => new Refusal('unavailable', everybodys, soon)
