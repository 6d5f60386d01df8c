import type * as contract from '#contract/documents.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

export const addDocument = call<typeof contract.addDocument>('POST', '/api/drafts/:id/documents')
const listDocuments = call<typeof contract.listDocuments>('GET', '/api/drafts/:id/documents')
export const readDocument = call<typeof contract.readDocument>('GET', '/api/documents/:id')
export const splitDocument = call<typeof contract.splitDocument>('PUT', '/api/documents/:id')
export const deleteDocument = call<typeof contract.deleteDocument>('DELETE', '/api/documents/:id')

/** The PDFs of a draft, the first given first. */
export const pdfsQuery = (draftId: string) => itemQuery(listDocuments, { params: { id: draftId } })
