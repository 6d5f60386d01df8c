import {
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type * as accounts from '#contract/accounts.ts'
import type * as creators from '#contract/creators.ts'
import type * as projects from '#contract/projects.ts'
import type * as search from '#contract/search.ts'
import type * as zines from '#contract/zines.ts'
import { pathStart } from './call.ts'
import { type IsIt, isObject } from './queries.ts'

/**
 * A write that is made once, however often it is asked for while it is under way. Answers whether it was done; what is
 * to be said of it, its `onSuccess` and `onError` say. Whoever needs its error, or writes several things at
 * once, takes `useMutation`; a button that a page has dozens of takes `runMutation`.
 */
export function useWrite<Answer, Variables = void>(options: UseMutationOptions<Answer, Error, Variables>) {
  const { mutateAsync, isPending, isSuccess } = useMutation(options)
  const isUnderWay = useRef(false)
  const write = async (variables: Variables) => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    try {
      await mutateAsync(variables)
      return true
    } catch {
      return false
    } finally {
      isUnderWay.current = false
    }
  }
  return { write, isPending, isSuccess }
}

type Write<Answer, Before> = MutationOptions<Answer, Error, void, Before> & { mutationKey: MutationKey }

/**
 * Runs a write at a click, one of its kind at a time, whichever button asks: there are dozens of hearts, and a hook in
 * each would cost more than the write. What is to be said of a failure, `onError` says.
 */
export function runMutation<Answer, Before>(queries: QueryClient, write: Write<Answer, Before>) {
  if (queries.isMutating({ mutationKey: write.mutationKey }) > 0) return
  const mutation = queries.getMutationCache().build(queries, write)
  mutation.execute().catch(() => undefined)
}

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
