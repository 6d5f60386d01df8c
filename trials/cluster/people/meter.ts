import type { Answer, Call } from '#trials/site/client.ts'

export type Side = 'visitors' | 'members'
/** Times in milliseconds. */
export type SideFigures = {
  requests: number
  /** Answers that did not come, or came as a failure. */
  failures: string[]
  /** What people could not get done within five seconds, however often they tried. */
  late: string[]
  /** Longest time in which nobody was served. */
  gap: number
}
export type Figures = Record<Side, SideFigures>

/** Asked after each attempt: whether to try again. */
export type Waiting = { goesOn(): boolean }

const lateAfter = 5_000
/** Longer than any goal allows. */
const givesUpAfter = 40_000

const nothing = (): SideFigures => ({ requests: 0, failures: [], late: [], gap: 0 })

/** Counts what people of a cluster ask for, and what they meet with. */
export class Meter {
  #figures: Figures = { visitors: nothing(), members: nothing() }
  #served = { visitors: performance.now(), members: performance.now() }

  /** Counts from here on. */
  begin() {
    const now = performance.now()
    this.#figures = { visitors: nothing(), members: nothing() }
    this.#served = { visitors: now, members: now }
  }

  read(): Figures {
    for (const side of ['visitors', 'members'] as const) this.#breathe(side)
    return this.#figures
  }

  /** For members, whose reads need the primary as their writes do. */
  ofMembers(): Pick<Meter, 'counting' | 'waiting'> {
    return {
      counting: (call) => this.counting(call, 'members'),
      waiting: (method, path) => this.waiting(method, path, 'members'),
    }
  }

  /** Of somebody who wants one thing done, however often it takes to ask. */
  waiting(method: string, path: string, side = sideOf(method)): Waiting {
    const began = performance.now()
    let isLate = false
    return {
      goesOn: () => {
        const took = performance.now() - began
        if (took > lateAfter && !isLate) this.#figures[side].late.push(nameOf(method, path))
        isLate ||= took > lateAfter
        return took < givesUpAfter
      },
    }
  }

  /** The same calls, counted. */
  readonly counting =
    (call: Call, whose?: Side): Call =>
    async (method, path, sent) => {
      const side = whose ?? sideOf(method)
      this.#figures[side].requests += 1
      try {
        const answer = await call(method, path, sent)
        this.#count(side, answer, nameOf(method, path))
        return answer
      } catch (error) {
        this.#fail(side, `${nameOf(method, path)}: ${(error as Error).message}`)
        throw error
      }
    }

  #count(side: Side, { status, text }: Answer, name: string) {
    if (isServed(side, status)) return this.#breathe(side)
    this.#fail(side, `${name}: ${status} ${withoutIds(text).slice(0, 120)}`)
  }

  #fail(side: Side, what: string) {
    this.#figures[side].failures.push(withoutIds(what))
  }

  #breathe(side: Side) {
    const now = performance.now()
    const own = this.#figures[side]
    own.gap = Math.max(own.gap, now - this.#served[side])
    this.#served[side] = now
  }
}

const sideOf = (method: string): Side => (method === 'GET' || method === 'HEAD' ? 'visitors' : 'members')

/** A write that is refused for what it asks is an answer; one that nobody could take, or nobody knows the sender of, is none. */
const isServed = (side: Side, status: number) =>
  side === 'visitors' ? status < 400 : status < 500 && status !== 401 && status !== 429

const nameOf = (method: string, path: string) => `${method} ${withoutIds(path)}`

const withoutIds = (text: string) => text.replace(/[0-9a-f-]{32,}(-\d+)?/g, '…')
