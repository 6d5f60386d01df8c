import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type PageData, PageDataProvider } from './page-data/page-data.tsx'

type AppProps = { data: PageData; i18n: I18n; queries: QueryClient; onHydrated?: () => void; children: ReactNode }

export function App({ data, i18n, queries, onHydrated, children }: AppProps) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <PageDataProvider data={data}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </I18nProvider>
    </PageDataProvider>
  )
}
