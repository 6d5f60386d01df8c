import { MutationObserver, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { openGuestSignIn } from '#web/accounts/open-sign-in.ts'
import { apiSend } from '#web/api.ts'
import { sentenceOf } from '#web/error-sentence.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { useViewer, viewerIn } from '#web/viewer.ts'
import { patchFollowerCount } from './cached-creators.ts'
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
    if (!viewer) openGuestSignIn()
    else if (!isToggling(queries)) {
      void fulfil(queries, { viewerId: viewer.id, creatorId, follow: !isFollowing })
    }
  }
  return { isFollowing, toggle }
}

const isToggling = (queries: QueryClient) => queries.isMutating({ mutationKey }) > 0

async function fulfil(queries: QueryClient, wish: Wish) {
  const mutation = new MutationObserver(queries, {
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
  await mutation.mutate().catch(() => undefined)
}

/** The server only toggles, so a press before the status is known waits for it: it must not do the opposite. */
async function change(queries: QueryClient, wish: Wish) {
  const queryKey = [followPath(wish.viewerId, wish.creatorId)]
  const known = await queries.ensureQueryData<FollowStatus>({ queryKey })
  if (known.isFollowing === wish.follow) return wish.follow
  await queries.cancelQueries({ queryKey })
  const undo = foresee(queries, wish)
  try {
    const answer = await apiSend<Answer>('POST', '/api/favorites/creators', {
      userId: wish.viewerId,
      creatorId: wish.creatorId,
    })
    settleFollow(queries, { ...wish, ...answer })
    return answer.isFollowing
  } catch (error) {
    undo()
    throw error
  }
}

/** Shows what the answer will probably be; gives back a function that undoes it. */
function foresee(queries: QueryClient, { viewerId, creatorId, follow }: Wish) {
  const show = (isFollowing: boolean) =>
    queries.setQueryData<FollowStatus>([followPath(viewerId, creatorId)], { isFollowing })
  const undoCount = patchFollowerCount(queries, creatorId, (count) => Math.max(0, count + (follow ? 1 : -1)))
  show(follow)
  return () => {
    undoCount()
    show(!follow)
  }
}
