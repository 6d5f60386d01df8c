import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { IconButton } from '../controls/icon-button.tsx'
import css from './carousel.module.css'

type CarouselProps = {
  label: string
  count: number
  index: number
  /** Of the zine. The texts in its pages keep the direction of the site. */
  direction: ReadingDirection
  onTurn: (index: number) => void
  children: ReactNode
}

export function Carousel({ label, count, index, direction, onTurn, children }: CarouselProps) {
  const { t } = useLingui()
  const viewer = useRef<HTMLElement>(null)
  const swipe = useSwipe((by) => onTurn(wrapIndex(index, direction === 'rtl' ? -by : by, count)))
  useEffect(() => {
    if (count < 2) return
    const container: HTMLElement | null | undefined = viewer.current?.closest('[role="dialog"], main')
    const press = (event: KeyboardEvent) => {
      const next = isTyping(event) ? undefined : indexForKey(event.key, { index, count, direction })
      if (next === undefined) return
      event.preventDefault()
      onTurn(next)
    }
    container?.addEventListener('keydown', press)
    return () => container?.removeEventListener('keydown', press)
  }, [index, count, direction, onTurn])

  if (count < 2) {
    return (
      <section className={css.viewer} aria-label={label}>
        {children}
      </section>
    )
  }
  return (
    <section className={css.viewer} aria-roledescription={t`carousel`} aria-label={label} ref={viewer} {...swipe}>
      <IconButton
        icon={ChevronLeft}
        boxed
        dir={direction}
        className={`${css.nav} ${css.prev}`}
        aria-label={t`Previous page`}
        onClick={() => onTurn(wrapIndex(index, -1, count))}
      />
      {children}
      <IconButton
        icon={ChevronRight}
        boxed
        dir={direction}
        className={`${css.nav} ${css.next}`}
        aria-label={t`Next page`}
        onClick={() => onTurn(wrapIndex(index, 1, count))}
      />
      <Dots count={count} index={index} direction={direction} onTurn={onTurn} />
      <p className={`sr ${css.pageNumber}`} aria-live="polite">
        <Trans>
          Page {ph({ number: index + 1 })} of {count}
        </Trans>
      </p>
    </section>
  )
}

const Dots = ({ count, index, direction, onTurn }: Omit<CarouselProps, 'label' | 'children'>) => {
  const { t } = useLingui()
  return (
    <fieldset className={css.dots} dir={direction} aria-label={t`Pages`}>
      {Array.from({ length: count }, (_, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot's index is its identity
          key={at}
          type="button"
          aria-label={t`Page ${ph({ number: at + 1 })} of ${count}`}
          aria-current={at === index ? 'true' : undefined}
          onClick={() => onTurn(at)}
        />
      ))}
    </fieldset>
  )
}

const isTyping = ({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  shiftKey ||
  (target instanceof Element && target.closest('input, textarea, select, video, [role="menu"]') !== null)

export const wrapIndex = (index: number, step: number, count: number) => (index + step + count) % count

type Position = Pick<CarouselProps, 'index' | 'count' | 'direction'>

function indexForKey(key: string, { index, count, direction }: Position) {
  const isOnward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return wrapIndex(index, key === isOnward ? 1 : -1, count)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}

const minSwipe = 40

/** -1 or 1 for a swipe, 0 for a short or mostly vertical movement. */
export function swipeDirection(dx: number, dy: number) {
  if (Math.abs(dx) < minSwipe || Math.abs(dx) < Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}

/** Calls `onSwipe` after a one-finger swipe: 1 to the left, -1 to the right. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      start.current = pointerType === 'mouse' || !isPrimary ? null : { x: clientX, y: clientY }
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return
      const by = swipeDirection(event.clientX - start.current.x, event.clientY - start.current.y)
      start.current = null
      if (by !== 0) onSwipe(by)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}
