import type * as contract from '#contract/favorites.ts'
import { call } from '#web/api/call.ts'
import { type ListPart, listQuery } from '#web/api/queries.ts'

const listFavoriteZines = call<typeof contract.listFavoriteZines>('GET', '/api/users/:id/favorites')

/** What a member has favorited, the latest first; all of it, or what a text finds there. */
export const favoriteZinesQuery = (id: string, part?: ListPart) =>
  listQuery(listFavoriteZines, { params: { id }, query: part })
