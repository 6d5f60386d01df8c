import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadedMedia } from '#contract/media.ts'
import type { DraftPage } from '#web/upload/pages/draft-pages.ts'
import { useDraftPages } from '#web/upload/use-draft.ts'
import { type LayoutChange, layDown, pageOf } from './layout.ts'

export type Sending = ReturnType<typeof useSending>

/** Adds pictures in the chosen order, at the end or from position `at`. */
export function useSending(onChange: (change: LayoutChange) => void) {
  const { draft, pages } = useDraftPages(isToldInPlace)
  const places = useRef(new Map<string, number>())
  const place = useEffectEvent((arrived: Arrived[]) => {
    onChange(
      layDown(
        arrived.map(({ id, media, altText }) => ({
          page: pageOf(media, altText),
          place: places.current.get(id),
        })),
      ),
    )
    for (const { id } of arrived) draft.remove(id)
  })
  useEffect(() => {
    const arrived = arrivedPages(pages)
    if (arrived.length > 0) place(arrived)
  }, [pages])
  function add(files: readonly File[], at?: number) {
    const before = draft.read().length
    draft.add(files)
    if (at === undefined) return
    for (const [nth, { id }] of draft.read().slice(before).entries()) places.current.set(id, at + nth)
  }
  return { pages, add, retry: draft.retry, remove: draft.remove, describe: draft.describe }
}

const isToldInPlace = () => undefined

type Arrived = DraftPage & { media: UploadedMedia }

/** Finished uploads before the first that is still running. Failed ones do not block. */
export function arrivedPages(pages: readonly DraftPage[]): Arrived[] {
  const coming = pages.findIndex(({ step }) => step !== 'ready' && step !== 'failed' && step !== 'stopped')
  const before = coming < 0 ? pages : pages.slice(0, coming)
  return before.filter((page): page is Arrived => page.media !== null)
}
