import type * as contract from '#contract/favorites.ts'
import type { Filters } from '#contract/filters.ts'
import { call } from '#web/api/call.ts'
import { type ListPart, listQuery } from '#web/api/queries.ts'

const listFavoriteZines = call<typeof contract.listFavoriteZines>('GET', '/api/users/:id/favorites')

/** What a member has favorited, the latest first; all of it, or what a text and filters find there. */
export const favoriteZinesQuery = (id: string, part?: ListPart & Filters) =>
  listQuery(listFavoriteZines, { params: { id }, query: part })
