import { z } from 'zod'
import { claimedId, endpoint, id, idParams, pageQuery } from './endpoint.ts'
import { filterQuery, searchText, ZineSearchResult } from './search.ts'

export const toggleZineFavorite = endpoint({
  name: 'toggleZineFavorite',
  method: 'POST',
  // Visitors see only a count, which may be five seconds old.
  changes: 'private',
  path: '/api/favorites/zines',
  tag: 'Favorites',
  summary: 'Favorite a zine, or remove the favorite',
  access: 'member',
  body: z.strictObject({ userId: claimedId, zineId: id }),
  response: z.object({ isFavorited: z.boolean(), favoriteCount: z.number().int() }),
})

export const listFavoriteZines = endpoint({
  name: 'listFavoriteZines',
  method: 'GET',
  path: '/api/users/:id/favorites',
  tag: 'Favorites',
  summary: 'The viewer’s favorites, most recent first, filtered by text',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery, search: searchText, ...filterQuery }),
  response: ZineSearchResult,
})
