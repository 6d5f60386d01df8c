import { percentile } from '#trials/bench/figures.ts'
import type { Call } from './client.ts'

/** What honest people met with. Times in milliseconds; `preparing` is the longest that a picture took. */
export type HonestFigures = {
  requests: number
  failures: string[]
  p50: number
  p99: number
  preparing: number
}

/** Counts every request of honest people, and each that was refused, broken off or not answered in time. */
export class Tally {
  #requests = 0
  readonly #failures: string[] = []
  readonly #latencies: number[] = []
  readonly #preparing: number[] = []

  /** The same calls, counted. One that is given more patience than usual is no matter of latency. */
  counting(call: Call): Call {
    return async (method, path, sent) => {
      const start = performance.now()
      this.#requests += 1
      try {
        const answer = await call(method, path, sent)
        if (answer.status >= 400) this.#fail(method, path, `${answer.status} ${answer.text.slice(0, 120)}`)
        return answer
      } catch (error) {
        this.#fail(method, path, (error as Error).message)
        throw error
      } finally {
        const times = (sent?.patienceMs ?? 0) > 10_000 ? this.#preparing : this.#latencies
        times.push(performance.now() - start)
      }
    }
  }

  /** What somebody got is not what was asked for. */
  notice(what: string) {
    this.#failures.push(what)
  }

  figures(): HonestFigures {
    return {
      requests: this.#requests,
      failures: this.#failures,
      p50: percentile(this.#latencies, 0.5),
      p99: percentile(this.#latencies, 0.99),
      preparing: Math.max(0, ...this.#preparing),
    }
  }

  #fail(method: string, path: string, why: string) {
    this.#failures.push(`${method} ${path.replace(/[0-9a-f-]{32,}/g, '…')}: ${why}`)
  }
}
