import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useCreateDraft, useHasLayoutTable } from '#web/drafts/create-draft.tsx'
import css from '../upload-dialog.module.css'
import { findAspectRatio, notifyShareError, type SharePhase, waitForPages, type ZineFields } from '../use-share.ts'
import type { ChosenPages } from './chosen-pages.ts'

type OfferProps = { busy: boolean; onLayOut: () => unknown; question?: string; children?: string }

export function LayOutOffer({ busy, onLayOut, question, children }: OfferProps) {
  const { t } = useLingui()
  if (!useHasLayoutTable()) return null
  return (
    <p className={css.offer} role="status">
      {question ?? t`More pages, a PDF, or just words?`}{' '}
      <button type="button" aria-disabled={busy || undefined} onClick={() => busy || onLayOut()}>
        {children ?? t`Lay it out instead.`}
      </button>
    </p>
  )
}

export const LayOutHint = (props: OfferProps) => {
  const { t } = useLingui()
  return (
    <LayOutOffer {...props} question={t`A PDF, or a scanned sheet to split?`}>{t`Lay out a longer zine`}</LayOutOffer>
  )
}

export type UploadPhase = SharePhase | 'laying out'

/** Moves the dialog's pages and the files that did not fit to a draft on the layout table. */
export function useLayOut(chosen: ChosenPages, onStarted: () => void) {
  const { create } = useCreateDraft()
  const [isLayingOut, setLayingOut] = useState(false)
  const layOut = async (fields: ZineFields, files: readonly File[] = []) => {
    if (isLayingOut) return
    setLayingOut(true)
    const pages = await waitForPages(chosen).catch(notifyShareError)
    const aspectRatio = findAspectRatio(chosen, fields)
    if (pages && (await create({ content: { ...fields, aspectRatio, pages }, files }))) onStarted()
    setLayingOut(false)
  }
  return { isLayingOut, layOut }
}
