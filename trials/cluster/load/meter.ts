import type { Call, ClientResponse } from '#trials/site/client.ts'

export type Audience = 'visitors' | 'members'
export type SideFigures = {
  requests: number
  /** Requests without a response or with a failed one. */
  failures: string[]
  /** Actions that took longer than five seconds, including all retries. */
  late: string[]
  /** The longest time without a served request. */
  longestOutageMs: number
}
export type Figures = Record<Audience, SideFigures>

/** `shouldRetry` is called after each attempt and says whether to retry. */
export type Deadline = { shouldRetry(): boolean }

const lateAfterMs = 5_000
/** Longer than every goal allows. */
const giveUpAfterMs = 40_000

const emptyFigures = (): SideFigures => ({ requests: 0, failures: [], late: [], longestOutageMs: 0 })

/** Counts the requests of the load and their outcomes. */
export class Meter {
  #figures: Figures = { visitors: emptyFigures(), members: emptyFigures() }
  #served = { visitors: performance.now(), members: performance.now() }

  /** Resets the figures. */
  reset() {
    const now = performance.now()
    this.#figures = { visitors: emptyFigures(), members: emptyFigures() }
    this.#served = { visitors: now, members: now }
  }

  read(): Figures {
    for (const side of ['visitors', 'members'] as const) this.#breathe(side)
    return this.#figures
  }

  /** A meter for members, whose reads need the primary just as their writes do. */
  memberMeter(): Pick<Meter, 'counting' | 'createDeadline'> {
    return {
      counting: (call) => this.counting(call, 'members'),
      createDeadline: (method, path) => this.createDeadline(method, path, 'members'),
    }
  }

  /** Measures one action, including all its retries. */
  createDeadline(method: string, path: string, side = sideOf(method)): Deadline {
    const startedAt = performance.now()
    let isLate = false
    return {
      shouldRetry: () => {
        const elapsedMs = performance.now() - startedAt
        if (elapsedMs > lateAfterMs && !isLate) this.#figures[side].late.push(describeRequest(method, path))
        isLate ||= elapsedMs > lateAfterMs
        return elapsedMs < giveUpAfterMs
      },
    }
  }

  /** Wraps calls to count them. */
  readonly counting =
    (call: Call, fixedSide?: Audience): Call =>
    async (method, path, sent) => {
      const side = fixedSide ?? sideOf(method)
      this.#figures[side].requests += 1
      try {
        const response = await call(method, path, sent)
        this.#count(side, response, describeRequest(method, path))
        return response
      } catch (error) {
        this.#fail(side, `${describeRequest(method, path)}: ${(error as Error).message}`)
        throw error
      }
    }

  #count(side: Audience, { status, text }: ClientResponse, name: string) {
    if (isServed(side, status)) return this.#breathe(side)
    this.#fail(side, `${name}: ${status} ${withoutIds(text).slice(0, 120)}`)
  }

  #fail(side: Audience, what: string) {
    this.#figures[side].failures.push(withoutIds(what))
  }

  #breathe(side: Audience) {
    const now = performance.now()
    const sideFigures = this.#figures[side]
    sideFigures.longestOutageMs = Math.max(sideFigures.longestOutageMs, now - this.#served[side])
    this.#served[side] = now
  }
}

const sideOf = (method: string): Audience => (method === 'GET' || method === 'HEAD' ? 'visitors' : 'members')

/** A rejected write counts as served, except when the site lost the session (401) or put the request off (429). */
const isServed = (side: Audience, status: number) =>
  side === 'visitors' ? status < 400 : status < 500 && status !== 401 && status !== 429

const describeRequest = (method: string, path: string) => `${method} ${withoutIds(path)}`

const withoutIds = (text: string) => text.replace(/[0-9a-f-]{32,}(-\d+)?/g, '…')
