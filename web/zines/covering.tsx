import { Suspense } from 'react'
import { coversPage } from '#contract/covering.ts'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import type { CoveringProps } from './asking.tsx'
import css from './covering.module.css'

/** Rendered on the server. Browsers load the code only for covered content, which stays hidden until then. */
const loadAsking = () => import('./asking.tsx')
const Asking = import.meta.env.SSR
  ? (await loadAsking()).Asking
  : lazyOrNothing(async () => (await loadAsking()).Asking)

/** A page, or its content note over a few blurred pixels. */
export const Covering = (covering: CoveringProps) =>
  coversPage(covering.zine, covering.page) ? (
    <Suspense fallback={<span className={css.covered} />}>
      <Asking {...covering} />
    </Suspense>
  ) : (
    covering.children
  )
