import type pg from 'pg'
import type { Sample } from './sample.ts'

/**
 * One thing the bench measures: the request the app gets, and what the floor does for the same request, which is
 * the app's own statement and nothing around it.
 */
export type Scenario = {
  name: string
  title: string
  request: (sample: Sample, n: number, connection: number) => Request
  floor?: Floor
  /** Whether the floor is also run alone on one connection, to say what time PostgreSQL takes. */
  isTimed?: boolean
  /** At once, if not 10. */
  connections?: number
  /** How long a connection waits from one request to the next; not at all if it is not said. */
  everyMs?: number
  /** Each request of a connection follows from the one before, and is made when its turn comes. */
  oneAfterTheOther?: boolean
  least: Target
  /** What the app answers when all is well, if not 200. */
  status?: number
  /** Measured only when it is named. */
  isExtra?: boolean
  /** Whether app and floor answer the same bytes. */
  repeatable: boolean
  /** Whether it toggles favorites: with `--toggles` so many, and not so many seconds. */
  toggles?: boolean
}

/** `n` is that of the request, or of the connection if they go one after the other; so is the body. */
export type Floor = (pool: pg.Pool, sample: Sample, n: number, body: string) => Promise<Answer> | Answer
export type Answer = string | Buffer

/**
 * What must be reached: one of a ratio to the floor, a rate, or a CPU time over what the scenario named takes; and
 * every limit besides. `growth` is the app's median latency over that in the smaller library.
 */
export type Target = {
  ratio?: number
  perSecond?: number
  cpuMs?: number
  over?: string
  p99Ms?: number
  databaseMs?: number
  growth?: number
}

export type Request = {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  asReader?: boolean | 'token'
  cookie?: string
}

/** The n-th of a list that begins again when it is through. */
export function nth<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('This library has nothing to ask for.')
  return item
}
