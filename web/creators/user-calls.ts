import type * as accounts from '#contract/accounts.ts'
import type * as contract from '#contract/creators.ts'
import { call } from '#web/api/call.ts'
import { findQuery } from '#web/api/queries.ts'

const readUser = call<typeof contract.readUser>('GET', '/api/users/:id')
export const updateUser = call<typeof accounts.updateUser>('PUT', '/api/users/:id')

export const userQuery = (id: string) => findQuery(readUser, { params: { id } })
