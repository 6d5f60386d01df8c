import type { QueryClient } from '@tanstack/react-query'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { thingWith } from '#web/api/queries.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'
import { zineQuery } from './open-zine.ts'

/**
 * Shows a zine as the server has just answered it, wherever it is: on racks, opened, on its page. Then reads the lists
 * again, for other words find it. Resolves when what is on the screen has been read.
 */
export function showZine(queries: QueryClient, zine: OpenZine) {
  const { title, description, imageUrl, mediaUrls, pageCount, aspectRatio, cover, contentNote } = zine
  const shown = { title, description, imageUrl, mediaUrls, pageCount, aspectRatio, cover, contentNote }
  patchCached(queries, thingWith<Zine>(zine.id, 'favoriteCount'), () => shown)
  queries.setQueryData(zineQuery(zine.id).queryKey, () => ({ zine }))
  return refreshLists(queries)
}
