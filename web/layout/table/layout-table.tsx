import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { foldedView } from '#web/drafts/create-draft.tsx'
import { SectionErrorBoundary } from '#web/ui/states/section-error-boundary.tsx'
import { PageViewer } from '#web/upload/pages/page-viewer.tsx'
import { LayoutDetails } from './layout-details.tsx'
import mat from './layout-stage.module.css'
import { LayoutStage } from './layout-stage.tsx'
import css from './layout-table.module.css'
import { PageTextFields } from './page-text-fields.tsx'
import type { LayoutTableProps } from './use-stage.ts'

export function LayoutTable({ children, ...table }: LayoutTableProps) {
  const [search] = useSearchParams()
  const [hasFoldedView, setFoldedView] = useState(search.get('view') === foldedView)
  const isFolded = hasFoldedView && table.content.pages.length > 1
  return (
    <div className={css.table}>
      <SectionErrorBoundary>
        <LayoutStage {...table} isFolded={isFolded} onFold={setFoldedView} />
      </SectionErrorBoundary>
      <div className={css.sidebar}>
        <SectionErrorBoundary>
          <LayoutDetails {...table} />
        </SectionErrorBoundary>
        <SectionErrorBoundary>
          {!isFolded && table.actions}
          {children}
        </SectionErrorBoundary>
      </div>
    </div>
  )
}

export function VideoTable({ content, onChange, busy = false, problems, actions, children }: LayoutTableProps) {
  const { t } = useLingui()
  const id = useId()
  const [page] = content.pages
  return (
    <div className={css.table}>
      <section className={mat.mat} aria-label={t`The video`} tabIndex={-1}>
        {page && (
          <>
            <PageViewer
              pages={[{ id, kind: 'video', preview: page.url, altText: page.altText }]}
              pageIndex={0}
              paper="pictures"
              direction={content.readingDirection}
              language={soleLanguage(content.details)}
              onShow={() => undefined}
            />
            <PageTextFields page={page} busy={busy} onChange={onChange} pageIndex={0} isVideo />
          </>
        )}
        {problems?.pages && (
          <p className="error" role="alert">
            {problems.pages}
          </p>
        )}
      </section>
      <div className={css.sidebar}>
        <LayoutDetails content={content} onChange={onChange} busy={busy} problems={problems} isVideo />
        {actions}
        {children}
      </div>
    </div>
  )
}
