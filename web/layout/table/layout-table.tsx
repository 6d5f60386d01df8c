import { useId } from 'react'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { LayoutDetails } from './layout-details.tsx'
import mat from './layout-stage.module.css'
import { LayoutStage } from './layout-stage.tsx'
import css from './layout-table.module.css'
import { PageTextFields } from './page-text-fields.tsx'
import type { LayoutTableProps } from './use-stage.ts'

export const LayoutTable = ({ children, ...table }: LayoutTableProps) => (
  <div className={css.table}>
    <SectionErrorBoundary>
      <LayoutStage {...table} />
    </SectionErrorBoundary>
    <div className={css.sidebar}>
      <SectionErrorBoundary>
        <LayoutDetails {...table} />
      </SectionErrorBoundary>
      <SectionErrorBoundary>{children}</SectionErrorBoundary>
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
              pageIndex={0}
              paper="pictures"
              onShow={() => undefined}
            />
            <PageTextFields {...{ page, busy, onChange }} pageIndex={0} isVideo />
          </>
        )}
        {problems?.pages && (
          <p className="error" role="alert">
            {problems.pages}
          </p>
        )}
      </section>
      <div className={css.sidebar}>
        <LayoutDetails {...{ layout, onChange, busy, problems }} isVideo />
        {children}
      </div>
    </div>
  )
}
