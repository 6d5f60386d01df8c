import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PageData, PageDataProvider } from './page-data.tsx'

/** What stands above every page, on the server and in the browser alike. */
export const App = (props: { data: PageData; queries: QueryClient; children: ReactNode }) => (
  <PageDataProvider data={props.data}>
    <QueryClientProvider client={props.queries}>{props.children}</QueryClientProvider>
  </PageDataProvider>
)
