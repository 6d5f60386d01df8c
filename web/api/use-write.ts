import { type QueryClient, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as accounts from '#contract/accounts.ts'
import type * as creators from '#contract/creators.ts'
import type * as projects from '#contract/projects.ts'
import type * as search from '#contract/search.ts'
import type * as zines from '#contract/zines.ts'
import { pathStart } from './call.ts'
import { refreshPaths } from './writes.ts'

/**
 * A write that is made once, however often it is asked for while it is under way. Answers whether it was done; what is
 * to be said of it, its `onSuccess` and `onError` say. What fails in `onSuccess` is no failure of the write: that is
 * done, and the rest is a fault to be reported. Whoever needs its error, or writes several things at
 * once, takes `useMutation`; a button that a page has dozens of takes `runMutation`.
 */
export function useWrite<Answer, Variables = void>({
  onSuccess,
  ...options
}: UseMutationOptions<Answer, Error, Variables>) {
  const { mutateAsync, isPending, isSuccess } = useMutation({
    ...options,
    onSuccess: async (...done) => {
      try {
        await onSuccess?.(...done)
      } catch (error) {
        reportError(error)
      }
    },
  })
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
