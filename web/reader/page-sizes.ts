import { useSyncExternalStore } from 'react'
import { imageSourceSet } from '#contract/media-address.ts'
import type { FullZinePage } from '#contract/zines.ts'
import type { Zoom } from './use-choices.ts'

/** Height of the bar above the pages, in pixels (reader.module.css). */
const barHeight = 52

type PageLayout = {
  ratio: number
  spreadRatio: number
  zoom: Zoom
  fitsSpread: boolean | undefined
}

/** The `sizes` attribute. Covers both layouts until the window is measured. */
export function imageSizes({ ratio, spreadRatio, zoom, fitsSpread }: PageLayout) {
  const singleSize = widthOf(ratio, ratio, zoom)
  const spreadSize = widthOf(ratio, spreadRatio, zoom)
  if (fitsSpread !== undefined || singleSize === spreadSize) return spreadSize
  return `${fitsSpreadQuery} ${spreadSize}, ${singleSize}`
}

function widthOf(ratio: number, spreadRatio: number, zoom: Zoom) {
  const across = (by: number) => `${((100 * by * ratio) / spreadRatio).toFixed(1)}vw`
  const down = (by: number) => `calc((100vh - ${barHeight}px) * ${(by * ratio).toFixed(4)})`
  if (zoom === 'width') return across(1)
  const by = zoom === 'double' ? 2 : 1
  return `min(${across(by)}, ${down(by)})`
}

/** The widest public file, in pixels. */
const maxPublicWidth = 1600

/** Includes the print picture where printing is allowed: it has the most pixels. */
export function sourceSetWithPrint(zineId: string, pageIndex: number, { url, width, printWidth }: FullZinePage) {
  const files = imageSourceSet(url, width)
  if (!files || !printWidth || printWidth <= maxPublicWidth) return files
  return `${files}, /api/zines/${zineId}/pages/${pageIndex + 1}/print.jpg ${printWidth}w`
}

/** The window size from which two pages fit. Same query as in page-leaf.module.css. */
const fitsSpreadQuery = '(min-width: 700px) and (orientation: landscape)'

export const useFitsSpread = () =>
  useSyncExternalStore<boolean | undefined>(
    onChange,
    () => matchMedia(fitsSpreadQuery).matches,
    () => undefined,
  )

function onChange(changed: () => void) {
  const query = matchMedia(fitsSpreadQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
