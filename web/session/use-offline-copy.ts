import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { keepWhenIdle } from '#web/offline/keep-when-idle.ts'
import { findCopy } from '#web/offline/offline-workspace.ts'
import { useRetryWhenReachable } from '#web/ui/states/load-failure.tsx'

/** Whether the page shows what this browser last saw, because the site has not answered yet. */
export const OfflineCopyContext = createContext(false)

type Place = { userId: string; path: string; isSignedOut: boolean }

/**
 * Saves each response in this browser. If the site is unreachable, returns the last one, or null if there is none, and
 * reads again when the site is reachable.
 */
export function useOfflineCopy<Response>(place: Place, read: UseQueryResult<Response | null>) {
  const { userId, path, isSignedOut } = place
  const { data, isError, error } = read
  const [copy, setCopy] = useState<Response | null>()
  useEffect(() => {
    if (data !== undefined && !isSignedOut) void keepWhenIdle(userId, { path, body: data as object | null })
  }, [userId, path, data, isSignedOut])
  useEffect(() => {
    if (!isError) return
    const find = error instanceof ApiError ? Promise.resolve(undefined) : findCopy(userId, path).catch(() => undefined)
    void find.then((found) => setCopy((shown) => (found as Response | undefined) ?? shown ?? null))
  }, [userId, path, isError, error])
  useRetryWhenReachable(isError && copy !== null, () => void read.refetch())
  return copy
}
