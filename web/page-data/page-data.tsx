import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type { SitePageName } from '#contract/site-pages.ts'

/** An API read that the page needs. `isNotFoundIfMissing`: if the list does not exist, the page is a 404. */
export type PageRead = { path: string; kind: 'item' | 'list'; isNotFoundIfMissing?: true }

/** The same read as a query. Only lists have an initial page. */
export type PageQuery = {
  queryKey: readonly [path: string]
  initialPageParam?: null
  isNotFoundIfMissing?: true
}

type Visit = {
  params: Record<string, string | undefined>
  search: URLSearchParams
  viewer: Viewer | null
  language: string
}

export type PageHandle = {
  /** The pattern of the page's addresses, which `web/routes.tsx` adds. */
  path?: string
  inks?: 'pink blue' | 'sun blue' | 'green blue'
  theme?: 'dark'
  reads?: (visit: Visit) => PageQuery[]
  /** Source files that the server renders with the page, but browsers load after it. Their styles come with the page. */
  parts?: string[]
  status?: 404
}

export type SignUps = 'open' | 'invite' | 'approval' | 'closed'

type Site = {
  publicUrl: string
  feedbackUrl: string | undefined
  contactUrl: string | undefined
  longZinePages: number
  signUps: SignUps
  pages: SitePageName[]
  /** What readers can choose, named in their own language. Empty if there is one language. */
  languages: { tag: string; name: string }[]
  defaultLanguage: string
  /** The operators' announcement, until it expires or is dismissed. */
  announcement?: { id: string; text: string } | undefined
  analytics?: { key: string; host: string; searchText: boolean } | undefined
}
export type Assets = {
  script: string
  styles: string[]
  /** Whether styles and script are inlined, because a request would delay the first paint. */
  inlined: boolean
  later: string[]
  fonts: string[]
}

/** The language of the site's own texts, and the direction of its script. */
export type PageLanguage = { tag: string; dir: 'ltr' | 'rtl' }

export type PageData = {
  language: PageLanguage
  site: Site
  assets: Assets
  renderedAt: number
  responses: (PageRead & { body: unknown })[]
}

const PageDataContext = createContext<PageData | undefined>(undefined)

/** Contents of built files, which only the server has. */
export type Inlined = { css: string; script: string }
export const InlinedContext = createContext<Inlined>({ css: '', script: '' })

export const PageDataProvider = ({ data, children }: { data: PageData; children: ReactNode }) => (
  <PageDataContext value={data}>{children}</PageDataContext>
)

export function usePageData() {
  const data = useContext(PageDataContext)
  if (!data) throw new Error('No PageDataProvider')
  return data
}

export function seedQueries(queries: QueryClient, responses: PageData['responses']) {
  for (const { path, kind, body } of responses) {
    queries.setQueryData([path], kind === 'list' ? toInfiniteList(body) : body)
  }
}

const toInfiniteList = (body: unknown) =>
  body === null ? { pages: [], pageParams: [] } : { pages: [body], pageParams: [null] }

const blockId = 'page-data'

/** Attributes of the script element that contains the page's data and is not executed. */
export const pageDataScript = (data: PageData) => ({
  id: blockId,
  type: 'application/json',
  dangerouslySetInnerHTML: { __html: JSON.stringify(data).replaceAll('<', '\\u003c') },
})

export const readPageData = (document: Document): PageData =>
  JSON.parse(document.getElementById(blockId)?.textContent ?? '')
