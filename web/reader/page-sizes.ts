import { useSyncExternalStore } from 'react'
import { imageSourceSet } from '#contract/media-address.ts'
import type { OpenPage } from '#contract/zines.ts'
import type { Zoom } from './use-choices.ts'

/** Height of the bar above the pages, in pixels (reader.module.css). */
const bar = 52

type Shown = {
  ratio: number
  wide: number
  zoom: Zoom
  fits: boolean | undefined
}

/** The `sizes` attribute. Covers both layouts until the window is measured. */
export function sizesOf({ ratio, wide, zoom, fits }: Shown) {
  const alone = widthOf(ratio, ratio, zoom)
  const side = widthOf(ratio, wide, zoom)
  if (fits !== undefined || alone === side) return side
  return `${fitting} ${side}, ${alone}`
}

function widthOf(ratio: number, wide: number, zoom: Zoom) {
  const across = (by: number) => `${((100 * by * ratio) / wide).toFixed(1)}vw`
  const down = (by: number) => `calc((100vh - ${bar}px) * ${(by * ratio).toFixed(4)})`
  if (zoom === 'width') return across(1)
  const by = zoom === 'double' ? 2 : 1
  return `min(${across(by)}, ${down(by)})`
}

/** The widest public file, in pixels. */
const widest = 1600

/** Includes the print picture where printing is allowed: it has the most pixels. */
export function sourcesOf(zineId: string, place: number, { url, width, printWidth }: OpenPage) {
  const files = imageSourceSet(url, width)
  if (!files || !printWidth || printWidth <= widest) return files
  return `${files}, /api/zines/${zineId}/pages/${place + 1}/print.jpg ${printWidth}w`
}

/** The window size from which two pages fit. Same query as in page-leaf.module.css. */
const fitting = '(min-width: 700px) and (orientation: landscape)'

export const useFits = () =>
  useSyncExternalStore<boolean | undefined>(
    onChange,
    () => matchMedia(fitting).matches,
    () => undefined,
  )

function onChange(changed: () => void) {
  const query = matchMedia(fitting)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
