import type { QueryClient } from '@tanstack/react-query'
import { type IsIt, isObject } from './cached.ts'

/** A thing as any answer in the cache knows it. */
export const findCached = <Thing extends object>(queries: QueryClient, isIt: IsIt<Thing>) =>
  findIn(
    queries.getQueriesData({}).map(([, answer]) => answer),
    isIt,
  )

function findIn<Thing extends object>(value: unknown, isIt: IsIt<Thing>): Thing | undefined {
  if (!isObject(value)) return undefined
  if (isIt(value)) return value
  for (const part of Object.values(value)) {
    const found = findIn(part, isIt)
    if (found) return found
  }
}
