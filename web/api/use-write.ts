import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Write<Result, Variables> = UseMutationOptions<Result, Error, Variables> & {
  lockKey?: (variables: Variables) => unknown
}

/** How long an unmounted write keeps its variables, in milliseconds: they may contain passwords. */
const variablesTtlMs = 1_000

/**
 * Components that show a write's state use this, and buttons without one use `runMutation`. Runs one write per target at a time.
 * Resolves with whether the write succeeded, even if `onSuccess` throws: that is a bug, and is reported.
 */
export function useWrite<Result, Variables = void>({ lockKey, onSuccess, ...options }: Write<Result, Variables>) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    gcTime: variablesTtlMs,
    ...options,
    onSuccess: async (...args) => {
      try {
        await onSuccess?.(...args)
      } catch (error) {
        reportError(error)
      }
    },
  })
  const pendingKeys = useRef(new Set<unknown>())
  const write = async (variables: Variables) => {
    const key = lockKey?.(variables)
    if (pendingKeys.current.has(key)) return false
    pendingKeys.current.add(key)
    try {
      await mutateAsync(variables)
      return true
    } catch {
      return false
    } finally {
      pendingKeys.current.delete(key)
    }
  }
  return { write, isPending, isSuccess }
}

/** Marks, in `meta`, a query whose response the member is editing. Only its own writes may replace it. */
export const workingCopy = { isWorkingCopy: true }

/** After a change that lists of zines, creators or the member's own work may show: refreshes all but working copies. */
export const refreshLists = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ meta }) => !meta?.isWorkingCopy })
