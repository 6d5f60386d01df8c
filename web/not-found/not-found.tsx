import { PageHead, usePagePath } from '#web/page-data/page-head.tsx'
import { HomeLink } from '#web/ui/controls/back-link.tsx'
import solo from '#web/ui/states/solo.module.css'
import css from './not-found.module.css'

export const NotFound = () => (
  <main id="main" className={solo.solo}>
    <PageHead
      title="Page Not Found · Foldout"
      description="There is no such page on Foldout."
      path={usePagePath()}
      hidden
    />
    <div>
      <p className={css.huge} aria-hidden="true">
        <span data-t="404">404</span>
      </p>
      <h1>Page Not Found</h1>
      <p>It may have slipped behind the copier. Pages do.</p>
      <HomeLink look="first" />
    </div>
  </main>
)
