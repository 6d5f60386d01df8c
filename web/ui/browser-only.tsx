import { type ReactNode, Suspense } from 'react'
import { useMounted } from './use-mounted.ts'

/** What only browsers draw, once the page is theirs; until its code is there, `fallback`. */
export const BrowserOnly = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) => (
  <Suspense fallback={fallback}>{useMounted() ? children : fallback}</Suspense>
)
