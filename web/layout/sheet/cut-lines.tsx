import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { formatNumber } from '#web/languages/formats.ts'
import { useDrawing } from './page-previews.tsx'
import css from './sheet.module.css'
import { type Cuts, cellsInOrder, cutAt, cutRange, moveCut, pagesPerSheet, type SheetFold } from './sheet-cells.ts'
import type { SheetPicture } from './sheet-picture.ts'

type Props = {
  picture: SheetPicture
  cuts: Cuts
  fold: SheetFold
  onCuts: (cuts: Cuts) => void
  onCover: (cover: number) => void
}

/** The sheet with its page numbers. The member chooses the cell of the cover and moves the cuts. */
export function CutLines({ picture, cuts, fold, onCuts, onCover }: Props) {
  const { t } = useLingui()
  const sheet = useRef<HTMLDivElement>(null)
  const { width, height } = picture
  const canvas = useDrawing(picture, { x: 0, y: 0, width, height, isRotated: false })
  return (
    <div className={css.frame}>
      <div ref={sheet} className={css.sheet}>
        <canvas ref={canvas} width={width} height={height} role="img" aria-label={t`The sheet`} />
        <CoverChoice cuts={cuts} fold={fold} onCover={onCover} />
        {cutNames.map((name, cut) => (
          <CutLine key={name.id} name={t(name)} cut={cut} cuts={cuts} onCuts={onCuts} sheet={() => sheet.current} />
        ))}
      </div>
    </div>
  )
}

const cutNames = [msg`First vertical line`, msg`Second vertical line`, msg`Third vertical line`, msg`Horizontal line`]

type CoverProps = Pick<Props, 'cuts' | 'fold' | 'onCover'>

function CoverChoice({ cuts, fold, onCover }: CoverProps) {
  const { t } = useLingui()
  const name = useId()
  const order = cellsInOrder(fold)
  const xs = [0, ...cuts.columns, 1]
  return (
    <fieldset>
      <legend className="sr">{t`Front cover`}</legend>
      {Array.from({ length: pagesPerSheet }, (_, cell) => {
        const column = (cell % 4) + 1
        const [from = 0, to = 1] = xs.slice(cell % 4)
        const [top, bottom] = cell < 4 ? [0, cuts.row] : [cuts.row, 1]
        const box = { left: from, top, right: 1 - to, bottom: 1 - bottom }
        const style = Object.fromEntries(Object.entries(box).map(([side, part]) => [side, `${100 * part}%`]))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
          <label key={cell} style={style}>
            <input
              type="radio"
              name={name}
              checked={cell === fold.cover}
              aria-label={cell < 4 ? t`Upper row, column ${column}` : t`Lower row, column ${column}`}
              onChange={() => onCover(cell)}
            />
            <span>{order.indexOf(cell) + 1}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

type LineProps = {
  name: string
  cut: number
  cuts: Cuts
  onCuts: (cuts: Cuts) => void
  sheet: () => HTMLElement | null
}

const steps: Record<string, number> = {
  ArrowLeft: -0.002,
  ArrowUp: -0.002,
  ArrowRight: 0.002,
  ArrowDown: 0.002,
  PageUp: -0.02,
  PageDown: 0.02,
}

function CutLine({ name, cut, cuts, onCuts, sheet }: LineProps) {
  const { t, i18n } = useLingui()
  const isVertical = cut < 3
  const at = cutAt(cuts, cut)
  const { min, max } = cutRange(cuts, cut)
  const percent = (part: number) => Math.round(1000 * part) / 10
  const percentage = formatNumber(i18n.locale, percent(at))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onCuts(moveCut(cuts, cut, at + step))
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    const box = sheet()?.getBoundingClientRect()
    if (!box || !currentTarget.hasPointerCapture(pointerId)) return
    onCuts(moveCut(cuts, cut, isVertical ? (clientX - box.left) / box.width : (clientY - box.top) / box.height))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={isVertical ? css.vertical : css.horizontal}
      style={{ '--at': `${100 * at}%` } as CSSProperties}
      aria-label={name}
      aria-orientation={isVertical ? 'horizontal' : 'vertical'}
      aria-valuemin={percent(min)}
      aria-valuemax={percent(max)}
      aria-valuenow={percent(at)}
      aria-valuetext={isVertical ? t`${percentage}% from the left` : t`${percentage}% from the top`}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}
