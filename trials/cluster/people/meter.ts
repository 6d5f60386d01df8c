import type { Answer, Call } from '#trials/site/client.ts'

export type Side = 'visitors' | 'members'
export type SideFigures = {
  requests: number
  /** Requests without a response or with a failed one. */
  failures: string[]
  /** Actions that took longer than five seconds, including all retries. */
  late: string[]
  /** The longest time without a served request. */
  gap: number
}
export type Figures = Record<Side, SideFigures>

/** `goesOn` is called after each attempt and says whether to retry. */
export type Waiting = { goesOn(): boolean }

const lateAfter = 5_000
/** Longer than every goal allows. */
const givesUpAfter = 40_000

const nothing = (): SideFigures => ({ requests: 0, failures: [], late: [], gap: 0 })

/** Counts the requests of the crowd and their outcomes. */
export class Meter {
  #figures: Figures = { visitors: nothing(), members: nothing() }
  #served = { visitors: performance.now(), members: performance.now() }

  /** Resets the figures. */
  begin() {
    const now = performance.now()
    this.#figures = { visitors: nothing(), members: nothing() }
    this.#served = { visitors: now, members: now }
  }

  read(): Figures {
    for (const side of ['visitors', 'members'] as const) this.#breathe(side)
    return this.#figures
  }

  /** A meter for members, whose reads need the primary just as their writes do. */
  ofMembers(): Pick<Meter, 'counting' | 'waiting'> {
    return {
      counting: (call) => this.counting(call, 'members'),
      waiting: (method, path) => this.waiting(method, path, 'members'),
    }
  }

  /** Measures one action, including all its retries. */
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

  /** Wraps calls to count them. */
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

/** A rejected write counts as served, except when the site lost the session (401) or put the request off (429). */
const isServed = (side: Side, status: number) =>
  side === 'visitors' ? status < 400 : status < 500 && status !== 401 && status !== 429

const nameOf = (method: string, path: string) => `${method} ${withoutIds(path)}`

const withoutIds = (text: string) => text.replace(/[0-9a-f-]{32,}(-\d+)?/g, '…')
