import type * as contract from '#contract/search.ts'
import { call } from '#web/api/call.ts'
import { type ListPart, listQuery } from '#web/api/queries.ts'

const searchCreators = call<typeof contract.searchCreators>('GET', '/api/search/users')

/** All of them, or those that a text finds. */
export const creatorsQuery = (part?: ListPart) => listQuery(searchCreators, { query: part })
