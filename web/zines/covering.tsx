import { Suspense } from 'react'
import { coversPage } from '#contract/covering.ts'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import type { CoveringProps } from './asking.tsx'
import css from './covering.module.css'

/** Drawn at once on the server; browsers fetch the code of it where something is covered, and show nothing of it before. */
const loadAsking = () => import('./asking.tsx')
const Asking = import.meta.env.SSR
  ? (await loadAsking()).Asking
  : lazyOrNothing(async () => (await loadAsking()).Asking)

/** A page of a zine, or its note over the few pixels that stand in for it. */
export const Covering = (covering: CoveringProps) =>
  coversPage(covering.zine, covering.page) ? (
    <Suspense fallback={<span className={css.covered} />}>
      <Asking {...covering} />
    </Suspense>
  ) : (
    covering.children
  )
