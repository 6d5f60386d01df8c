import { ph, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/follows.ts'
import { nameLanguageOf } from '#contract/text-language.ts'
import { openSignIn, useViewer, viewerIn } from '#web/accounts/viewer.ts'
import { call, getUserMessage } from '#web/api/call.ts'
import { runMutation, waitForReads } from '#web/api/writes.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Tooltip, TooltipGroup } from '#web/ui/controls/tooltip.tsx'
import { HeartIcon } from '#web/ui/marks/icons.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import css from './follow-button.module.css'
import {
  followStatusQuery,
  patchFollowerCount,
  publishFollow,
  readFollowStatus,
  useFollowChanges,
} from './follow-calls.ts'

type FollowButtonProps = { creator: { id: string; username: string } }

export function FollowButton({ creator }: FollowButtonProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { isFollowing, toggle } = useToggleFollow(creator.id)
  if (viewer?.id === creator.id) return null
  return (
    <TooltipGroup>
      <Tooltip label={t`New zines by ${ph({ username: creator.username })} appear in your Following tab.`} isSentence>
        <button
          type="button"
          className={buttonClass({ look: 'second' }, css.button)}
          aria-pressed={isFollowing}
          onClick={toggle}
        >
          <HeartIcon />
          {isFollowing ? t({ message: 'Following', context: 'button of a followed creator' }) : t`Follow`}
          <span className="sr">
            {' '}
            <bdi {...nameLanguageOf(creator.username)}>{creator.username}</bdi>
          </span>
        </button>
      </Tooltip>
    </TooltipGroup>
  )
}

const toggleCreatorFollow = call<typeof contract.toggleCreatorFollow>('POST', '/api/favorites/creators')
const countFollowers = call<typeof contract.countFollowers>('GET', '/api/users/:id/followers/count')

type FollowRequest = { viewerId: string; creatorId: string; follow: boolean }

/** Returns whether the viewer follows a creator, and an optimistic toggle that sends one request at a time. */
function useToggleFollow(creatorId: string) {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  useFollowChanges()
  const { data } = useQuery({
    ...followStatusQuery(viewerId ?? '', creatorId),
    enabled: viewerId !== undefined && viewerId !== creatorId,
  })
  const isFollowing = data?.isFollowing === true
  const toggle = () => {
    const viewer = viewerIn(queries)
    if (!viewer) openSignIn({ reason: 'follow', onSignedIn: () => void followAfterSignIn(queries, creatorId) })
    else write(queries, { viewerId: viewer.id, creatorId, follow: !isFollowing })
  }
  return { isFollowing, toggle }
}

async function followAfterSignIn(queries: QueryClient, creatorId: string) {
  const viewer = viewerIn(queries)
  await waitForReads(queries)
  if (viewer && viewer.id !== creatorId) write(queries, { viewerId: viewer.id, creatorId, follow: true })
}

function write(queries: QueryClient, request: FollowRequest) {
  runMutation(queries, {
    mutationKey: ['toggleCreatorFollow'],
    mutationFn: () => changeFollow(queries, request),
    onSuccess: (isFollowing) =>
      showToast({ title: isFollowing ? t`Followed successfully` : t`Unfollowed successfully`, isSaid: true }),
    onError: (error) =>
      showToast({
        title: t`Error`,
        description: getUserMessage(error, t`Failed to update follow status`),
        variant: 'destructive',
      }),
  })
}

async function changeFollow(queries: QueryClient, request: FollowRequest) {
  await queries.cancelQueries({ queryKey: followStatusQuery(request.viewerId, request.creatorId).queryKey })
  const undo = applyOptimistically(queries, request)
  try {
    const result = await withLock(`foldout:follow:${request.creatorId}`, () => setFollow(request))
    await publishFollow(queries, { ...request, ...result })
    return result.isFollowing
  } catch (error) {
    undo()
    throw error
  }
}

/** The server can only toggle, so this reads the current state first: the page may be outdated. */
async function setFollow({ viewerId, creatorId, follow }: FollowRequest) {
  const { isFollowing } = await readFollowStatus({ params: { id: viewerId, creatorId } })
  if (isFollowing !== follow) return toggleCreatorFollow({ body: { userId: viewerId, creatorId } })
  const { count } = await countFollowers({ params: { id: creatorId } })
  return { isFollowing, followerCount: count }
}

/** Serialises calls across tabs. Browsers have no locks without https, except on localhost. */
function withLock<Result>(name: string, callback: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(name, callback) : callback()
}

function applyOptimistically(queries: QueryClient, { viewerId, creatorId, follow }: FollowRequest) {
  const setFollowing = (isFollowing: boolean) => {
    queries.setQueryData(followStatusQuery(viewerId, creatorId).queryKey, { isFollowing })
    patchFollowerCount(queries, creatorId, (count) => Math.max(0, count + (isFollowing ? 1 : -1)))
  }
  setFollowing(follow)
  return () => setFollowing(!follow)
}
