import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type CSSProperties, type PointerEvent, useState } from 'react'
import { addressAtWidth } from '#contract/media-address.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { usePendingNotes } from '#web/zines/content-warning-prompt.tsx'
import { placeholderOf, ratioOf } from '#web/zines/zine-media.ts'
import css from './page-slider.module.css'
import { prefersReducedData } from './prefers-reduced-data.ts'
import { positionName } from './reader-address.ts'
import { pagesIn } from './spreads.ts'
import type { Reading } from './use-reading.ts'

type PageSliderProps = { zine: FullZine; reading: Reading }

/** Goes to any page. A dragging pointer sees a preview and turns the page when released. */
export function PageSlider({ zine, reading }: PageSliderProps) {
  const { t } = useLingui()
  const { spreads, spreadIndex, count, visiblePages } = reading
  const [dragged, setDragged] = useState<number>()
  const [hovered, setHovered] = useState<number>()
  const last = spreads.length - 1
  if (last < 1) return null
  const previewed = dragged ?? hovered
  const pagesAt = (index: number) => pagesIn(spreads[index])
  const open = (index: number) => reading.goTo(pagesAt(index)[0] ?? 0)
  const startDrag = ({ currentTarget: slider, button }: PointerEvent<HTMLInputElement>) => {
    if (button !== 0) return
    setDragged(spreadIndex)
    onRelease((isCancelled) => {
      setDragged(undefined)
      if (!isCancelled) open(slider.valueAsNumber)
    })
  }
  const change = ({ currentTarget: { valueAsNumber } }: ChangeEvent<HTMLInputElement>) =>
    dragged === undefined ? open(valueAsNumber) : setDragged(valueAsNumber)
  const hover = ({ pointerType, currentTarget, clientX }: PointerEvent<HTMLInputElement>) => {
    if (pointerType === 'mouse') setHovered(Math.round(shareAt(currentTarget, clientX) * last))
  }
  return (
    <footer className={css.bar} dir={zine.readingDirection}>
      <div className={css.track}>
        <input
          type="range"
          aria-label={t`Page`}
          aria-valuetext={t(positionName(dragged === undefined ? visiblePages : pagesAt(dragged), count))}
          max={last}
          value={dragged ?? spreadIndex}
          style={{ '--share': (dragged ?? spreadIndex) / last } as CSSProperties}
          onChange={change}
          onPointerDown={startDrag}
          onPointerMove={hover}
          onPointerLeave={() => setHovered(undefined)}
        />
        {previewed !== undefined && <Preview zine={zine} pages={pagesAt(previewed)} share={previewed / last} />}
      </div>
    </footer>
  )
}

/** Listens on the window, because a mouse may be released outside the slider. */
function onRelease(released: (isCancelled: boolean) => void) {
  const listening = new AbortController()
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(
      type,
      () => {
        listening.abort()
        released(type === 'pointercancel')
      },
      { signal: listening.signal },
    )
}

/** Half the width of the slider's thumb, in pixels (page-slider.module.css). */
const halfThumb = 9

/** The position on the slider in reading direction, from 0 to 1. */
function shareAt(slider: HTMLElement, clientX: number) {
  const { left, right } = slider.getBoundingClientRect()
  const share = (clientX - left - halfThumb) / (right - left - 2 * halfThumb)
  return Math.min(Math.max(getComputedStyle(slider).direction === 'rtl' ? 1 - share : share, 0), 1)
}

/** How long a preview stays before its pictures load, in milliseconds. Passed pages load nothing. */
const restMs = 80

type PreviewProps = { zine: FullZine; pages: number[]; share: number }

const Preview = ({ zine, pages, share }: PreviewProps) => {
  const { t } = useLingui()
  const [first] = pages
  const isResting = useDebounced(first, restMs) === first
  return (
    <div className={css.preview} aria-hidden="true" style={{ '--share': share } as CSSProperties}>
      <div>
        {pages.map((at) => (
          <Thumbnail key={at} zine={zine} page={zine.pages[at] as FullZinePage} isResting={isResting} />
        ))}
      </div>
      <p className="meta">
        <bdi>{t(positionName(pages, zine.pages.length))}</bdi>
      </p>
    </div>
  )
}

type ThumbnailProps = { zine: FullZine; page: FullZinePage; isResting: boolean }

/** Loads nothing for a page whose content note the reader has not agreed to. */
function Thumbnail({ zine, page, isResting }: ThumbnailProps) {
  const { t } = useLingui()
  const { notes } = usePendingNotes(zine, [page])
  const isCovered = notes.length > 0
  const placeholder = isCovered ? null : placeholderOf(page, zine)
  const style = {
    '--r': Number(ratioOf(page, zine).toFixed(4)),
    '--placeholder': placeholder ? `url("${placeholder}")` : undefined,
  } as CSSProperties
  return (
    <span className={css.thumbnail} style={style}>
      {isCovered && t`Content note`}
      {!isCovered && isResting && !prefersReducedData() && <img src={addressAtWidth(page.url, 400)} alt="" />}
    </span>
  )
}
