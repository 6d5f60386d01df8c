import { useState } from 'react'
import type { OpenZine, Zine } from '#contract/zines.ts'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import css from './zine-detail.module.css'
import { pagesOf } from './zine-media.ts'
import { ZineSlip, type ZineSlipProps } from './zine-slip.tsx'
import { ZineViewer } from './zine-viewer.tsx'

type ZineDetailProps = { zine: Zine | OpenZine; onNotNow?: () => void } & Pick<
  ZineSlipProps,
  'titleAs' | 'onDeleted'
>

/** A zine opened: its pages on the table, its slip beside them. The same in the popup and on its own page. */
export function ZineDetail({ zine, titleAs, onDeleted, onNotNow }: ZineDetailProps) {
  const [index, setIndex] = useState(0)
  const pages = pagesOf(zine)
  return (
    <div className={css.in}>
      <div className={css.tabletop}>
        <PartBoundary>
          <ZineViewer zine={zine} pages={pages} index={index} onTurn={setIndex} onNotNow={onNotNow} />
        </PartBoundary>
      </div>
      <PartBoundary>
        <ZineSlip
          zine={zine}
          page={{ number: index + 1, of: pages.length }}
          titleAs={titleAs}
          onDeleted={onDeleted}
        />
      </PartBoundary>
    </div>
  )
}
