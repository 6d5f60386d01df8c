import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/follows.ts'
import { call } from '#web/api/call.ts'
import { itemQuery, listQuery } from '#web/api/queries.ts'

const listFavoriteCreators = call<typeof contract.listFavoriteCreators>(
  'GET',
  '/api/users/:id/favorite-creators',
)
export const readFollowStatus = call<typeof contract.readFollowStatus>(
  'GET',
  '/api/users/:id/favorite-creators/:creatorId',
)

/** The creators that somebody follows, the latest follow first. Only that person may read them. */
export const followedQuery = (id: string) => listQuery(listFavoriteCreators, { params: { id } })

/** Whether somebody follows a creator. */
export const followQuery = (id: string, creatorId: string) =>
  itemQuery(readFollowStatus, { params: { id, creatorId } })

/** What a profile page reads to show whether its viewer follows the creator. */
export const followReads = (viewer: Viewer | null, creatorId: string) =>
  viewer && viewer.id !== creatorId ? [followQuery(viewer.id, creatorId)] : []
