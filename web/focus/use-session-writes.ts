import { useQueryClient } from '@tanstack/react-query'
import type { CountedSession, FocusSession } from '#contract/focus-sessions.ts'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { ApiError, apiSend } from '#web/api.ts'
import { sentenceOf } from '#web/error-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { countTime } from './count-time.ts'
import { refreshSessions } from './send-session.ts'

/** Putting a session right. What its project adds up to follows at once; each answers whether it was done. */
export function useSessionWrites(userId: string, { id, projectId }: FocusSession) {
  const queries = useQueryClient()
  const path = `/api/focus-sessions/${id}`
  const follow = async (totalMinutes: number) => {
    countTime(queries, projectId, totalMinutes)
    await refreshSessions(queries, userId, projectId)
  }

  const correct = async (duration: number) => {
    try {
      const { totalMinutes } = await apiSend<CountedSession>('PUT', path, { duration, userId })
      await follow(totalMinutes)
      return true
    } catch (error) {
      return failed(error, 'The session could not be corrected. Please try again.')
    }
  }

  const remove = async () => {
    try {
      const { totalMinutes } = await apiSend<{ totalMinutes: number }>('DELETE', path, { userId })
      await follow(totalMinutes)
      showToast({ title: 'Session removed' })
      return true
    } catch (error) {
      return failed(error, 'The session could not be removed. Please try again.')
    }
  }

  /** What another tab has removed already is read again. */
  function failed(error: unknown, fallback: string) {
    showToast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' })
    if (error instanceof ApiError && error.status === 401) openSignIn({ because: 'session' })
    if (error instanceof ApiError && error.status === 404) void refreshSessions(queries, userId, projectId)
    return false
  }

  return { correct, remove }
}
