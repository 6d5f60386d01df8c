import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import '#web/ui/carousel/carousel.css'
import '#web/ui/controls/icon-button.css'
import '#web/ui/states/missing-media.css'
import '#web/ui/zine-sheet.css'
import type { DraftPage } from './draft-page.ts'
import { wrapped } from './page-order.ts'

type Props = { pages: readonly DraftPage[]; place: number; onShow: (place: number) => void }

/** One page at a time, as it will look in the zine: whole, never cropped. */
export function PageViewer({ pages, place, onShow }: Props) {
  const page = pages[place]
  if (!page) return null
  const several = pages.length > 1
  return (
    <div className="viewer">
      {several && (
        <button
          type="button"
          className="icon boxed nav prev"
          aria-label="Previous page"
          onClick={() => onShow(wrapped(place - 1, pages.length))}
        >
          <ChevronLeft className="ico" aria-hidden="true" />
        </button>
      )}
      <span className={several ? 'zine' : 'zine single'} data-pages={several ? pages.length : undefined}>
        <Preview key={page.id} page={page} place={place} />
      </span>
      {several && (
        <button
          type="button"
          className="icon boxed nav next"
          aria-label="Next page"
          onClick={() => onShow(wrapped(place + 1, pages.length))}
        >
          <ChevronRight className="ico" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** Some files that the server can print, this browser cannot show. */
function Preview({ page, place }: { page: DraftPage; place: number }) {
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <span className="fpo" style={{ '--r': '4 / 5' } as CSSProperties}>
        <strong>No preview</strong>
        <span>{page.file.name}</span>
      </span>
    )
  }
  if (page.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a draft has no captions yet
      <video src={page.preview} controls playsInline onError={() => setBroken(true)} />
    )
  }
  return <img src={page.preview} alt={page.altText || `Page ${place + 1}`} onError={() => setBroken(true)} />
}
