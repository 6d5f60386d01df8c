import type { QueryClient } from '@tanstack/react-query'
import type * as accounts from '#contract/accounts.ts'
import type * as creators from '#contract/creators.ts'
import type * as projects from '#contract/projects.ts'
import type * as search from '#contract/search.ts'
import type * as zines from '#contract/zines.ts'
import { pathStart } from './call.ts'

/** Whether what stands somewhere in an answer is the thing that is looked for. */
export type IsIt<Thing extends object> = (value: object) => value is Thing

/** A thing is known by its id and by a field that its kind always has. */
export const thingWith =
  <Thing extends { id: string }>(id: string, field: keyof Thing & string): IsIt<Thing> =>
  (value): value is Thing =>
    'id' in value && value.id === id && field in value

/** Changes a thing in every answer of the cache that has it; gives back a function that puts them as they were. */
export function patchCached<Thing extends object>(
  queries: QueryClient,
  isIt: IsIt<Thing>,
  patch: (thing: Thing) => Partial<Thing>,
) {
  const before = queries.getQueriesData({}).filter(([key, answer]) => {
    const after = patched(answer, isIt, patch)
    if (after === answer) return false
    queries.setQueryData(key, after)
    return true
  })
  return () => {
    for (const [key, answer] of before) queries.setQueryData(key, answer)
  }
}

/** The same value where the thing is nowhere in it, so that nothing is drawn again. */
function patched<Thing extends object>(
  value: unknown,
  isIt: IsIt<Thing>,
  patch: (thing: Thing) => Partial<Thing>,
): unknown {
  if (!isObject(value)) return value
  if (isIt(value)) return { ...value, ...patch(value) }
  let copy: Record<string, unknown> | undefined
  for (const [key, part] of Object.entries(value)) {
    const next = patched(part, isIt, patch)
    if (next === part) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[key] = next
  }
  return copy ?? value
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Refreshes every cached read whose path starts with one of the prefixes. */
export const refreshPaths = (queries: QueryClient, ...prefixes: string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
  })

/** What a write refreshes: the lists of zines, creators, favorites and projects, and the viewer. */
export const refreshLists = (queries: QueryClient) =>
  refreshPaths(
    queries,
    pathStart<typeof zines.listZines>('/api/zines'),
    pathStart<typeof search.searchZines>('/api/search/zines'),
    pathStart<typeof search.searchCreators>('/api/search/users'),
    pathStart<typeof creators.readUser>('/api/users'),
    pathStart<typeof projects.readProject>('/api/projects'),
    pathStart<typeof accounts.readViewer>('/api/auth/user'),
  )
