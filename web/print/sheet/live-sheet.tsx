import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { imageSourceSet } from '#contract/media-address.ts'
import type { PaperColour } from '#contract/page-recipe.ts'
import { formatList } from '#web/languages/formats.ts'
import { whitening } from '#web/typeset/paper-colours.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { usePicturesOnPaper } from '#web/ui/use-pictures-on-paper.ts'
import {
  type Box,
  cropMarks,
  cutsToTheLeft,
  type Line,
  type Marks,
  type PlacedCell,
  placeCells,
  scissors,
  sheetNumber,
} from '../imposition/cells.ts'
import type { Side } from '../imposition/impose.ts'
import type { Size } from '../imposition/layouts.ts'
import { hasBacks, type Layout } from '../imposition/layouts.ts'
import type { Printable, PrintPlan } from '../print-plan.ts'
import { isTurned } from '../wide-pages.ts'
import css from './live-sheet.module.css'

type PrintablePage = Printable['pages'][number]

const maxWidthRem = 36

export function LiveSheet({ plan, zine }: { plan: PrintPlan; zine: Printable }) {
  const { t, i18n } = useLingui()
  const { sides, size, margins, choices } = plan
  const figure = useRef<HTMLElement>(null)
  usePicturesOnPaper(figure)
  const [requestedIndex, setRequestedIndex] = useState(0)
  const index = Math.min(requestedIndex, sides.length - 1)
  const side = sides[index] ?? []
  const name = t(sideName(choices.layout, index))
  const pages = describeSide(i18n, side)
  const changeSide = (by: number) => setRequestedIndex((index + by + sides.length) % sides.length)
  return (
    <figure ref={figure} className={css.live}>
      <div className={css.stage} style={{ '--across': size.width, '--down': size.height } as CSSProperties}>
        <PaperFilters papers={plan.job.removedPapers} />
        <div className={css.paper} role="img" aria-label={t`${name}: ${pages}`}>
          {placeCells(side, size, margins).map((cell, at) => (
            <SheetCell
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the cell, whatever page it shows
              key={at}
              cell={cell}
              sizes={`${Math.ceil(maxWidthRem / (side[0]?.length ?? 1))}rem`}
              page={cell.page === null ? undefined : zine.pages[cell.page - 1]}
              turnsWide={choices.turnsWide}
              removesPaper={!choices.printsPaper}
            />
          ))}
          {choices.withMarks && (
            <SheetMarks
              marks={cropMarks(side, size, choices.layout, plan.direction)}
              size={size}
              number={plan.numbers[index]}
            />
          )}
        </div>
      </div>
      <figcaption className={css.caption}>
        {sides.length > 1 && (
          <IconButton icon={ChevronLeft} boxed aria-label={t`Previous side`} onClick={() => changeSide(-1)} />
        )}
        <span className="meta">{t(sideName(choices.layout, index, plan.sheets))}</span>
        {sides.length > 1 && (
          <IconButton icon={ChevronRight} boxed aria-label={t`Next side`} onClick={() => changeSide(1)} />
        )}
        <span className="sr" role="status">
          {t`${name}: ${pages}`}
        </span>
      </figcaption>
    </figure>
  )
}

/** The marks are stronger and larger than the printed ones. */
function SheetMarks({ marks, size, number }: { marks: Marks; size: Size; number: number | undefined }) {
  return (
    <svg className={css.marks} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <path d={marks.ticks.map(linePath).join('')} />
      <path className={css.cut} d={marks.cuts.map(linePath).join('')} />
      {marks.cuts.map((cut) => (
        <path key={cut.from.y} d={scissors.path} transform={scissorsPlace(cut)} />
      ))}
      {number && (
        <text x={size.width / 2} y={sheetNumber.baseline} fontSize={sheetNumber.size * 2} textAnchor="middle">
          {number}
        </text>
      )}
    </svg>
  )
}

const scissorsPlace = (cut: Line) =>
  `translate(${cut.from.x} ${cut.from.y}) rotate(${cutsToTheLeft(cut) ? 180 : 0}) translate(0 ${-scissors.height / 2})`

const linePath = ({ from, to }: Line) => `M${from.x} ${from.y}L${to.x} ${to.y}`

function sideName(layout: Layout, index: number, sheets?: number) {
  const number = hasBacks(layout) ? Math.floor(index / 2) + 1 : index + 1
  const isCounted = sheets !== undefined
  if (!hasBacks(layout)) return isCounted ? msg`Sheet ${number} of ${sheets}` : msg`Sheet ${number}`
  if (index % 2 === 0) return isCounted ? msg`Sheet ${number} of ${sheets}, front` : msg`Sheet ${number}, front`
  return isCounted ? msg`Sheet ${number} of ${sheets}, back` : msg`Sheet ${number}, back`
}

const blank = msg({ message: 'blank', comment: 'In place of the number of a page' })

const describeSide = (i18n: I18n, side: Side) =>
  side
    .map((row) => {
      const numbers = row.map(({ page }) => (page === null ? i18n._(blank) : String(page)))
      const pages = formatList(i18n.locale, numbers, 'narrow')
      return row.some(({ isRotated }) => isRotated) ? i18n._(msg`upside down: ${pages}`) : pages
    })
    .join('; ')

type SheetCellProps = {
  cell: PlacedCell
  page: PrintablePage | undefined
  sizes: string
  turnsWide: boolean
  removesPaper: boolean
}

function SheetCell({ cell, page, sizes, turnsWide, removesPaper }: SheetCellProps) {
  const { t } = useLingui()
  const { area, box, isRotated } = cell
  return (
    <div className={css.cell} style={inMillimetres(area)}>
      <div
        className={css.box}
        data-turned={isRotated || undefined}
        style={inMillimetres({ ...box, x: box.x - area.x, y: box.y - area.y })}
      >
        {page && (
          <Picture
            key={page.url}
            page={page}
            sizes={sizes}
            isTurned={isTurned(page, area, turnsWide)}
            removedPaper={removesPaper ? page.paperColour : null}
          />
        )}
        <b className={css.number}>{cell.page ?? t(blank)}</b>
      </div>
    </div>
  )
}

const inMillimetres = ({ x, y, width, height }: Box) =>
  ({ '--x': x, '--y': y, '--w': width, '--h': height }) as CSSProperties

/** The filters of pictures whose paper is not printed. */
const PaperFilters = ({ papers }: { papers: PrintPlan['job']['removedPapers'] }) => (
  <svg className="sr" aria-hidden="true">
    {[...new Set(papers)].map((paper) => paper && <PaperFilter key={paper} paper={paper} />)}
  </svg>
)

function PaperFilter({ paper }: { paper: PaperColour }) {
  const [red, green, blue] = whitening(paper)
  return (
    <filter id={`without-${paper}`} colorInterpolationFilters="sRGB">
      <feComponentTransfer>
        <feFuncR type="linear" slope={red} />
        <feFuncG type="linear" slope={green} />
        <feFuncB type="linear" slope={blue} />
      </feComponentTransfer>
    </filter>
  )
}

type PictureProps = { page: PrintablePage; sizes: string; isTurned: boolean; removedPaper: PaperColour | null }

function Picture({ page, sizes, isTurned, removedPaper }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  const onBroken = () => setBroken(true)
  if (isBroken) return null
  return (
    <img
      ref={detectEarlyFailure(onBroken)}
      src={page.url}
      srcSet={imageSourceSet(page.url, page.width)}
      sizes={sizes}
      data-turned={isTurned || undefined}
      style={removedPaper ? { filter: `url(#without-${removedPaper})` } : undefined}
      alt=""
      decoding="async"
      onError={onBroken}
    />
  )
}
