import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { OpenZine } from '#contract/zines.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { cellsOn } from '../imposition/cells.ts'
import type { PrintPlan } from '../print-plan.ts'
import css from './live-sheet.module.css'
import { SheetCell } from './sheet-cell.tsx'
import { SheetMarks } from './sheet-marks.tsx'
import { sideName, sideWords } from './side-words.ts'

/** How wide a sheet is shown at most, in rem. */
const widest = 36

type LiveSheetProps = { plan: PrintPlan; zine: OpenZine }

/** One side of one sheet as it will come out of the printer, by the table that the PDF is made by. */
export function LiveSheet({ plan, zine }: LiveSheetProps) {
  const { sides, size, room, choices } = plan
  const [asked, setAsked] = useState(0)
  const index = Math.min(asked, sides.length - 1)
  const side = sides[index] ?? []
  const name = sideName(choices.layout, index)
  const turn = (by: number) => setAsked((index + by + sides.length) % sides.length)
  return (
    <figure className={css.live}>
      <div className={css.stage} style={{ '--across': size.width, '--down': size.height } as CSSProperties}>
        <div className={css.paper} role="img" aria-label={`${name}: ${sideWords(side)}`}>
          {cellsOn(side, size, room).map((cell, at) => (
            <SheetCell
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell of the sheet, whatever page lies there
              key={at}
              cell={cell}
              sizes={`${Math.ceil(widest / (side[0]?.length ?? 1))}rem`}
              page={cell.page === null ? undefined : zine.pages[cell.page - 1]}
            />
          ))}
          {choices.withMarks && <SheetMarks layout={choices.layout} size={size} />}
        </div>
      </div>
      <figcaption className={css.caption}>
        {sides.length > 1 && (
          <IconButton boxed aria-label="Previous side" onClick={() => turn(-1)}>
            <ChevronLeft className="ico" aria-hidden="true" />
          </IconButton>
        )}
        <span className="meta">{sideName(choices.layout, index, plan.sheets)}</span>
        {sides.length > 1 && (
          <IconButton boxed aria-label="Next side" onClick={() => turn(1)}>
            <ChevronRight className="ico" aria-hidden="true" />
          </IconButton>
        )}
        <span className="sr" role="status">
          {name}: {sideWords(side)}
        </span>
      </figcaption>
    </figure>
  )
}
