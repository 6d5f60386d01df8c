import type * as search from '#contract/search.ts'
import type * as contract from '#contract/zines.ts'
import { call } from '#web/api/call.ts'
import { findQuery, listQuery } from '#web/api/queries.ts'

const listZines = call<typeof contract.listZines>('GET', '/api/zines')
const searchZines = call<typeof search.searchZines>('GET', '/api/search/zines')
const listUserZines = call<typeof contract.listUserZines>('GET', '/api/users/:id/zines')
const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')

/** The newest, or what a text finds among them. */
export const zinesQuery = (search?: string) =>
  search ? listQuery(searchZines, { query: { search } }) : listQuery(listZines)

export const popularZinesQuery = (search?: string) =>
  listQuery(searchZines, { query: { filter: 'popular', search } })

export const userZinesQuery = (id: string) => listQuery(listUserZines, { params: { id } })

export const zineQuery = (id: string) => findQuery(readZine, { params: { id } })
