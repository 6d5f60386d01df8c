import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { afterNextFrame } from '#web/ui/after-next-frame.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { deriveTexts } from '../derive-texts.ts'
import { drawPreview } from '../draw/draw-page.ts'
import { loadPictures } from '../draw/load-pictures.ts'
import type { Drawing } from '../drawing.ts'
import { loadType } from '../fonts/type-styles.ts'
import type { PageSize } from '../page-size.ts'
import { layoutPage, withPictures } from '../templates/layout-page.ts'
import css from './page-maker.module.css'

type Bitmaps = (ImageBitmap | null)[]

type Preview = ReturnType<typeof usePreview>

/** Lays out the page after the frame that shows a change, and draws it in the next one. */
export function usePreview(recipe: PageRecipe, size: PageSize) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [laidOut, setLaidOut] = useState<Drawing>()
  const [isTypeMissing, setTypeMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { bitmaps, isPictureMissing } = useBitmaps(recipe, attempt)
  const { pictures, treatment, brightness, contrast, whitensPaper, ...texts } = recipe
  const layout = JSON.stringify([texts, pictures.map(Boolean), size.width, size.height])
  // A picture that is moved or adjusted is drawn in the next frame, without a layout.
  const drawing = useMemo(
    () => laidOut && withPictures(laidOut, { pictures, treatment, brightness, contrast, whitensPaper }),
    [laidOut, pictures, treatment, brightness, contrast, whitensPaper],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `layout` has what counts, and a new attempt loads the fonts again
  useEffect(() => {
    let isStale = false
    const cancel = afterNextFrame(() =>
      loadType(recipe).then(
        () => {
          if (isStale) return
          setTypeMissing(false)
          setLaidOut(layoutPage(recipe, size))
        },
        () => isStale || setTypeMissing(true),
      ),
    )
    return () => {
      isStale = true
      cancel()
    }
  }, [layout, attempt])
  useDrawn(canvas, drawing, bitmaps)
  const problem = isTypeMissing
    ? t`The fonts could not be loaded. Check your connection.`
    : isPictureMissing && t`An image could not be loaded. Check your connection.`
  return { canvas, drawing, problem, retry: () => setAttempt((count) => count + 1) }
}

/** Draws in the next frame, and again when the window changes. */
function useDrawn(canvas: RefObject<HTMLCanvasElement | null>, drawing: Drawing | undefined, bitmaps: Bitmaps) {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (canvas.current) observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [canvas])
  useEffect(() => {
    const element = canvas.current
    if (!drawing || !element || width === 0) return
    const frame = requestAnimationFrame(() => {
      // While other pictures are loaded, those before them are closed and have no width. The page is then drawn again.
      if (bitmaps.every((bitmap) => bitmap?.width !== 0)) drawPreview(element, drawing, bitmaps)
    })
    return () => cancelAnimationFrame(frame)
  }, [canvas, drawing, bitmaps, width])
}

/** The recipe's pictures, decoded once until one of them changes. */
function useBitmaps(recipe: PageRecipe, attempt: number) {
  const [bitmaps, setBitmaps] = useState<Bitmaps>([])
  const [isPictureMissing, setMissing] = useState(false)
  const urls = recipe.pictures.map((picture) => picture?.url ?? '').join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other pictures are loaded again
  useEffect(() => {
    const stop = new AbortController()
    let loaded: Bitmaps = []
    loadPictures(recipe, stop.signal).then(
      (pictures) => {
        loaded = pictures
        if (stop.signal.aborted) return close()
        setMissing(false)
        setBitmaps(pictures)
      },
      () => stop.signal.aborted || setMissing(true),
    )
    const close = () => {
      for (const bitmap of loaded) bitmap?.close()
    }
    return () => {
      stop.abort()
      setBitmaps([])
      close()
    }
  }, [urls, attempt])
  return { bitmaps, isPictureMissing }
}

type Props = { preview: Preview; recipe: PageRecipe; size: PageSize }

export const PagePreview = ({ preview: { canvas, drawing, problem, retry }, recipe, size }: Props) => {
  const { t } = useLingui()
  return (
    <div className={css.preview} style={{ '--r': size.width / size.height } as CSSProperties}>
      <canvas ref={canvas} role="img" aria-label={deriveTexts(recipe).altText} data-drawn={drawing && true} />
      {problem ? (
        <div className={css.over} role="alert">
          <p className="error">{problem}</p>
          <Button look="second" size="small" onClick={retry}>{t`Try again`}</Button>
        </div>
      ) : (
        !drawing && <p className={css.over} role="status">{t`Loading the fonts…`}</p>
      )}
    </div>
  )
}
