import { z } from 'zod'
import { claimedId, endpoint, id, idParams, pageQuery, successResponse, timestamp, timestampInput } from './endpoint.ts'
import { CreatorSearchResult, filterQuery, searchText, ZineSearchResult } from './search.ts'

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

export const FollowedZines = ZineSearchResult.extend({
  newSince: timestamp.nullable().describe('Zines published later are new. Null in the first visit'),
  readAt: timestamp.describe('When the list was read, for marking it as seen'),
})
export type FollowedZines = z.infer<typeof FollowedZines>

export const listFollowedZines = endpoint({
  name: 'listFollowedZines',
  method: 'GET',
  path: '/api/users/:id/followed-zines',
  tag: 'Follows',
  summary: 'Zines of the creators the viewer follows, newest first, filtered by text',
  access: 'member',
  params: idParams,
  query: z.strictObject({ ...pageQuery, search: searchText, ...filterQuery }),
  response: FollowedZines,
})

export const markFollowedZinesSeen = endpoint({
  name: 'markFollowedZinesSeen',
  method: 'PUT',
  changes: 'private',
  path: '/api/users/:id/followed-zines/seen',
  tag: 'Follows',
  summary:
    'Remember that the viewer has seen the list. In visits that start half an hour later, these zines are not new',
  access: 'member',
  params: idParams,
  body: z.strictObject({ readAt: timestampInput }),
  response: successResponse,
})
