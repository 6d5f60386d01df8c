import type * as contract from '#contract/reports.ts'
import { call } from '#web/api/call.ts'

export const createReport = call<typeof contract.createReport>('POST', '/api/reports')
export const readLetter = call<typeof contract.readLetter>('POST', '/api/reports/letter')
export const decideByLetter = call<typeof contract.decideByLetter>('POST', '/api/reports/letter/decide')
