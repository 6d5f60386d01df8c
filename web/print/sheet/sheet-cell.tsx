import { type CSSProperties, useState } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { imageSourceSet } from '#contract/media-address.ts'
import { ifFailedEarly } from '#web/ui/failed-early.ts'
import type { Box, LaidCell } from '../imposition/cells.ts'
import css from './live-sheet.module.css'

type SheetCellProps = { cell: LaidCell; page: ZinePage | undefined; sizes: string }

/** A page in its cell of the sheet, or nothing where that stays blank. */
export function SheetCell({ cell, page, sizes }: SheetCellProps) {
  const { area, box, isTurned } = cell
  return (
    <div className={css.cell} style={inMillimetres(area)}>
      <div
        className={css.box}
        data-turned={isTurned || undefined}
        style={inMillimetres({ ...box, x: box.x - area.x, y: box.y - area.y })}
      >
        {page && <Picture key={page.url} page={page} sizes={sizes} />}
        <b className={css.number}>{cell.page ?? 'blank'}</b>
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
