import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Read } from '#web/page/page-data.tsx'
import { patchFollowerCount } from '../api/cached-creators.ts'

export type FollowStatus = { isFollowing: boolean }
export type FollowChange = FollowStatus & { viewerId: string; creatorId: string; followerCount: number }

export const followedPath = (userId: string) => `/api/users/${userId}/favorite-creators`
export const followPath = (userId: string, creatorId: string) =>
  `${followedPath(userId)}/${encodeURIComponent(creatorId)}`

/** What a profile page reads to show whether its viewer follows the creator. */
export const followReads = (viewer: { id: string } | null, creatorId: string): Read[] =>
  viewer && viewer.id !== creatorId ? [{ path: followPath(viewer.id, creatorId), kind: 'item' }] : []

const channelName = 'foldout:follows'

/** Shows what the server answered wherever the creator is shown, in the other tabs too. */
export function settleFollow(queries: QueryClient, change: FollowChange) {
  apply(queries, change)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(change)
  channel.close()
}

/** Keeps what this tab shows of follows up with the other tabs. */
export function useFollowChanges() {
  const queries = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<FollowChange>) => apply(queries, data)
    return () => channel.close()
  }, [queries])
}

function apply(queries: QueryClient, { viewerId, creatorId, isFollowing, followerCount }: FollowChange) {
  queries.setQueryData<FollowStatus>([followPath(viewerId, creatorId)], { isFollowing })
  patchFollowerCount(queries, creatorId, () => followerCount)
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isListOf(viewerId, String(queryKey[0])) })
}

const isListOf = (viewerId: string, path: string) => path.split('?')[0] === followedPath(viewerId)
