import type { ReactNode } from 'react'
import type { DraftPage } from './draft-page.ts'
import css from './page-strip.module.css'
import { useStripDrag } from './use-strip-drag.ts'

type Props = {
  pages: readonly DraftPage[]
  place: number
  onShow: (place: number) => void
  onMove: (from: number, to: number) => void
  /** What stands after the last page. */
  children: ReactNode
}

/** The pages in order, numbered. They can be dragged; the arrow buttons below do the same. */
export function PageStrip({ pages, place, onShow, onMove, children }: Props) {
  const drag = useStripDrag(onMove)
  return (
    <ol className={css.strip} aria-label="Pages in order" ref={drag.strip}>
      {pages.map((page, index) => (
        <li key={page.id} data-step={page.step} data-held={drag.held === index || undefined}>
          <button
            type="button"
            aria-label={
              page.step === 'failed' ? `Page ${index + 1}, did not go through` : `Page ${index + 1}`
            }
            aria-current={index === place || undefined}
            onClick={() => onShow(index)}
            onPointerDown={(event) => drag.start(event, index)}
          >
            <img src={page.preview} alt="" draggable={false} />
          </button>
          <span className={css.no} aria-hidden="true">
            {page.step === 'failed' ? '!' : index + 1}
          </span>
        </li>
      ))}
      {children && <li>{children}</li>}
    </ol>
  )
}
