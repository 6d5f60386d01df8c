import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/drafts.ts'
import { call } from '#web/api/call.ts'
import { optionalItemQuery } from '#web/api/find-query.ts'
import { itemQuery } from '#web/api/queries.ts'
import { workingCopy } from '#web/api/use-write.ts'
import { refreshPaths } from '#web/api/writes.ts'

const listDrafts = call<typeof contract.listDrafts>('GET', '/api/users/:id/drafts')
const readDraft = call<typeof contract.readDraft>('GET', '/api/drafts/:id')
export const createDraft = call<typeof contract.createDraft>('POST', '/api/drafts')
export const updateDraft = call<typeof contract.updateDraft>('PUT', '/api/drafts/:id')
export const scheduleDraft = call<typeof contract.scheduleDraft>('PUT', '/api/drafts/:id/schedule')
export const publishDraft = call<typeof contract.publishDraft>('POST', '/api/drafts/:id/publish')
export const deleteDraft = call<typeof contract.deleteDraft>('DELETE', '/api/drafts/:id')

export const draftsQuery = (userId: string) => itemQuery(listDrafts, { params: { id: userId } })

export const draftQuery = (id: string) => ({
  ...optionalItemQuery(readDraft, { params: { id } }),
  meta: workingCopy,
})

export const refreshDrafts = (queries: QueryClient, userId: string) =>
  refreshPaths(queries, listDrafts.path({ params: { id: userId } }))
