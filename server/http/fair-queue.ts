import { Refusal } from './errors.ts'

export type FairQueueOptions = {
  /** How much is at work at a time, */
  atOnce: number
  /** and how much more, of others, while all of that is one person's: slow work holds up nobody but whose it is. */
  spare?: number
  /** How much of one person may be at work or wait, and how long it may wait, in milliseconds. */
  mostEach: number
  longestWait?: number
  /** What whoever has too much under way is told. */
  busy: string
  /** After how many seconds to try again. */
  retryAfter: number
}

type Person = { id: string; working: number; waiting: Waiting[] }
type Waiting = { start(): void }
/** To be called once. */
type Leave = () => void

/**
 * Lets a few pieces of work run at a time; the rest wait, and none while there is room. Of those waiting, the next is
 * of the person with the fewest at work, and among equals of whom it was the longest ago. So one person's many do not
 * hold up another's one. Passing through an empty queue takes a microsecond.
 */
export function createFairQueue(options: FairQueueOptions) {
  const { atOnce, spare = 0, mostEach, longestWait, busy, retryAfter } = options
  const people = new Map<string, Person>()
  /** Those who wait, in the order of their turns. */
  const line = new Set<Person>()
  let working = 0
  let peopleAtWork = 0

  const mayBegin = (person: Person) => {
    const areAllOfAnother = peopleAtWork === 1 && person.working === 0
    return working < atOnce + (areAllOfAnother ? spare : 0)
  }
  const tooMany = () => new Refusal('too_many_requests', busy, { retryAfter })

  function begin(person: Person) {
    working += 1
    person.working += 1
    if (person.working === 1) peopleAtWork += 1
  }

  function end(person: Person) {
    working -= 1
    person.working -= 1
    if (person.working === 0) peopleAtWork -= 1
    startNext()
    if (person.working + person.waiting.length === 0) people.delete(person.id)
  }

  function startNext() {
    let next: Person | undefined
    for (const person of line) if (mayBegin(person) && (!next || person.working < next.working)) next = person
    const first = next?.waiting.shift()
    if (!next || !first) return
    line.delete(next)
    if (next.waiting.length > 0) line.add(next)
    begin(next)
    first.start()
  }

  async function turnOf(person: Person) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { start: resolve }
    person.waiting.push(waiting)
    line.add(person)
    const timer = longestWait && setTimeout(() => giveUp(person, waiting, reject), longestWait)
    await promise.finally(() => clearTimeout(timer))
  }

  function giveUp(person: Person, waiting: Waiting, reject: (refusal: Refusal) => void) {
    person.waiting.splice(person.waiting.indexOf(waiting), 1)
    if (person.waiting.length === 0) line.delete(person)
    if (person.working + person.waiting.length === 0) people.delete(person.id)
    reject(new Refusal('unavailable', tooLate, { retryAfter }))
  }

  /** A place, to be given back with what this answers: at once while there is room, otherwise when it is somebody's turn. */
  function enter(id: string): Leave | Promise<Leave> {
    const person = people.get(id) ?? { id, working: 0, waiting: [] }
    if (person.working + person.waiting.length >= mostEach) throw tooMany()
    people.set(id, person)
    const leave = () => end(person)
    if (!mayBegin(person)) return turnOf(person).then(() => leave)
    begin(person)
    return leave
  }

  return { enter, run: runner(enter) }
}

/** Does some work in its turn. */
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

/** Then it is others who are at work. */
const tooLate = 'Very much is going on here right now. Nothing was done; please try again in a moment.'

export type FairQueue = ReturnType<typeof createFairQueue>
