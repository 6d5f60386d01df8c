import { useState } from 'react'
import { useBeginDraft } from '#web/drafts/begin-draft.tsx'
import type { DraftPages } from './pages/draft-pages.ts'
import { type DraftWords, readyPages, type SharePhase, tellFailure } from './use-draft.ts'

export type UploadPhase = SharePhase | 'laying out'

/**
 * Lays out what is in the dialog as a longer zine: once its pages are there, they are a draft's. The files that did not
 * fit come along.
 */
export function useLayOut(draft: DraftPages, onBegun: () => void) {
  const { begin } = useBeginDraft()
  const [isLayingOut, setLayingOut] = useState(false)
  const layOut = async (words: DraftWords, files: readonly File[] = []) => {
    if (isLayingOut) return
    setLayingOut(true)
    const pages = await readyPages(draft).catch(tellFailure)
    if (pages && (await begin({ content: { ...words, pages }, files }))) onBegun()
    setLayingOut(false)
  }
  return { isLayingOut, layOut }
}
