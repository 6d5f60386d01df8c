import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Zine } from '#contract/zines.ts'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { viewerIn } from '#web/accounts/viewer.ts'
import { apiSend, refreshPaths } from '#web/api/api.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { patchCachedZine } from '../api/cached-zines.ts'

type Answer = { isFavorited: boolean; favoriteCount: number }
const mutationKey = ['toggleZineFavorite']

/**
 * Toggles at once and corrects itself by the answer. One toggle is in flight at a time; guests are asked in.
 * Everything is made at the click: a rack has dozens of hearts, and most are never touched.
 */
export function useToggleFavorite({ id }: Zine) {
  const queries = useQueryClient()
  return () => {
    const viewer = viewerIn(queries)
    if (!viewer) openSignIn({ because: 'favorite' })
    else if (!isToggling(queries)) void toggle(queries, viewer.id, id)
  }
}

const isToggling = (queries: QueryClient) => queries.isMutating({ mutationKey }) > 0

async function toggle(queries: QueryClient, userId: string, zineId: string) {
  const mutation = queries.getMutationCache().build(queries, {
    mutationKey,
    mutationFn: () => apiSend<Answer>('POST', '/api/favorites/zines', { userId, zineId }),
    onMutate: () => patchCachedZine(queries, zineId, toggled),
    onSuccess: ({ isFavorited, favoriteCount }: Answer) => {
      patchCachedZine(queries, zineId, () => ({ isFavorited, favoriteCount }))
      return refreshPaths(queries, `/api/users/${userId}/favorites`)
    },
    onError: (_error, _variables, undo) => {
      undo?.()
      showToast({
        title: 'Error',
        description: 'Could not update favorite status',
        variant: 'destructive',
      })
    },
  })
  await mutation.execute(undefined).catch(() => undefined)
}

const toggled = ({ isFavorited, favoriteCount }: Zine) => ({
  isFavorited: !isFavorited,
  favoriteCount: Math.max(0, favoriteCount + (isFavorited ? -1 : 1)),
})
