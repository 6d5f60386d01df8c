import { useId } from 'react'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { LaidPageWords } from '../table/laid-page-words.tsx'
import { LayoutDetails } from '../table/layout-details.tsx'
import type { LayoutTableProps } from '../table/layout-props.ts'
import mat from '../table/layout-stage.module.css'
import table from '../table/layout-table.module.css'

/** A zine that is one video: its words can be changed, and it stays the video it is. */
export function VideoTable({ layout, onChange, busy = false, problems, children }: LayoutTableProps) {
  const id = useId()
  const [page] = layout.pages
  return (
    <div className={table.table}>
      <section className={mat.mat} aria-label="The video" tabIndex={-1}>
        {page && (
          <>
            <PageViewer
              pages={[{ id, kind: 'video', preview: page.url, altText: page.altText }]}
              place={0}
              onShow={() => undefined}
            />
            <LaidPageWords {...{ page, busy, onChange }} place={0} isVideo />
          </>
        )}
        {problems?.pages && (
          <p className="error" role="alert">
            {problems.pages}
          </p>
        )}
      </section>
      <div className={table.beside}>
        <LayoutDetails {...{ layout, onChange, busy, problems }} isVideo />
        {children}
      </div>
    </div>
  )
}
