import { type Filters, isFiltered } from '#contract/filters.ts'
import type * as search from '#contract/search.ts'
import type * as contract from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { type ListPart, listQuery } from '#web/api/queries.ts'

const listZines = call<typeof contract.listZines>('GET', '/api/zines')
const searchZines = call<typeof search.searchZines>('GET', '/api/search/zines')

/** Of a list of zines, also what they must say of themselves. */
export type ZinePart = ListPart & Filters

/** The newest, or what a text and filters find among them. */
export const zinesQuery = (part: ZinePart = {}) =>
  part.search || isFiltered(part)
    ? listQuery(searchZines, { query: part })
    : listQuery(listZines, { query: { cursor: part.cursor } })

export const popularZinesQuery = (part?: ZinePart) =>
  listQuery(searchZines, { query: { filter: 'popular', ...part } })
