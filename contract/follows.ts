import { z } from 'zod'
import { claimedId, endpoint, id, idParams, pageQuery } from './endpoint.ts'
import { CreatorSearchResult, searchText } from './search.ts'

export const toggleCreatorFollow = endpoint({
  name: 'toggleCreatorFollow',
  method: 'POST',
  // Visitors see only a count, which may be five seconds old.
  changes: 'private',
  path: '/api/favorites/creators',
  tag: 'Follows',
  summary: 'Follow a creator, or stop following; members cannot follow themselves',
  access: 'member',
  body: z.strictObject({ userId: claimedId, creatorId: id }),
  response: z.object({ isFollowing: z.boolean(), followerCount: z.number().int() }),
})

export const listFavoriteCreators = endpoint({
  name: 'listFavoriteCreators',
  method: 'GET',
  path: '/api/users/:id/favorite-creators',
  tag: 'Follows',
  summary: 'The creators the viewer follows, most recent first, filtered by text',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery, search: searchText }),
  response: CreatorSearchResult,
})

export const readFollowStatus = endpoint({
  name: 'readFollowStatus',
  method: 'GET',
  path: '/api/users/:id/favorite-creators/:creatorId',
  tag: 'Follows',
  summary: 'Whether the viewer follows a creator',
  access: 'member',
  params: z.strictObject({ id, creatorId: id }),
  response: z.object({ isFollowing: z.boolean() }),
})

export const countFollowers = endpoint({
  name: 'countFollowers',
  method: 'GET',
  path: '/api/users/:id/followers/count',
  tag: 'Follows',
  summary: 'How many followers a creator has',
  access: 'anyone',
  reads: 'replica',
  params: idParams,
  response: z.object({ count: z.number().int() }),
})
