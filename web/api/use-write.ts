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

type Write<Answer, Variables> = UseMutationOptions<Answer, Error, Variables> & {
  thing?: (variables: Variables) => unknown
}

/** How long an unmounted write keeps its variables, in milliseconds: they may contain passwords. */
const forgottenAfter = 1_000

/**
 * For components that show a write's state; buttons without one use `runMutation`. Runs one write per target at a time.
 * Resolves with whether the write succeeded, even if `onSuccess` throws: that is a bug, and is reported.
 */
export function useWrite<Answer, Variables = void>({
  thing,
  onSuccess,
  ...options
}: Write<Answer, Variables>) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    gcTime: forgottenAfter,
    ...options,
    onSuccess: async (...done) => {
      try {
        await onSuccess?.(...done)
      } catch (error) {
        reportError(error)
      }
    },
  })
  const underWay = useRef(new Set<unknown>())
  const write = async (variables: Variables) => {
    const which = thing?.(variables)
    if (underWay.current.has(which)) return false
    underWay.current.add(which)
    try {
      await mutateAsync(variables)
      return true
    } catch {
      return false
    } finally {
      underWay.current.delete(which)
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
