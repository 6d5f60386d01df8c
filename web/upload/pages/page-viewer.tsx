import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type MouseEvent, useState } from 'react'
import carousel from '#web/ui/carousel/carousel.module.css'
import iconButton from '#web/ui/controls/icon-button.module.css'
import missing from '#web/ui/states/missing-media.module.css'
import zine from '#web/ui/zine-sheet.module.css'
import { type DraftPage, wrapped } from './draft-pages.ts'
import css from './page-viewer.module.css'

/** `file` of one that was chosen just now. */
type ShownPage = Pick<DraftPage, 'id' | 'kind' | 'preview' | 'altText'> & {
  file?: Pick<File, 'name'>
  /** Where it is larger than its preview. */
  large?: string
}

type Props = { pages: readonly ShownPage[]; place: number; onShow: (place: number) => void }

/** One page at a time, as it will look in the zine: whole, never cropped. */
export function PageViewer({ pages, place, onShow }: Props) {
  const page = pages[place]
  if (!page) return null
  const several = pages.length > 1
  return (
    <div className={`${carousel.viewer} ${css.viewer}`}>
      {several && (
        <button
          type="button"
          className={`${iconButton.button} ${iconButton.boxed} ${carousel.nav} ${carousel.prev}`}
          aria-label="Previous page"
          onMouseDown={goOnTyping}
          onClick={() => onShow(wrapped(place - 1, pages.length))}
        >
          <ChevronLeft className="ico" aria-hidden="true" />
        </button>
      )}
      <span className={`${zine.sheet} ${css.page}`} data-pages={several ? pages.length : undefined}>
        <Preview key={page.id} page={page} place={place} />
      </span>
      {several && (
        <button
          type="button"
          className={`${iconButton.button} ${iconButton.boxed} ${carousel.nav} ${carousel.next}`}
          aria-label="Next page"
          onMouseDown={goOnTyping}
          onClick={() => onShow(wrapped(place + 1, pages.length))}
        >
          <ChevronRight className="ico" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** Who describes page after page keeps the cursor, and on a phone the keyboard. */
const goOnTyping = (event: MouseEvent) => {
  if (document.activeElement instanceof HTMLTextAreaElement) event.preventDefault()
}

/** Some files that the server can print, this browser cannot show. */
function Preview({ page, place }: { page: ShownPage; place: number }) {
  const [broken, setBroken] = useState(false)
  if (broken) {
    return (
      <span className={`${missing.media} ${css.unseen}`} style={{ '--r': '4 / 5' } as CSSProperties}>
        <strong>No preview</strong>
        {page.file && <span>{page.file.name}</span>}
      </span>
    )
  }
  if (page.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a draft has no captions yet
      <video src={page.large ?? page.preview} controls playsInline onError={() => setBroken(true)} />
    )
  }
  return (
    <img
      src={page.large ?? page.preview}
      alt={page.altText || `Page ${place + 1}`}
      onError={() => setBroken(true)}
    />
  )
}
