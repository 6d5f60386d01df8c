import {
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'

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
