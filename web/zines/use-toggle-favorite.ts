import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Zine } from '#contract/zines.ts'
import { openGuestSignIn } from '#web/accounts/open-sign-in.ts'
import { apiSend, refreshPaths } from '#web/api.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { useViewer } from '#web/viewer.ts'
import { patchCachedZine } from './cached-zines.ts'

type Answer = { isFavorited: boolean; favoriteCount: number }
const mutationKey = ['toggleZineFavorite']

/** Toggles at once and corrects itself by the answer. One toggle is in flight at a time; guests are asked in. */
export function useToggleFavorite({ id }: Zine) {
  const queries = useQueryClient()
  const viewer = useViewer()
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => apiSend<Answer>('POST', '/api/favorites/zines', { userId: viewer?.id, zineId: id }),
    onMutate: () => patchCachedZine(queries, id, toggled),
    onSuccess: ({ isFavorited, favoriteCount }) => {
      patchCachedZine(queries, id, () => ({ isFavorited, favoriteCount }))
      return refreshPaths(queries, `/api/users/${viewer?.id}/favorites`)
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
  return () => {
    if (!viewer) openGuestSignIn()
    else if (!isToggling(queries)) mutate()
  }
}

const isToggling = (queries: QueryClient) => queries.isMutating({ mutationKey }) > 0

const toggled = ({ isFavorited, favoriteCount }: Zine) => ({
  isFavorited: !isFavorited,
  favoriteCount: Math.max(0, favoriteCount + (isFavorited ? -1 : 1)),
})
