import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useSwipe } from '../use-swipe.ts'
import css from './carousel.module.css'
import { turn, turnByKey } from './carousel-order.ts'

type CarouselProps = {
  label: string
  count: number
  index: number
  onTurn: (index: number) => void
  /** The pages, all hidden but the one at `index`. */
  children: ReactNode
}

/** One page at a time, in a circle: arrows, a dot for each page, arrow keys and swipes. */
export function Carousel({ label, count, index, onTurn, children }: CarouselProps) {
  const viewer = useRef<HTMLElement>(null)
  const swipe = useSwipe((by) => onTurn(turn(index, by, count)))
  useEffect(() => {
    if (count < 2) return
    const room: HTMLElement | null | undefined = viewer.current?.closest('[role="dialog"], main')
    const press = (event: KeyboardEvent) => {
      const next = isTyping(event) ? undefined : turnByKey(event.key, index, count)
      if (next === undefined) return
      event.preventDefault()
      onTurn(next)
    }
    room?.addEventListener('keydown', press)
    return () => room?.removeEventListener('keydown', press)
  }, [index, count, onTurn])

  if (count < 2) {
    return (
      <section className={css.viewer} aria-label={label}>
        {children}
      </section>
    )
  }
  return (
    <section
      className={css.viewer}
      aria-roledescription="carousel"
      aria-label={label}
      ref={viewer}
      {...swipe}
    >
      <IconButton
        boxed
        className={`${css.nav} ${css.prev}`}
        aria-label="Previous page"
        onClick={() => onTurn(turn(index, -1, count))}
      >
        <ChevronLeft className="ico" aria-hidden="true" />
      </IconButton>
      {children}
      <IconButton
        boxed
        className={`${css.nav} ${css.next}`}
        aria-label="Next page"
        onClick={() => onTurn(turn(index, 1, count))}
      >
        <ChevronRight className="ico" aria-hidden="true" />
      </IconButton>
      <Dots count={count} index={index} onTurn={onTurn} />
      <p className={`sr ${css.place}`} aria-live="polite">
        Page {index + 1} of {count}
      </p>
    </section>
  )
}

const Dots = ({ count, index, onTurn }: Pick<CarouselProps, 'count' | 'index' | 'onTurn'>) => (
  <fieldset className={css.dots} aria-label="Pages">
    {Array.from({ length: count }, (_, at) => (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
        key={at}
        type="button"
        aria-label={`Page ${at + 1} of ${count}`}
        aria-current={at === index ? 'true' : undefined}
        onClick={() => onTurn(at)}
      />
    ))}
  </fieldset>
)

const isTyping = ({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  shiftKey ||
  (target instanceof Element && target.closest('input, textarea, select, video, [role="menu"]') !== null)
