import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/focus-sessions.ts'
import { ApiError, call, isGone } from '#web/api/call.ts'
import { projectsPath } from '#web/api/project-lists.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { openTabChannel, tellTabs } from '#web/browser/tab-channel.ts'
import type { Session } from './timer/timer-model.ts'
import type { Outcome } from './timer/unsent-sessions.ts'

const listFocusSessions = call<typeof contract.listFocusSessions>('GET', '/api/projects/:id/focus-sessions')
const listFocusDays = call<typeof contract.listFocusDays>('GET', '/api/users/:id/focus-days')
const logFocusSession = call<typeof contract.logFocusSession>('POST', '/api/focus-sessions')
export const correctFocusSession = call<typeof contract.correctFocusSession>('PUT', '/api/focus-sessions/:id')
export const deleteFocusSession = call<typeof contract.deleteFocusSession>(
  'DELETE',
  '/api/focus-sessions/:id',
)

export const focusSessionsQuery = (projectId: string) =>
  listQuery(listFocusSessions, { params: { id: projectId } })

type Days = { timeZone?: string; projectId?: string }

export const focusDaysQuery = (userId: string, days: Days = {}) =>
  itemQuery(listFocusDays, { params: { id: userId }, query: days })

type ProjectTime = { userId: string; projectId: string }

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
    await logFocusSession({ body })
    void refreshTime(queries, time)
    return { is: 'logged' }
  } catch (error) {
    if (isGone(error)) void refreshTime(queries, time)
    return outcomeOf(error)
  }
}

/** 403 means that another member is signed in. The focus session then waits, as after a sign-out. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { is: 'lost' }
  if (error.status === 401 || error.status === 403) return { is: 'signed out' }
  if (isGone(error)) return { is: 'refused', problem: 'Its project no longer exists.' }
  const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408
  if (isFinal) return { is: 'refused', problem: error.sentence }
  return { is: error.status >= 500 ? 'failed' : 'lost' }
}

/** Refetches all reads that include this project's time, because two responses may arrive in any order. */
export async function refreshTime(queries: QueryClient, { userId, projectId }: ProjectTime) {
  const [sessions] = focusSessionsQuery(projectId).queryKey
  const [days] = focusDaysQuery(userId).queryKey
  const paths = [projectsPath(userId), sessions, days]
  const isOne = (path: string) => paths.some((each) => path.startsWith(each))
  await queries.cancelQueries({ predicate: ({ queryKey }) => isOne(String(queryKey[0])) })
  await refreshPaths(queries, ...paths)
}

const channelName = 'foldout:focus-time'

export const announceTime = (change: ProjectTime) => tellTabs(channelName, change)

/** Refreshes this tab when another tab changes focus time. Returns a stop function. */
export const hearTime = (queries: QueryClient) =>
  openTabChannel<ProjectTime>(channelName, (change) => void refreshTime(queries, change)).close
