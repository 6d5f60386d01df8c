import type pg from 'pg'
import type { Sample } from './sample.ts'

/**
 * One thing the bench measures: the request the app gets, and what the floor does for the same request, which is
 * the app's own statement and nothing around it.
 */
export type Scenario = {
  name: string
  title: string
  request: (sample: Sample, n: number) => Request
  floor?: Floor
  /** Whether the floor is also run alone on one connection, to say what time PostgreSQL takes. */
  isTimed?: boolean
  /** What must be reached. */
  least: Target
  /** Measured only when it is named. */
  isExtra?: boolean
  /** Whether app and floor answer the same bytes. */
  repeatable?: boolean
}

type Floor = (pool: pg.Pool, sample: Sample, n: number) => Promise<Answer> | Answer
export type Answer = string | Buffer

/** A ratio to the floor or a rate, and every limit. `growth` is the app's median latency over that in the smaller library. */
export type Target = { ratio?: number; perSecond?: number; databaseMs?: number; growth?: number }

export type Request = {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  cookie?: string
}

/** The n-th of a list that begins again when it is through. */
export function nth<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('This library has nothing to ask for.')
  return item
}
