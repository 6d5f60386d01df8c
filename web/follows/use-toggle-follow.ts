import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { useViewer, viewerIn } from '#web/accounts/viewer.ts'
import { apiGet, apiSend } from '#web/api/api.ts'
import { sentenceOf } from '#web/api/error-sentence.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { patchFollowerCount } from '../api/cached-creators.ts'
import { type FollowStatus, followPath, settleFollow, useFollowChanges } from './follow-changes.ts'

type Answer = FollowStatus & { followerCount: number }
type Wish = { viewerId: string; creatorId: string; follow: boolean }
const mutationKey = ['toggleCreatorFollow']

/**
 * Whether the viewer follows a creator, and a toggle that shows at once and corrects itself by the answer. One
 * toggle is in flight at a time; guests are asked in.
 */
export function useToggleFollow(creatorId: string) {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  useFollowChanges()
  const { data } = useQuery<FollowStatus>({
    queryKey: [followPath(viewerId ?? '', creatorId)],
    enabled: viewerId !== undefined && viewerId !== creatorId,
  })
  const isFollowing = data?.isFollowing === true
  const toggle = () => {
    const viewer = viewerIn(queries)
    if (!viewer) openSignIn({ because: 'follow' })
    else if (!isToggling(queries)) {
      void fulfil(queries, { viewerId: viewer.id, creatorId, follow: !isFollowing })
    }
  }
  return { isFollowing, toggle }
}

const isToggling = (queries: QueryClient) => queries.isMutating({ mutationKey }) > 0

async function fulfil(queries: QueryClient, wish: Wish) {
  const mutation = queries.getMutationCache().build(queries, {
    mutationKey,
    mutationFn: () => change(queries, wish),
    onSuccess: (isFollowing: boolean) =>
      showToast({ title: isFollowing ? 'Followed successfully' : 'Unfollowed successfully' }),
    onError: (error) =>
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to update follow status'),
        variant: 'destructive',
      }),
  })
  await mutation.execute(undefined).catch(() => undefined)
}

async function change(queries: QueryClient, wish: Wish) {
  await queries.cancelQueries({ queryKey: [followPath(wish.viewerId, wish.creatorId)] })
  const undo = foresee(queries, wish)
  try {
    const answer = await inTurn(`foldout:follow:${wish.creatorId}`, () => makeSo(wish))
    settleFollow(queries, { ...wish, ...answer })
    return answer.isFollowing
  } catch (error) {
    undo()
    throw error
  }
}

/**
 * The server only toggles, and what this page shows may be older than a press in another tab or on another device: so
 * it is asked how things stand, or the toggle could do the opposite of what was pressed.
 */
async function makeSo({ viewerId, creatorId, follow }: Wish): Promise<Answer> {
  const { isFollowing } = await apiGet<FollowStatus>(followPath(viewerId, creatorId))
  if (isFollowing !== follow)
    return apiSend('POST', '/api/favorites/creators', { userId: viewerId, creatorId })
  const { count } = await apiGet<{ count: number }>(`/api/users/${creatorId}/followers/count`)
  return { isFollowing, followerCount: count }
}

/** One tab after the other. Browsers have no locks where a site is neither secure nor local. */
const inTurn = <Result>(name: string, act: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(name, act) : act()

/** Shows what the answer will probably be; gives back a function that undoes it. */
function foresee(queries: QueryClient, { viewerId, creatorId, follow }: Wish) {
  const show = (isFollowing: boolean) => {
    queries.setQueryData<FollowStatus>([followPath(viewerId, creatorId)], { isFollowing })
    patchFollowerCount(queries, creatorId, (count) => Math.max(0, count + (isFollowing ? 1 : -1)))
  }
  show(follow)
  return () => show(!follow)
}
