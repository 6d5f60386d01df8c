import type * as contract from '#contract/moderation.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

const listHiddenZines = call<typeof contract.listHiddenZines>('GET', '/api/users/:id/hidden-zines')
const listDecisions = call<typeof contract.listDecisions>('GET', '/api/users/:id/decisions')
export const replyToDecision = call<typeof contract.replyToDecision>('POST', '/api/decisions/:id/reply')
export const readDecision = call<typeof contract.readDecision>('POST', '/api/decisions/read')
export const replyByLink = call<typeof contract.replyByLink>('POST', '/api/decisions/reply')

/** As many as anybody will have; what is beyond them is older. */
const most = 100

/** Only their maker may read these. */
export const hiddenZinesQuery = (userId: string) =>
  itemQuery(listHiddenZines, { params: { id: userId }, query: { limit: most } })
export const decisionsQuery = (userId: string) =>
  itemQuery(listDecisions, { params: { id: userId }, query: { limit: most } })
