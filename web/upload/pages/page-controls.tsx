import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import * as limits from '#contract/limits.ts'
import iconButton from '#web/ui/controls/icon-button.module.css'
import type { DraftPage } from './draft-pages.ts'
import css from './page-controls.module.css'

type Props = {
  page: Pick<DraftPage, 'kind'>
  place: number
  count: number
  /** How many there can be. */
  most?: number
  busy: boolean
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

/** What can be done with the page that is shown: move it, or take it out. */
export function PageControls({
  page,
  place,
  count,
  most = limits.zineImages,
  busy,
  onMove,
  onRemove,
}: Props) {
  const video = page.kind === 'video'
  const name = video ? 'the video' : `page ${place + 1}`
  return (
    <div className={css.order}>
      <p className="meta">{video ? 'one video' : `page ${place + 1} of ${count}, up to ${most}`}</p>
      {count > 1 && (
        <>
          <button
            type="button"
            className={iconButton.button}
            aria-label={`Move ${name} earlier`}
            aria-disabled={busy || place === 0 || undefined}
            onClick={() => onMove(place, place - 1)}
          >
            <ChevronLeft className="ico" aria-hidden="true" />
          </button>
          <button
            type="button"
            className={iconButton.button}
            aria-label={`Move ${name} later`}
            aria-disabled={busy || place === count - 1 || undefined}
            onClick={() => onMove(place, place + 1)}
          >
            <ChevronRight className="ico" aria-hidden="true" />
          </button>
        </>
      )}
      <button
        type="button"
        className={iconButton.button}
        aria-label={`Remove ${name}`}
        disabled={busy}
        onClick={onRemove}
      >
        <Trash2 className="ico" aria-hidden="true" />
      </button>
    </div>
  )
}
