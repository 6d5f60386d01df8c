import { useQueryClient } from '@tanstack/react-query'
import type { FocusSession } from '#contract/focus-sessions.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { correctFocusSession, deleteFocusSession } from '../focus-calls.ts'
import { dropUnsent } from '../timer/use-timer.ts'
import { announceTime, refreshTime, writeTime } from '../write-time.ts'

/** Putting a session right. What its project adds up to follows at once; each answers whether it was done. */
export function useSessionWrites(userId: string, { id, projectId }: FocusSession) {
  const queries = useQueryClient()
  const time = { userId, projectId }
  const write = async (send: () => Promise<unknown>) => {
    const { isRead } = await writeTime(queries, time, send)
    announceTime(time)
    await isRead
  }

  const { write: correct } = useWrite({
    mutationFn: (duration: number) =>
      write(() => correctFocusSession({ params: { id }, body: { duration, userId } })),
    onError: (error) => {
      if (isGone(error)) void refreshTime(queries, time)
      sayFailure(error, 'The session could not be corrected. Please try again.')
    },
  })

  const { write: remove } = useWrite({
    /** One that another tab has removed already is. */
    mutationFn: () => {
      // The server has it, as it is in the list. A retry after the removal would log it once more.
      dropUnsent(userId, id)
      return write(() => deleteFocusSession({ params: { id }, body: { userId } })).catch((error: unknown) => {
        if (!isGone(error)) throw error
        return refreshTime(queries, time)
      })
    },
    onSuccess: () => showToast({ title: 'Session removed' }),
    onError: (error) => sayFailure(error, 'The session could not be removed. Please try again.'),
  })

  return { correct, remove }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

function sayFailure(error: unknown, fallback: string) {
  showToast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' })
  askInAgain(error)
}
