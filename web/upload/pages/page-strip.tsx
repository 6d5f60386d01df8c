import {
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { DraftPage } from './draft-page.ts'
import css from './page-strip.module.css'

type Props = {
  pages: readonly DraftPage[]
  place: number
  onShow: (place: number) => void
  onMove: (from: number, to: number) => void
  /** What stands after the last page. */
  children: ReactNode
}

/** The pages in order, numbered, and marked while they have no words. They can be dragged; the arrow buttons below do the same. */
export function PageStrip({ pages, place, onShow, onMove, children }: Props) {
  const drag = useStripDrag(onMove)
  const legend = useId()
  return (
    <>
      <ol className={css.strip} aria-label="Pages in order" ref={drag.strip}>
        {pages.map((page, index) => (
          <li
            key={page.id}
            data-step={page.step}
            data-held={drag.held === index || undefined}
            data-wordless={isWordless(page) || undefined}
          >
            <button
              type="button"
              aria-label={
                page.step === 'failed' ? `Page ${index + 1}, did not go through` : `Page ${index + 1}`
              }
              aria-current={index === place || undefined}
              aria-describedby={isWordless(page) ? legend : undefined}
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
      {pages.some(isWordless) && (
        <p className={`meta ${css.legend}`} id={legend}>
          no words yet
        </p>
      )}
    </>
  )
}

const isWordless = ({ altText }: DraftPage) => altText.trim() === ''

/** How far a press may wander and still be a press. */
const slack = 6

/**
 * Dragging pages along their strip: the page moves as soon as it is held over another place.
 * Listens on the window because the held element is itself moved within the page, which would end a capture.
 */
function useStripDrag(onMove: (from: number, to: number) => void) {
  const strip = useRef<HTMLOListElement>(null)
  const [press, setPress] = useState<{ from: number; x: number; moving: boolean } | null>(null)

  const follow = useEffectEvent((event: PointerEvent) => {
    if (!press) return
    if (!press.moving && Math.abs(event.clientX - press.x) < slack) return
    const over = placeAt(strip.current, event.clientX)
    if (over !== undefined && over !== press.from) onMove(press.from, over)
    setPress({ ...press, from: over ?? press.from, moving: true })
  })
  const pressed = press !== null
  useEffect(() => {
    if (!pressed) return
    const end = () => setPress(null)
    const move = (event: PointerEvent) => follow(event)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [pressed])

  return {
    strip,
    held: press?.moving ? press.from : null,
    start: (event: ReactPointerEvent, from: number) =>
      event.button === 0 && setPress({ from, x: event.clientX, moving: false }),
  }
}

/** Which page of the strip stands at a horizontal position; undefined beside them. */
function placeAt(strip: HTMLOListElement | null, x: number) {
  const pages = [...(strip?.querySelectorAll('li[data-step]') ?? [])]
  const place = pages.findIndex((page) => {
    const { left, right } = page.getBoundingClientRect()
    return x >= left && x <= right
  })
  return place < 0 ? undefined : place
}
