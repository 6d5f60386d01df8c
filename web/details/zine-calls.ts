import type * as contract from '#contract/zines.ts'
import { call } from '#web/api/call.ts'

export const readZine = call<typeof contract.readZine>('GET', '/api/zines/:id')
