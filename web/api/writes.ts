import type { MutationKey, MutationOptions, QueryClient } from '@tanstack/react-query'
import { type IsIt, isObject } from './queries.ts'

type Write<Answer, Before> = MutationOptions<Answer, Error, void, Before> & { mutationKey: MutationKey }

/** Runs one write per mutation key at a time. Cheaper than a hook in each of dozens of heart buttons. */
export function runMutation<Answer, Before>(queries: QueryClient, write: Write<Answer, Before>) {
  if (queries.isMutating({ mutationKey: write.mutationKey }) > 0) return
  const mutation = queries.getMutationCache().build(queries, {
    ...write,
    // Not awaited, because Undo must work while lists refresh.
    onSuccess: (...done) => void write.onSuccess?.(...done),
  })
  mutation.execute().catch(() => undefined)
}

/** Changes an object in every cached response. Returns a function that restores them. */
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

/** Returns the same value if it does not contain the object, to avoid rendering again. */
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

export const refreshPaths = (queries: QueryClient, ...prefixes: string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
  })
