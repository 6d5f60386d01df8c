import type * as contract from '#contract/favorites.ts'
import type { Filters } from '#contract/filters.ts'
import { call } from '#web/api/call.ts'
import { type ListParams, listQuery } from '#web/api/queries.ts'

const listFavoriteZines = call<typeof contract.listFavoriteZines>('GET', '/api/users/:id/favorites')

export const favoriteZinesQuery = (id: string, params?: ListParams & Filters) =>
  listQuery(listFavoriteZines, { params: { id }, query: params })
