import type * as contract from '#contract/series-issues.ts'
import { call } from '#web/api/call.ts'
import { optionalItemQuery } from '#web/api/find-query.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'

const listSeries = call<typeof contract.listSeries>('GET', '/api/users/:id/series')
const readSeries = call<typeof contract.readSeries>('GET', '/api/users/:id/series/:slug')
const listIssues = call<typeof contract.listIssues>('GET', '/api/users/:id/series/:slug/zines')

export const userSeriesQuery = (id: string) => itemQuery(listSeries, { params: { id } })
export const seriesQuery = (id: string, slug: string) => optionalItemQuery(readSeries, { params: { id, slug } })
export const issuesQuery = (id: string, slug: string, cursor?: string) =>
  listQuery(listIssues, { params: { id, slug }, query: { cursor } })
