import type * as contract from '#contract/project-versions.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

export const listProjectVersions = call<typeof contract.listProjectVersions>(
  'GET',
  '/api/projects/:id/versions',
)
export const readProjectVersion = call<typeof contract.readProjectVersion>(
  'GET',
  '/api/projects/:id/versions/:version',
)

export const versionsQuery = (id: string) => itemQuery(listProjectVersions, { params: { id } })
export const versionQuery = (id: string, version: number) =>
  itemQuery(readProjectVersion, { params: { id, version } })
