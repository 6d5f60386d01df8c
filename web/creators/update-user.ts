import type * as contract from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'

export const updateUser = call<typeof contract.updateUser>('PUT', '/api/users/:id')
