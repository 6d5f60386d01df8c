import type * as contract from '#contract/focus-sessions.ts'
import { call } from '#web/api/call.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'

const listFocusSessions = call<typeof contract.listFocusSessions>('GET', '/api/projects/:id/focus-sessions')
const listFocusDays = call<typeof contract.listFocusDays>('GET', '/api/users/:id/focus-days')
export const logFocusSession = call<typeof contract.logFocusSession>('POST', '/api/focus-sessions')
export const correctFocusSession = call<typeof contract.correctFocusSession>('PUT', '/api/focus-sessions/:id')
export const deleteFocusSession = call<typeof contract.deleteFocusSession>(
  'DELETE',
  '/api/focus-sessions/:id',
)

export const focusSessionsQuery = (projectId: string) =>
  listQuery(listFocusSessions, { params: { id: projectId } })

type Days = { timeZone?: string; projectId?: string }

/** The minutes per day of all projects, or of one. */
export const focusDaysQuery = (userId: string, days: Days = {}) =>
  itemQuery(listFocusDays, { params: { id: userId }, query: days })
