import type * as contract from '#contract/follows.ts'
import { call } from '#web/api/call.ts'

export const listFollowedZines = call<typeof contract.listFollowedZines>('GET', '/api/users/:id/followed-zines')
