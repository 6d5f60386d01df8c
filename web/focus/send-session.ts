import type { QueryClient } from '@tanstack/react-query'
import type { CountedSession } from '#contract/focus-sessions.ts'
import { ApiError, apiSend, refreshPaths } from '#web/api.ts'
import { countTime } from './count-time.ts'
import type { Session } from './timer-model.ts'
import type { Answer } from './unsent-sessions.ts'

/** Logs a session of a member, and shows what its project adds up to by then. */
export async function sendSession(queries: QueryClient, userId: string, session: Session): Promise<Answer> {
  const body = {
    id: session.id,
    projectId: session.project.id,
    duration: session.minutes,
    sessionType: 'focus',
    startedAt: new Date(session.startedAt).toISOString(),
    userId,
  }
  try {
    const { totalMinutes } = await apiSend<CountedSession>('POST', '/api/focus-sessions', body)
    countTime(queries, session.project.id, totalMinutes)
    void refreshSessions(queries, userId, session.project.id)
    return { is: 'logged' }
  } catch (error) {
    if (isGone(error)) void refreshTime(queries, userId, session.project.id)
    return answerOf(error)
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Somebody else may be signed in by now (403): the session waits for its member like after a sign-out. */
function answerOf(error: unknown): Answer {
  if (!(error instanceof ApiError)) return { is: 'lost' }
  if (error.status === 401 || error.status === 403) return { is: 'signed out' }
  if (isGone(error)) return { is: 'refused', problem: 'Its project is not there any more.' }
  const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408
  return isFinal ? { is: 'refused', problem: error.sentence } : { is: 'lost' }
}

/** What is being read just now may be from before: it is asked for anew as well. */
export async function refreshSessions(queries: QueryClient, userId: string, projectId: string) {
  const paths = [sessionsPath(projectId), daysPath(userId)]
  const isOne = (path: string) => paths.some((each) => path.startsWith(each))
  await queries.cancelQueries({ predicate: ({ queryKey }) => isOne(String(queryKey[0])) })
  await refreshPaths(queries, ...paths)
}

/** Reads everything again in which the time of a project shows. */
export async function refreshTime(queries: QueryClient, userId: string, projectId: string) {
  await refreshPaths(queries, `/api/users/${userId}/projects`)
  await refreshSessions(queries, userId, projectId)
}

export const sessionsPath = (projectId: string) => `/api/projects/${projectId}/focus-sessions`
export const daysPath = (userId: string) => `/api/users/${userId}/focus-days`
