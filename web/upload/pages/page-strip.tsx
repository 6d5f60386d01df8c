import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { onPage } from '#web/browser/page-events.ts'
import { indexAfterKey } from '#web/ui/list-order.ts'
import type { ChosenPage } from './chosen-pages.ts'
import css from './page-strip.module.css'

export type StripPage = Pick<ChosenPage, 'id' | 'step' | 'preview' | 'altText'>

type Props = {
  pages: readonly StripPage[]
  pageIndex: number
  onShow: (pageIndex: number) => void
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** Pages in order, moved by drag or arrow keys (with Shift). The strip is a single Tab stop. */
export function PageStrip({ pages, pageIndex, onShow, onMove, children }: Props) {
  const drag = useStripDrag(onMove)
  const legend = useId()
  const keys = useId()
  const press = useStripKeys(drag.strip, { count: pages.length, onShow, onMove })
  return (
    <>
      <ol
        className={css.strip}
        aria-label="Pages in order"
        aria-describedby={pages.length > 1 ? keys : undefined}
        ref={drag.strip}
      >
        {pages.map((page, index) => (
          <li
            key={page.id}
            data-step={page.step}
            data-held={drag.dragged === index || undefined}
            data-wordless={isWordless(page) || undefined}
          >
            <button
              type="button"
              aria-label={page.step === 'failed' ? `Page ${index + 1}, upload failed` : `Page ${index + 1}`}
              aria-current={index === pageIndex || undefined}
              aria-describedby={isWordless(page) ? legend : undefined}
              tabIndex={index === pageIndex ? undefined : -1}
              onClick={() => onShow(index)}
              onKeyDown={(event) => press(event, index)}
              onPointerDown={(event) => drag.start(event, index)}
            >
              <img src={page.preview} alt="" loading="lazy" decoding="async" draggable={false} />
            </button>
            <span className={css.number} aria-hidden="true">
              {page.step === 'failed' ? '!' : index + 1}
            </span>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ol>
      {pages.length > 1 && (
        <p className="sr" id={keys}>
          Use the arrow keys to browse pages. Hold Shift to move the page.
        </p>
      )}
      {pages.some(isWordless) && (
        <p className={`meta ${css.legend}`} id={legend}>
          no words yet
        </p>
      )}
    </>
  )
}

const isWordless = ({ altText }: StripPage) => altText.trim() === ''

type StripKeys = Pick<Props, 'onShow' | 'onMove'> & { count: number }

/** Arrows, Home and End show and focus a page. With Shift they move the page. */
function useStripKeys(strip: RefObject<HTMLOListElement | null>, { count, onShow, onMove }: StripKeys) {
  const [focusIndex, setFocusIndex] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (focusIndex === null) return
    strip.current?.querySelectorAll<HTMLElement>('li[data-step] > button')[focusIndex]?.focus()
    setFocusIndex(null)
  }, [focusIndex, strip])
  return (event: ReactKeyboardEvent, from: number) => {
    const to = indexAfterKey(event.key, from, count)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (to === from) return
    if (event.shiftKey) onMove(from, to)
    else onShow(to)
    setFocusIndex(to)
  }
}

const dragThreshold = 6

/** Listens on the window, because moving the dragged element in the DOM ends pointer capture. */
function useStripDrag(onMove: (from: number, to: number) => void) {
  const strip = useRef<HTMLOListElement>(null)
  const [press, setPress] = useState<{ from: number; x: number; y: number; moving: boolean } | null>(null)

  const follow = useEffectEvent((event: PointerEvent) => {
    if (!press) return
    if (!press.moving && Math.hypot(event.clientX - press.x, event.clientY - press.y) < dragThreshold) return
    const targetIndex = indexAt(strip.current, event)
    if (targetIndex !== undefined && targetIndex !== press.from) onMove(press.from, targetIndex)
    setPress({ ...press, from: targetIndex ?? press.from, moving: true })
  })
  const pressed = press !== null
  useEffect(() => {
    if (!pressed) return
    const end = () => setPress(null)
    return onPage({ pointermove: (event) => follow(event), pointerup: end, pointercancel: end })
  }, [pressed])

  return {
    strip,
    dragged: press?.moving ? press.from : null,
    start: (event: ReactPointerEvent, from: number) =>
      event.button === 0 && setPress({ from, x: event.clientX, y: event.clientY, moving: false }),
  }
}

/** The page under the pointer. In a single row, the vertical position does not matter. */
function indexAt(strip: HTMLOListElement | null, { clientX: x, clientY: y }: PointerEvent) {
  const pages = [...(strip?.querySelectorAll('li[data-step]') ?? [])]
  const boxes = pages.map((page) => page.getBoundingClientRect())
  const isOneRow = boxes.every(({ top }) => top === boxes[0]?.top)
  const index = boxes.findIndex(
    ({ left, right, top, bottom }) => x >= left && x <= right && (isOneRow || (y >= top && y <= bottom)),
  )
  return index < 0 ? undefined : index
}
