import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type PageData, PageDataProvider } from './page-data.tsx'

type AppProps = { data: PageData; queries: QueryClient; children: ReactNode }

/** What stands above every page, on the server and in the browser alike. */
export function App({ data, queries, children }: AppProps) {
  useEffect(markReady, [])
  return (
    <PageDataProvider data={data}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </PageDataProvider>
  )
}

/** Says on the document that buttons answer from now on; before, the page is only drawn. */
function markReady() {
  document.documentElement.dataset.ready = ''
}
