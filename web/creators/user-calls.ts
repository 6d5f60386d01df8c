import type * as accounts from '#contract/accounts.ts'
import type * as contract from '#contract/creators.ts'
import type * as zines from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { optionalItemQuery } from '#web/api/find-query.ts'
import { listQuery } from '#web/api/queries.ts'

export const readUser = call<typeof contract.readUser>('GET', '/api/users/:id')
export const updateUser = call<typeof accounts.updateUser>('PUT', '/api/users/:id')
const listUserZines = call<typeof zines.listUserZines>('GET', '/api/users/:id/zines')

export const userQuery = (id: string) => optionalItemQuery(readUser, { params: { id } })
export const userZinesQuery = (id: string, cursor?: string) =>
  listQuery(listUserZines, { params: { id }, query: { cursor } })
