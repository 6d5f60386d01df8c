import type { CSSProperties, ReactNode } from 'react'
import '#web/ui/zine-sheet.css'

/** Most sheets that are seen behind a cover. */
const mostSheets = 5

type ZineSheetProps = { pages: number; ratio: number; children: ReactNode }

/** The printed thing: staples and sheets behind tell how many pages it has, tape that there is one. */
export function ZineSheet({ pages, ratio, children }: ZineSheetProps) {
  const several = pages > 1
  return (
    <span
      className={several ? 'zine' : 'zine single'}
      data-pages={several ? Math.min(pages, mostSheets) : undefined}
      style={{ '--r': Number(ratio.toFixed(4)) } as CSSProperties}
    >
      {children}
    </span>
  )
}
