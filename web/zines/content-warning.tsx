import { Suspense } from 'react'
import { hidesPage } from '#contract/content-warning.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import css from './content-warning.module.css'
import type { ContentWarningProps } from './content-warning-prompt.tsx'

/** Rendered on the server. Browsers load the code only for covered content, which stays hidden until then. */
const loadGate = () => withSentences('reading', () => import('./content-warning-prompt.tsx'))
const ContentWarningGate = import.meta.env.SSR
  ? (await loadGate()).ContentWarningGate
  : lazyOptional(async () => (await loadGate()).ContentWarningGate)

/** A page, or its content note over a few blurred pixels. */
export const ContentWarning = (props: ContentWarningProps) =>
  hidesPage(props.zine, props.page) ? (
    <Suspense fallback={<span className={css.hidden} />}>
      <ContentWarningGate {...props} />
    </Suspense>
  ) : (
    props.children
  )
