import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type PageData, PageDataProvider } from './page-data/page-data.tsx'

type AppProps = { data: PageData; queries: QueryClient; onHydrated?: () => void; children: ReactNode }

export function App({ data, queries, onHydrated, children }: AppProps) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <PageDataProvider data={data}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </PageDataProvider>
  )
}
