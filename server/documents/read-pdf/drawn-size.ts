import { type Half, longestSide, mostDrawn, type PageBox } from './pdf-task.ts'

/** In pixels: the drawing, and the whole page that it shows from `left` on. */
export type DrawnSize = { width: number; height: number; pageWidth: number; left: number }

const sharpest = 300 / 72
/** As wide as the widest picture that is shown on a screen. */
const wide = 1600

/**
 * As sharp as paper needs, and as large as screens do, but never larger than a sheet of A4. Undefined for a page that
 * no one can print.
 */
export function drawnSize({ width, height }: PageBox, half: Half): DrawnSize | undefined {
  if (!isSide(width) || !isSide(height)) return undefined
  const shown = half === 'whole' ? width : width / 2
  const fits = Math.min(mostDrawn.width / shown, mostDrawn.height / height)
  const scale = Math.min(fits, Math.max(sharpest, wide / shown))
  const drawn = { width: pixels(shown * scale), height: pixels(height * scale) }
  return {
    ...drawn,
    pageWidth: half === 'whole' ? drawn.width : 2 * drawn.width,
    left: half === 'right' ? drawn.width : 0,
  }
}

const isSide = (points: number) => points > 0 && points <= longestSide
const pixels = (length: number) => Math.max(1, Math.round(length))
