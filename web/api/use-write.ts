import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as accounts from '#contract/accounts.ts'
import type * as creators from '#contract/creators.ts'
import type * as projects from '#contract/projects.ts'
import type * as search from '#contract/search.ts'
import type * as shelves from '#contract/shelves.ts'
import type * as zines from '#contract/zines.ts'
import { pathStart } from './call.ts'
import { refreshPaths } from './writes.ts'

type Write<Result, Variables> = UseMutationOptions<Result, Error, Variables> & {
  lockKey?: (variables: Variables) => unknown
}

/** How long an unmounted write keeps its variables, in milliseconds: they may contain passwords. */
const variablesTtlMs = 1_000

/**
 * For components that show a write's state; buttons without one use `runMutation`. Runs one write per target at a time.
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

export const refreshLists = (queries: QueryClient) =>
  refreshPaths(
    queries,
    pathStart<typeof zines.listZines>('/api/zines'),
    pathStart<typeof search.searchZines>('/api/search/zines'),
    pathStart<typeof search.searchCreators>('/api/search/users'),
    pathStart<typeof creators.readUser>('/api/users'),
    pathStart<typeof shelves.readShelf>('/api/shelves'),
    pathStart<typeof projects.readProject>('/api/projects'),
    pathStart<typeof accounts.readViewer>('/api/auth/user'),
  )
