import type * as contract from '#contract/creators.ts'
import type * as search from '#contract/search.ts'
import { call } from '#web/api/call.ts'
import { findQuery, listQuery } from '#web/api/queries.ts'

const searchCreators = call<typeof search.searchCreators>('GET', '/api/search/users')
const readUser = call<typeof contract.readUser>('GET', '/api/users/:id')

/** All of them, or those that a text finds. */
export const creatorsQuery = (search?: string) => listQuery(searchCreators, { query: { search } })

export const userQuery = (id: string) => findQuery(readUser, { params: { id } })
