import type * as search from '#contract/search.ts'
import type * as contract from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { listQuery } from '#web/api/queries.ts'

const listZines = call<typeof contract.listZines>('GET', '/api/zines')
const searchZines = call<typeof search.searchZines>('GET', '/api/search/zines')

/** The newest, or what a text finds among them. */
export const zinesQuery = (search?: string) =>
  search ? listQuery(searchZines, { query: { search } }) : listQuery(listZines)

export const popularZinesQuery = (search?: string) =>
  listQuery(searchZines, { query: { filter: 'popular', search } })
