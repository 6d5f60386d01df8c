import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type { Creator, UserProfile } from '#contract/creators.ts'
import type * as contract from '#contract/follows.ts'
import { call } from '#web/api/call.ts'
import { itemQuery, listQuery, matchEntity } from '#web/api/queries.ts'
import { patchCached } from '#web/api/writes.ts'
import { broadcastToTabs, openTabChannel } from '#web/browser/tab-channel.ts'

const listFavoriteCreators = call<typeof contract.listFavoriteCreators>('GET', '/api/users/:id/favorite-creators')
export const readFollowStatus = call<typeof contract.readFollowStatus>(
  'GET',
  '/api/users/:id/favorite-creators/:creatorId',
)

export const followedQuery = (id: string) => listQuery(listFavoriteCreators, { params: { id } })

export const followQuery = (id: string, creatorId: string) => itemQuery(readFollowStatus, { params: { id, creatorId } })

export const followQueries = (viewer: Viewer | null, creatorId: string) =>
  viewer && viewer.id !== creatorId ? [followQuery(viewer.id, creatorId)] : []

type FollowChange = {
  viewerId: string
  creatorId: string
  isFollowing: boolean
  followerCount: number
}

const channelName = 'foldout:follows'

export function publishFollow(queries: QueryClient, change: FollowChange) {
  apply(queries, change)
  broadcastToTabs(channelName, change)
}

export function useFollowChanges() {
  const queries = useQueryClient()
  useEffect(() => openTabChannel<FollowChange>(channelName, (change) => apply(queries, change)).close, [queries])
}

function apply(queries: QueryClient, { viewerId, creatorId, isFollowing, followerCount }: FollowChange) {
  queries.setQueryData(followQuery(viewerId, creatorId).queryKey, { isFollowing })
  patchFollowerCount(queries, creatorId, () => followerCount)
  void queries.invalidateQueries({ queryKey: followedQuery(viewerId).queryKey })
}

export function patchFollowerCount(queries: QueryClient, id: string, update: (count: number) => number) {
  patchCached(queries, matchEntity<Creator>(id, 'follower_count'), ({ follower_count }) => ({
    follower_count: update(follower_count),
  }))
  patchCached(queries, matchEntity<UserProfile>(id, 'followerCount'), ({ followerCount }) => ({
    followerCount: update(followerCount),
  }))
}
