import type { Layout } from '../imposition/layouts.ts'
import { type Line, marksOn, scissors } from '../imposition/marks.ts'
import type { Size } from '../imposition/paper.ts'
import css from './live-sheet.module.css'

/** The same marks as on paper, a little stronger than they are printed. */
export function SheetMarks({ layout, size }: { layout: Layout; size: Size }) {
  const { ticks, cuts } = marksOn(layout, size)
  const [cut] = cuts
  return (
    <svg className={css.marks} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <path d={ticks.map(path).join('')} />
      {cut && (
        <>
          <path className={css.cut} d={path(cut)} />
          <path
            d={scissors.path}
            transform={`translate(${cut.from.x} ${cut.from.y - scissors.height / 2})`}
          />
        </>
      )}
    </svg>
  )
}

const path = ({ from, to }: Line) => `M${from.x} ${from.y}L${to.x} ${to.y}`
