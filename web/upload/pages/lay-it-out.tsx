import { useState } from 'react'
import { useBeginDraft, useHasTable } from '#web/drafts/begin-draft.tsx'
import css from '../upload-dialog.module.css'
import { type DraftWords, readyPages, type SharePhase, tellFailure } from '../use-draft.ts'
import type { DraftPages } from './draft-pages.ts'

export function LayItOut({ busy, onLayOut }: { busy: boolean; onLayOut: () => unknown }) {
  if (!useHasTable()) return null
  return (
    <p className={css.offer} role="status">
      More pages, or a PDF?{' '}
      <button type="button" aria-disabled={busy || undefined} onClick={() => busy || onLayOut()}>
        Lay it out instead.
      </button>
    </p>
  )
}

export type UploadPhase = SharePhase | 'laying out'

/** Moves the dialog's pages and the files that did not fit to a draft on the layout table. */
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
