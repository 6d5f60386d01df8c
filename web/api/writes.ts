import type { MutationKey, MutationOptions, QueryClient } from '@tanstack/react-query'
import { type EntityMatcher, isObject } from './queries.ts'

type Write<Result, Before> = MutationOptions<Result, Error, void, Before> & { mutationKey: MutationKey }

/** Runs one write per mutation key at a time. Cheaper than a hook in each of dozens of heart buttons. */
export function runMutation<Result, Before>(queries: QueryClient, write: Write<Result, Before>) {
  if (queries.isMutating({ mutationKey: write.mutationKey }) > 0) return
  const mutation = queries.getMutationCache().build(queries, {
    ...write,
    // Not awaited, because Undo must work while lists refresh.
    onSuccess: (...args) => void write.onSuccess?.(...args),
  })
  mutation.execute().catch(() => undefined)
}

/** Changes an object in every cached response. Returns a function that restores them. */
export function patchCached<Entity extends object>(
  queries: QueryClient,
  matches: EntityMatcher<Entity>,
  patch: (entity: Entity) => Partial<Entity>,
) {
  const before = queries.getQueriesData({}).filter(([key, data]) => {
    const after = patched(data, matches, patch)
    if (after === data) return false
    queries.setQueryData(key, after)
    return true
  })
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data)
  }
}

/** Returns the same value if it does not contain the object, to avoid rendering again. */
function patched<Entity extends object>(
  value: unknown,
  matches: EntityMatcher<Entity>,
  patch: (entity: Entity) => Partial<Entity>,
): unknown {
  if (!isObject(value)) return value
  if (matches(value)) return { ...value, ...patch(value) }
  let copy: Record<string, unknown> | undefined
  for (const [key, child] of Object.entries(value)) {
    const next = patched(child, matches, patch)
    if (next === child) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[key] = next
  }
  return copy ?? value
}

export const refreshPaths = (queries: QueryClient, ...prefixes: string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)),
  })

/** Signing in reloads what is shown. A response from before a write must not overwrite its result. */
export const waitForReads = (queries: QueryClient) =>
  queries.refetchQueries({ type: 'active' }, { cancelRefetch: false })
