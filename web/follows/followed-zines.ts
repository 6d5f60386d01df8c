import type { Filters } from '#contract/filters.ts'
import type * as contract from '#contract/follows.ts'
import { call } from '#web/api/call.ts'
import { type ListParams, listQuery } from '#web/api/queries.ts'

const listFollowedZines = call<typeof contract.listFollowedZines>('GET', '/api/users/:id/followed-zines')

export const followedZinesQuery = (id: string, params?: ListParams & Filters) =>
  listQuery(listFollowedZines, { params: { id }, query: params })
