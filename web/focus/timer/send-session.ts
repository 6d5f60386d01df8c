import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/api.ts'
import { logFocusSession } from '../focus-calls.ts'
import { refreshTime, writeTime } from '../write-time.ts'
import type { Session } from './timer-model.ts'
import type { Outcome } from './unsent-sessions.ts'

/** Logs a session of a member, and shows what its project adds up to by then. */
export async function sendSession(queries: QueryClient, userId: string, session: Session): Promise<Outcome> {
  const time = { userId, projectId: session.project.id }
  const body = {
    id: session.id,
    projectId: session.project.id,
    duration: session.minutes,
    sessionType: 'focus' as const,
    startedAt: new Date(session.startedAt).toISOString(),
    userId,
  }
  try {
    await writeTime(queries, time, () => logFocusSession({ body }))
    return { is: 'logged' }
  } catch (error) {
    if (isGone(error)) void refreshTime(queries, time)
    return outcomeOf(error)
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Somebody else may be signed in by now (403): the session waits for its member like after a sign-out. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { is: 'lost' }
  if (error.status === 401 || error.status === 403) return { is: 'signed out' }
  if (isGone(error)) return { is: 'refused', problem: 'Its project is not there any more.' }
  const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408
  if (isFinal) return { is: 'refused', problem: error.sentence }
  return { is: error.status >= 500 ? 'failed' : 'lost' }
}
