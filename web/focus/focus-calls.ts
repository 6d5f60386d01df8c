import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/focus-sessions.ts'
import { ApiError, call, isNotFound } from '#web/api/call.ts'
import { projectsPath } from '#web/api/project-lists.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { broadcastToTabs, openTabChannel } from '#web/browser/tab-channel.ts'
import type { Session } from './timer/timer-model.ts'
import type { Outcome } from './timer/unsent-sessions.ts'

const listFocusSessions = call<typeof contract.listFocusSessions>('GET', '/api/projects/:id/focus-sessions')
const listFocusDays = call<typeof contract.listFocusDays>('GET', '/api/users/:id/focus-days')
const logFocusSession = call<typeof contract.logFocusSession>('POST', '/api/focus-sessions')
export const correctFocusSession = call<typeof contract.correctFocusSession>('PUT', '/api/focus-sessions/:id')
export const deleteFocusSession = call<typeof contract.deleteFocusSession>('DELETE', '/api/focus-sessions/:id')

export const focusSessionsQuery = (projectId: string) => listQuery(listFocusSessions, { params: { id: projectId } })

type Days = { timeZone?: string; projectId?: string }

export const focusDaysQuery = (userId: string, days: Days = {}) =>
  itemQuery(listFocusDays, { params: { id: userId }, query: days })

type TimeChange = { userId: string; projectId: string }

export async function sendSession(queries: QueryClient, userId: string, session: Session): Promise<Outcome> {
  const change = { userId, projectId: session.project.id }
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
    void refreshTime(queries, change)
    return { kind: 'logged' }
  } catch (error) {
    if (isNotFound(error)) void refreshTime(queries, change)
    return toOutcome(error)
  }
}

/** 403 means that another member is signed in. The focus session then waits, as after a sign-out. */
function toOutcome(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' }
  if (error.status === 401 || error.status === 403) return { kind: 'signed out' }
  if (isNotFound(error)) return { kind: 'refused', problem: t`Its project no longer exists.` }
  const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408
  if (isFinal) return { kind: 'refused', problem: error.userMessage }
  return { kind: error.status >= 500 ? 'failed' : 'unreachable' }
}

/** Refetches all reads that include this project's time, because two responses may arrive in any order. */
export async function refreshTime(queries: QueryClient, { userId, projectId }: TimeChange) {
  const [sessions] = focusSessionsQuery(projectId).queryKey
  const [days] = focusDaysQuery(userId).queryKey
  const paths = [projectsPath(userId), sessions, days]
  const isAffected = (path: string) => paths.some((affected) => path.startsWith(affected))
  await queries.cancelQueries({ predicate: ({ queryKey }) => isAffected(String(queryKey[0])) })
  await refreshPaths(queries, ...paths)
}

const channelName = 'foldout:focus-time'

export const broadcastTimeChange = (change: TimeChange) => broadcastToTabs(channelName, change)

/** Refreshes this tab when another tab changes focus time. Returns a stop function. */
export const onTimeChange = (queries: QueryClient) =>
  openTabChannel<TimeChange>(channelName, (change) => void refreshTime(queries, change)).close
