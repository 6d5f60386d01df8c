import type { MutationKey, MutationOptions, QueryClient } from '@tanstack/react-query'

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
