import { type CSSProperties, useState } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { imageSourceSet } from '#contract/media-address.ts'
import { ifFailedEarly } from '#web/ui/failed-early.ts'
import type { Box, Placed } from '../imposition/places.ts'
import css from './live-sheet.module.css'

type SheetPageProps = { place: Placed; page: ZinePage | undefined; sizes: string }

/** A page in its cell of the sheet, or nothing where that stays blank. */
export function SheetPage({ place, page, sizes }: SheetPageProps) {
  const { cell, box, isTurned } = place
  return (
    <div className={css.cell} style={inMillimetres(cell)}>
      <div
        className={css.box}
        data-turned={isTurned || undefined}
        style={inMillimetres({ ...box, x: box.x - cell.x, y: box.y - cell.y })}
      >
        {page && <Picture key={page.url} page={page} sizes={sizes} />}
        <b className={css.number}>{place.page ?? 'blank'}</b>
      </div>
    </div>
  )
}

const inMillimetres = ({ x, y, width, height }: Box) =>
  ({ '--x': x, '--y': y, '--w': width, '--h': height }) as CSSProperties

/** One that is gone leaves its number. */
function Picture({ page, sizes }: { page: ZinePage; sizes: string }) {
  const [isBroken, setBroken] = useState(false)
  const onBroken = () => setBroken(true)
  if (isBroken) return null
  return (
    <img
      ref={ifFailedEarly(onBroken)}
      src={page.url}
      srcSet={imageSourceSet(page.url, page.width)}
      sizes={sizes}
      alt=""
      decoding="async"
      onError={onBroken}
    />
  )
}
