import type * as contract from '#contract/blocks.ts'
import { call } from '#web/api/call.ts'
import { listQuery } from '#web/api/queries.ts'

export const blockCreator = call<typeof contract.blockCreator>('PUT', '/api/users/:id/blocks/:creatorId')
export const unblockCreator = call<typeof contract.unblockCreator>('DELETE', '/api/users/:id/blocks/:creatorId')
export const addUnwantedZine = call<typeof contract.addUnwantedZine>('PUT', '/api/users/:id/unwanted-zines/:zineId')
export const removeUnwantedZine = call<typeof contract.removeUnwantedZine>(
  'DELETE',
  '/api/users/:id/unwanted-zines/:zineId',
)
const listBlockedCreators = call<typeof contract.listBlockedCreators>('GET', '/api/users/:id/blocks')
const listUnwantedZines = call<typeof contract.listUnwantedZines>('GET', '/api/users/:id/unwanted-zines')

export const blockedCreatorsQuery = (id: string) => listQuery(listBlockedCreators, { params: { id } })
export const unwantedZinesQuery = (id: string) => listQuery(listUnwantedZines, { params: { id } })
