import { type ReactNode, Suspense } from 'react'
import { useMounted } from './use-mounted.ts'

/** Renders its children only in browsers, after hydration. */
export const BrowserOnly = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) => (
  <Suspense fallback={fallback}>{useMounted() ? children : fallback}</Suspense>
)
