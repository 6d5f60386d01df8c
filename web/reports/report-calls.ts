import type * as moderation from '#contract/moderation.ts'
import type * as reports from '#contract/reports.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

export const createReport = call<typeof reports.createReport>('POST', '/api/reports')
export const readModerationEmail = call<typeof reports.readModerationEmail>('POST', '/api/reports/email')
export const decideByEmail = call<typeof reports.decideByEmail>('POST', '/api/reports/email/decide')

const listHiddenZines = call<typeof moderation.listHiddenZines>('GET', '/api/users/:id/hidden-zines')
const listDecisions = call<typeof moderation.listDecisions>('GET', '/api/users/:id/decisions')
export const replyToDecision = call<typeof moderation.replyToDecision>('POST', '/api/decisions/:id/reply')
export const readDecision = call<typeof moderation.readDecision>('POST', '/api/decisions/read')
export const replyByLink = call<typeof moderation.replyByLink>('POST', '/api/decisions/reply')

/** More than any member is likely to have. Older ones are omitted. */
const maxItems = 100

export const hiddenZinesQuery = (userId: string) =>
  itemQuery(listHiddenZines, { params: { id: userId }, query: { limit: maxItems } })
export const decisionsQuery = (userId: string) =>
  itemQuery(listDecisions, { params: { id: userId }, query: { limit: maxItems } })
