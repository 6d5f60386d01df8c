import { useId } from 'react'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { LaidPageWords } from './laid-page-words.tsx'
import { LayoutDetails } from './layout-details.tsx'
import mat from './layout-stage.module.css'
import { LayoutStage } from './layout-stage.tsx'
import css from './layout-table.module.css'
import type { LayoutTableProps } from './use-stage.ts'

export const LayoutTable = ({ children, ...table }: LayoutTableProps) => (
  <div className={css.table}>
    <PartBoundary>
      <LayoutStage {...table} />
    </PartBoundary>
    <div className={css.beside}>
      <PartBoundary>
        <LayoutDetails {...table} />
      </PartBoundary>
      <PartBoundary>{children}</PartBoundary>
    </div>
  </div>
)

export function VideoTable({ layout, onChange, busy = false, problems, children }: LayoutTableProps) {
  const id = useId()
  const [page] = layout.pages
  return (
    <div className={css.table}>
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
      <div className={css.beside}>
        <LayoutDetails {...{ layout, onChange, busy, problems }} isVideo />
        {children}
      </div>
    </div>
  )
}
