import type { CSSProperties, ReactNode } from 'react'
import css from '#web/ui/zine-sheet.module.css'

/** Most sheets that are seen behind a cover. */
const mostSheets = 5

type ZineSheetProps = { pages: number; ratio: number; children: ReactNode }

/** The printed thing: staples and sheets behind tell how many pages it has, tape that there is one. */
export function ZineSheet({ pages, ratio, children }: ZineSheetProps) {
  return (
    <span
      className={css.sheet}
      data-pages={pages > 1 ? Math.min(pages, mostSheets) : undefined}
      style={{ '--r': Number(ratio.toFixed(4)) } as CSSProperties}
    >
      {children}
    </span>
  )
}
