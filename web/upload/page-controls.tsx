import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { DraftPage } from './draft-pages.ts'

type Props = {
  page: DraftPage
  place: number
  count: number
  busy: boolean
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onRetry: () => void
}

/** What can be done with the page that is shown: move it, take it out, send it again. */
export function PageControls({ page, place, count, busy, onMove, onRemove, onRetry }: Props) {
  const video = page.kind === 'video'
  const name = video ? 'the video' : `page ${place + 1}`
  const held = page.step === 'failed' || page.step === 'stopped'
  return (
    <>
      <div className="order">
        <p className="meta">
          {video ? 'one video' : `page ${place + 1} of ${count}, up to ${limits.zineImages}`}
        </p>
        {held && !busy && (
          <button type="button" className="btn second small" onClick={onRetry}>
            Try again
          </button>
        )}
        {count > 1 && (
          <>
            <button
              type="button"
              className="icon"
              aria-label={`Move ${name} earlier`}
              aria-disabled={busy || place === 0 || undefined}
              onClick={() => onMove(place, place - 1)}
            >
              <ChevronLeft className="ico" aria-hidden="true" />
            </button>
            <button
              type="button"
              className="icon"
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
          className="icon"
          aria-label={`Remove ${name}`}
          disabled={busy}
          onClick={onRemove}
        >
          <Trash2 className="ico" aria-hidden="true" />
        </button>
      </div>
      {page.problem && <p className="error">{page.problem}</p>}
    </>
  )
}
