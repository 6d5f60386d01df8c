import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { isBlank } from '#contract/visible-text.ts'
import { indexAfterKey, keyFromLeft, moveItem } from '#web/ui/list-order.ts'
import type { ChosenPage } from './chosen-pages.ts'
import css from './page-strip.module.css'
import { useStripDrag } from './use-strip-drag.ts'

/** `isCut`: some words do not fit on it. */
export type StripPage = Pick<ChosenPage, 'id' | 'status' | 'preview' | 'altText'> & { isCut?: boolean }

type Props = {
  pages: readonly StripPage[]
  pageIndex: number
  direction: ReadingDirection
  onShow: (pageIndex: number) => void
  onMove: (from: number, to: number) => void
  /** Opens the current page: a double-click, or Enter. */
  onOpen?: () => void
  children: ReactNode
}

/** Pages in order, moved by drag (by touch after a hold) or arrow keys (with Shift). The strip is a single Tab stop. */
export function PageStrip({ pages, pageIndex, direction, onShow, onMove, onOpen, children }: Props) {
  const { t } = useLingui()
  const strip = useRef<HTMLOListElement>(null)
  const { lifted, start } = useStripDrag(strip, onMove)
  const legend = useId()
  const cutLegend = useId()
  const keys = useId()
  const press = useStripKeys(strip, { count: pages.length, onShow, onMove })
  useCurrentInView(strip, pageIndex)
  // The order after a drop here. `at` is a page's index before it.
  const entries = pages.map((page, at) => ({ page, at }))
  const arranged = lifted ? moveItem(entries, lifted.from, lifted.to) : entries
  return (
    <>
      <ol
        className={css.strip}
        dir={direction}
        aria-label={t`Pages in order`}
        aria-describedby={pages.length > 1 ? keys : undefined}
        ref={strip}
      >
        {arranged.map(({ page, at }, index) => (
          <li
            key={page.id}
            data-status={page.status}
            data-held={lifted?.from === at || undefined}
            data-wordless={isWordless(page) || undefined}
            data-cut={page.isCut || undefined}
          >
            <button
              type="button"
              aria-label={
                page.status === 'failed'
                  ? t`Page ${ph({ number: index + 1 })}, upload failed`
                  : t`Page ${ph({ number: index + 1 })}`
              }
              aria-current={at === pageIndex || undefined}
              aria-describedby={
                [isWordless(page) && legend, page.isCut && cutLegend].filter(Boolean).join(' ') || undefined
              }
              tabIndex={at === pageIndex ? undefined : -1}
              onClick={() => onShow(at)}
              onDoubleClick={onOpen}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && at === pageIndex) onOpen?.()
                else press(event, at)
              }}
              onPointerDown={(event) => start(event, at)}
            >
              {page.preview && <img src={page.preview} alt="" loading="lazy" decoding="async" draggable={false} />}
            </button>
            <span className={css.number} aria-hidden="true">
              {page.status === 'failed' ? '!' : index + 1}
            </span>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ol>
      {pages.length > 1 && (
        <p className="sr" id={keys}>{t`Use the arrow keys to browse pages. Hold Shift to move the page.`}</p>
      )}
      <div className={css.legends}>
        {pages.some(isWordless) && <p className={`meta ${css.legend}`} id={legend}>{t`no words yet`}</p>}
        {pages.some(({ isCut }) => isCut) && (
          <p className={`meta ${css.legend} ${css.cut}`} id={cutLegend}>{t`words do not fit`}</p>
        )}
      </div>
    </>
  )
}

const isWordless = ({ altText }: StripPage) => isBlank(altText)

/** Scrolls the strip, but not the window, to the current page. */
function useCurrentInView(strip: RefObject<HTMLOListElement | null>, pageIndex: number) {
  useLayoutEffect(() => {
    const list = strip.current
    const page = list?.querySelectorAll('li[data-status]')[pageIndex]
    if (!list || !page) return
    const [outer, inner] = [list.getBoundingClientRect(), page.getBoundingClientRect()]
    list.scrollBy({
      left: Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left),
      top: Math.max(0, inner.bottom - outer.bottom) + Math.min(0, inner.top - outer.top),
    })
  }, [pageIndex, strip])
}

type StripKeys = Pick<Props, 'onShow' | 'onMove'> & { count: number }

/** Arrows, Home and End show and focus a page. With Shift they move the page. */
function useStripKeys(strip: RefObject<HTMLOListElement | null>, { count, onShow, onMove }: StripKeys) {
  const [focusIndex, setFocusIndex] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (focusIndex === null) return
    // The current page is in view. A window would scroll for it, even where the strip sticks to the window.
    strip.current?.querySelectorAll<HTMLElement>('li[data-status] > button')[focusIndex]?.focus({ preventScroll: true })
    setFocusIndex(null)
  }, [focusIndex, strip])
  return (event: ReactKeyboardEvent, from: number) => {
    const to = indexAfterKey(keyFromLeft(event), from, count)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (to === from) return
    if (event.shiftKey) onMove(from, to)
    else onShow(to)
    setFocusIndex(to)
  }
}
