import { useQueryClient } from '@tanstack/react-query'
import type { FocusSession } from '#contract/focus-sessions.ts'
import { askInAgain } from '#web/accounts/session-ended.ts'
import { ApiError, apiSend } from '#web/api/api.ts'
import { sentenceOf } from '#web/api/error-sentence.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { dropUnsent } from '../timer/shared-timer.ts'
import { announceTime, refreshTime, writeTime } from '../write-time.ts'

/** Putting a session right. What its project adds up to follows at once; each answers whether it was done. */
export function useSessionWrites(userId: string, { id, projectId }: FocusSession) {
  const queries = useQueryClient()
  const time = { userId, projectId }
  const write = async (method: 'PUT' | 'DELETE', body: { userId: string; duration?: number }) => {
    const send = () => apiSend<{ totalMinutes: number }>(method, `/api/focus-sessions/${id}`, body)
    const { isRead } = await writeTime(queries, time, send)
    announceTime(time)
    await isRead
  }

  const correct = async (duration: number) => {
    try {
      await write('PUT', { duration, userId })
      return true
    } catch (error) {
      if (isGone(error)) void refreshTime(queries, time)
      return failed(error, 'The session could not be corrected. Please try again.')
    }
  }

  /** One that another tab has removed already is. */
  const remove = async () => {
    try {
      await write('DELETE', { userId })
    } catch (error) {
      if (!isGone(error)) return failed(error, 'The session could not be removed. Please try again.')
      await refreshTime(queries, time)
    }
    dropUnsent(userId, id)
    showToast({ title: 'Session removed' })
    return true
  }

  return { correct, remove }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

function failed(error: unknown, fallback: string) {
  showToast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' })
  askInAgain(error)
  return false
}
