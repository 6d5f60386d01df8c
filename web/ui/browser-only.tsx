import { type ReactNode, Suspense } from 'react'
import { useMounted } from './use-mounted.ts'

/** Renders its children only in browsers, after hydration. A new boundary shows its fallback, and lets others be shown. */
export const BrowserOnly = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) =>
  useMounted() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
