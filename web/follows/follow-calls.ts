import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type { Creator, UserProfile } from '#contract/creators.ts'
import type * as contract from '#contract/follows.ts'
import { call } from '#web/api/call.ts'
import { itemQuery, listQuery, matchEntity } from '#web/api/queries.ts'
import { patchCached, refreshPaths } from '#web/api/writes.ts'
import { broadcastToTabs, openTabChannel } from '#web/browser/tab-channel.ts'
import { listFollowedZines } from './list-followed-zines.ts'

const listFavoriteCreators = call<typeof contract.listFavoriteCreators>('GET', '/api/users/:id/favorite-creators')
export const readFollowStatus = call<typeof contract.readFollowStatus>(
  'GET',
  '/api/users/:id/favorite-creators/:creatorId',
)

export const followedCreatorsQuery = (id: string) => listQuery(listFavoriteCreators, { params: { id } })

export const followStatusQuery = (id: string, creatorId: string) =>
  itemQuery(readFollowStatus, { params: { id, creatorId } })

export const followStatusQueries = (viewer: Viewer | null, creatorId: string) =>
  viewer && viewer.id !== creatorId ? [followStatusQuery(viewer.id, creatorId)] : []

type FollowChange = {
  viewerId: string
  creatorId: string
  isFollowing: boolean
  followerCount: number
}

const channelName = 'foldout:follows'

export function publishFollow(queries: QueryClient, change: FollowChange) {
  broadcastToTabs(channelName, change)
  return applyFollowChange(queries, change)
}

export function useFollowChanges() {
  const queries = useQueryClient()
  useEffect(
    () => openTabChannel<FollowChange>(channelName, (change) => void applyFollowChange(queries, change)).close,
    [queries],
  )
}

async function applyFollowChange(
  queries: QueryClient,
  { viewerId, creatorId, isFollowing, followerCount }: FollowChange,
) {
  const { queryKey } = followStatusQuery(viewerId, creatorId)
  // A status read before the change must not replace it.
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, { isFollowing })
  patchFollowerCount(queries, creatorId, () => followerCount)
  // The Following tab stays until the page is loaded again, so that it does not disappear under the pointer.
  if (isFollowing)
    patchCached(queries, matchEntity<Viewer>(viewerId, 'emailVerified'), () => ({ followsCreators: true as const }))
  void queries.invalidateQueries({ queryKey: followedCreatorsQuery(viewerId).queryKey })
  void refreshPaths(queries, listFollowedZines.path({ params: { id: viewerId } }))
}

export function patchFollowerCount(queries: QueryClient, id: string, update: (count: number) => number) {
  patchCached(queries, matchEntity<Creator>(id, 'follower_count'), ({ follower_count }) => ({
    follower_count: update(follower_count),
  }))
  patchCached(queries, matchEntity<UserProfile>(id, 'followerCount'), ({ followerCount }) => ({
    followerCount: update(followerCount),
  }))
}
