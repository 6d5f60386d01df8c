import type pg from 'pg'
import type { Sample } from './sample.ts'

/**
 * One measurement: the request to the app, and the baseline (`floor`), which runs only the app's own statement for it.
 */
export type Scenario = {
  name: string
  title: string
  request: (sample: Sample, n: number) => Request
  floor?: Floor
  /** Whether the baseline also runs alone on one connection, to measure the time in PostgreSQL. */
  isTimed?: boolean
  target: Target
  /** Measured only if it is named. */
  runsOnlyWhenNamed?: boolean
  /** Whether app and baseline return the same bytes. */
  repeatable?: boolean
}

type Floor = (pool: pg.Pool, sample: Sample, n: number) => Promise<Answer> | Answer
export type Answer = string | Buffer

/** Either the ratio to the baseline or the rate, and every limit. `growth` compares median latencies with the smaller library. */
export type Target = { ratio?: number; perSecond?: number; databaseMs?: number; growth?: number }

export type Request = {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  cookie?: string
}

/** The n-th item of a list that repeats. */
export function nth<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('This library has nothing to ask for.')
  return item
}
