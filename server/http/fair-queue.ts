import { Refusal } from './errors.ts'

export type FairQueueOptions = {
  atOnce: number
  /** Extra slots for other clients while one client uses all slots, or while slow or background work runs. */
  spare?: number
  mostEach: number
  longestWait?: number
  busy: string
  retryAfter: number
  slow?: SlowWork
}

/** Work above `afterMs` (milliseconds) marks its client as slow for a while. Slow clients come last and share one slot. */
type SlowWork = { afterMs: number; clients: { add(id: string): void; has(id: string): boolean } }

type Person = { id: string; working: number; waiting: Waiting[] }
type Waiting = { start(leave: Leave): void }
type Leave = () => void

/** Limits concurrent work. Next is the client with the fewest running tasks, then the one that has waited longest. */
export function createFairQueue(options: FairQueueOptions) {
  const { mostEach, longestWait, busy, retryAfter } = options
  const people = new Map<string, Person>()
  const line = new Set<Person>()
  const slots = createSlots(options, startNext)
  const tooMany = () => new Refusal('too_many_requests', busy, { retryAfter })

  function begin(person: Person): Leave {
    const leave = slots.take(person)
    return () => {
      leave()
      if (person.working + person.waiting.length === 0) people.delete(person.id)
    }
  }

  function startNext() {
    const next = slots.firstOf(line)
    const first = next?.waiting.shift()
    if (!next || !first) return
    line.delete(next)
    if (next.waiting.length > 0) line.add(next)
    first.start(begin(next))
  }

  async function turnOf(person: Person) {
    const { promise, resolve, reject } = Promise.withResolvers<Leave>()
    const waiting = { start: resolve }
    person.waiting.push(waiting)
    line.add(person)
    const timer = longestWait && setTimeout(() => giveUp(person, waiting, reject), longestWait)
    return promise.finally(() => clearTimeout(timer))
  }

  function giveUp(person: Person, waiting: Waiting, reject: (refusal: Refusal) => void) {
    person.waiting.splice(person.waiting.indexOf(waiting), 1)
    if (person.waiting.length === 0) line.delete(person)
    if (person.working + person.waiting.length === 0) people.delete(person.id)
    reject(new Refusal('unavailable', tooLate, { retryAfter }))
  }

  /** Acquires a slot, immediately if one is free, otherwise in turn. The result releases it. */
  function enter(id: string): Leave | Promise<Leave> {
    const person = people.get(id) ?? { id, working: 0, waiting: [] }
    if (person.working + person.waiting.length >= mostEach) throw tooMany()
    people.set(id, person)
    return slots.mayBegin(person) ? begin(person) : turnOf(person)
  }

  return { enter, enterBackground: slots.takeForBackground, run: runner(enter) }
}

function createSlots({ atOnce, spare = 0, slow }: FairQueueOptions, freed: () => void) {
  let working = 0
  let peopleAtWork = 0
  let slowAtWork = 0
  let isBackgroundAtWork = false
  const isSlow = ({ id }: Person) => slow?.clients.has(id) ?? false

  function mayBegin(person: Person) {
    if (isSlow(person)) return working < atOnce && slowAtWork === 0
    const areAllOfAnother = peopleAtWork === 1 && person.working === 0
    const mayUseSpare = areAllOfAnother || slowAtWork > 0 || isBackgroundAtWork
    return working < atOnce + (mayUseSpare ? spare : 0)
  }

  function take(person: Person): Leave {
    working += 1
    person.working += 1
    if (person.working === 1) peopleAtWork += 1
    const leaveSlow = slow && watchSlow(person, slow)
    return () => {
      working -= 1
      person.working -= 1
      if (person.working === 0) peopleAtWork -= 1
      leaveSlow?.()
      freed()
    }
  }

  /** As soon as work counts as slow, another client may use the spare slot. */
  function watchSlow(person: Person, { afterMs, clients }: SlowWork): Leave {
    let counted = Number(isSlow(person))
    slowAtWork += counted
    const timer = setTimeout(() => {
      clients.add(person.id)
      slowAtWork += 1 - counted
      counted = 1
      freed()
    }, afterMs)
    return () => {
      clearTimeout(timer)
      slowAtWork -= counted
    }
  }

  /** One slot for background work that no client needs. Does not wait: undefined if none is free. */
  function takeForBackground(): Leave | undefined {
    if (isBackgroundAtWork || working >= atOnce) return undefined
    isBackgroundAtWork = true
    working += 1
    return () => {
      isBackgroundAtWork = false
      working -= 1
      freed()
    }
  }

  const order = (one: Person, other: Person) =>
    Number(isSlow(one)) - Number(isSlow(other)) || one.working - other.working

  function firstOf(line: Iterable<Person>) {
    let first: Person | undefined
    for (const person of line) if (mayBegin(person) && (!first || order(person, first) < 0)) first = person
    return first
  }

  return { mayBegin, take, takeForBackground, firstOf }
}

const runner =
  (enter: (id: string) => Leave | Promise<Leave>) =>
  async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const leave = await enter(id)
    try {
      return await work()
    } finally {
      leave()
    }
  }

/** Other clients cause this wait, so the message does not blame the one who waits. */
const tooLate = 'The server is busy. Nothing was changed; please try again in a moment.'

export type FairQueue = ReturnType<typeof createFairQueue>
