import type * as contract from '#contract/imports.ts'
import { call } from '#web/api/call.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'

export const beginImport = call<typeof contract.beginImport>('POST', '/api/imports')
const listImports = call<typeof contract.listImports>('GET', '/api/users/:id/imports')
const readImport = call<typeof contract.readImport>('GET', '/api/imports/:id')
const listImportedDrafts = call<typeof contract.listImportedDrafts>('GET', '/api/users/:id/imported-drafts')

export const importsQuery = (userId: string) => itemQuery(listImports, { params: { id: userId } })

export const importQuery = (id: string) => itemQuery(readImport, { params: { id } })

export const importedDraftsQuery = (userId: string) => listQuery(listImportedDrafts, { params: { id: userId } })
