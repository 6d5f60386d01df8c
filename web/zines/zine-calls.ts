import type * as search from '#contract/search.ts'
import type * as contract from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { type ListPart, listQuery } from '#web/api/queries.ts'

const listZines = call<typeof contract.listZines>('GET', '/api/zines')
const searchZines = call<typeof search.searchZines>('GET', '/api/search/zines')

/** The newest, or what a text finds among them. */
export const zinesQuery = (part: ListPart = {}) =>
  part.search
    ? listQuery(searchZines, { query: part })
    : listQuery(listZines, { query: { cursor: part.cursor } })

export const popularZinesQuery = (part?: ListPart) =>
  listQuery(searchZines, { query: { filter: 'popular', ...part } })
