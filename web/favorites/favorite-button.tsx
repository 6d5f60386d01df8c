import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/favorites.ts'
import type { Zine } from '#contract/zines.ts'
import { openSignIn, viewerIn } from '#web/accounts/viewer.ts'
import { ApiError, call } from '#web/api/call.ts'
import { matchEntity } from '#web/api/queries.ts'
import { patchCached, refreshPaths, runMutation, waitForReads } from '#web/api/writes.ts'
import { readZine } from '#web/details/zine-calls.ts'
import { formatNumber } from '#web/languages/formats.ts'
import { HeartIcon } from '#web/ui/marks/icons.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import css from './favorite-button.module.css'
import { favoriteZinesQuery } from './favorite-calls.ts'

export function FavoriteButton({ zine }: { zine: Zine }) {
  const { t, i18n } = useLingui()
  const toggle = useToggleFavorite(zine)
  const { title, isFavorited, favoriteCount } = zine
  return (
    <button
      type="button"
      className={css.button}
      aria-pressed={isFavorited}
      aria-label={
        favoriteCount > 0
          ? t`Favorite ${title}, ${plural(favoriteCount, { one: '# favorite', other: '# favorites' })}`
          : t`Favorite ${title}`
      }
      onClick={toggle}
    >
      <HeartIcon />
      {favoriteCount > 0 && <span>{formatNumber(i18n.locale, favoriteCount)}</span>}
    </button>
  )
}

const toggleZineFavorite = call<typeof contract.toggleZineFavorite>('POST', '/api/favorites/zines')

/** Optimistic, one request at a time. Creates the mutation on click, because most hearts are never clicked. */
export function useToggleFavorite({ id }: Zine) {
  const queries = useQueryClient()
  return () => {
    const viewer = viewerIn(queries)
    if (viewer) toggle(queries, viewer.id, id)
    else openSignIn({ reason: 'favorite', onSignedIn: () => void addAfterSignIn(queries, id).catch(showFailure) })
  }
}

/** The server can only toggle, so this reads the current state first. */
async function addAfterSignIn(queries: QueryClient, id: string) {
  const viewer = viewerIn(queries)
  await waitForReads(queries)
  const { zine } = await readZine({ params: { id } })
  if (viewer && !zine.isFavorited) toggle(queries, viewer.id, id)
}

function toggle(queries: QueryClient, userId: string, zineId: string) {
  const patch = (change: (zine: Zine) => Partial<Zine>) =>
    patchCached(queries, matchEntity<Zine>(zineId, 'favoriteCount'), change)
  runMutation(queries, {
    mutationKey: ['toggleZineFavorite'],
    mutationFn: () => toggleZineFavorite({ body: { userId, zineId } }),
    onMutate: () => patch(toggleLocally),
    onSuccess: (result) => {
      patch(() => result)
      return refreshPaths(queries, favoriteZinesQuery(userId).queryKey[0])
    },
    onError: (error, _variables, undo) => {
      undo?.()
      showFailure(error)
    },
  })
}

const showFailure = (error: unknown) =>
  showToast({ title: t`Error`, description: favoriteErrorMessage(error), variant: 'destructive' })

/** The specification's message. New accounts get the server's, because retrying cannot help them. */
const favoriteErrorMessage = (error: unknown) =>
  error instanceof ApiError && error.code === 'awaiting_approval'
    ? error.userMessage
    : t`Could not update favorite status`

const toggleLocally = ({ isFavorited, favoriteCount }: Zine) => ({
  isFavorited: !isFavorited,
  favoriteCount: Math.max(0, favoriteCount + (isFavorited ? -1 : 1)),
})
