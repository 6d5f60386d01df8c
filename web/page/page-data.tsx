import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type { SitePageName } from '#contract/site-pages.ts'

/**
 * A read of the API that a page cannot do without: one thing, or the first page of a list. `mayLeadNowhere`: the page is
 * about this list, so without it there is no page, as there is none without a thing.
 */
export type Read = { path: string; kind: 'item' | 'list'; mayLeadNowhere?: true }

/** How the same is told by its query: a list has a page to begin with. */
export type PageQuery = {
  queryKey: readonly [path: string]
  initialPageParam?: null
  mayLeadNowhere?: true
}

type Visit = {
  params: Record<string, string | undefined>
  search: URLSearchParams
  viewer: Viewer | null
}

export type PageHandle = {
  inks?: 'pink blue' | 'sun blue' | 'green blue'
  /** Of a page that is the same in whatever light. */
  theme?: 'dark'
  reads?: (visit: Visit) => PageQuery[]
  status?: 404
}

export type SignUps = 'open' | 'invite' | 'approval' | 'closed'

type Site = {
  publicUrl: string
  feedbackUrl: string | undefined
  contactUrl: string | undefined
  longZinePages: number
  signUps: SignUps
  /** Those there are of what whoever runs the site may write. */
  pages: SitePageName[]
  /** What the operators announce to everybody, until then and where it was not dismissed. */
  announcement?: { id: string; text: string } | undefined
  /** Where visits are counted, if they are, and whether with what people search for. */
  analytics?: { key: string; host: string; searchText: boolean } | undefined
}
export type Assets = {
  script: string
  styles: string[]
  /** Styles and first script stand in the document itself, because asking for them would delay the first paint. */
  inlined: boolean
  later: string[]
  fonts: string[]
}

/** Everything the server knows that the browser needs to draw the same page again. */
export type PageData = {
  site: Site
  assets: Assets
  drawnAt: number
  answers: (Read & { body: unknown })[]
}

const PageDataContext = createContext<PageData | undefined>(undefined)

/** What stands in the document itself, which only the server has: its styles, and the script that runs first. */
export type Inlined = { css: string; script: string }
export const InlinedContext = createContext<Inlined>({ css: '', script: '' })

export const PageDataProvider = ({ data, children }: { data: PageData; children: ReactNode }) => (
  <PageDataContext value={data}>{children}</PageDataContext>
)

export function usePageData() {
  const data = useContext(PageDataContext)
  if (!data) throw new Error('There is no PageDataProvider above')
  return data
}

/** Puts what the server has read into the cache, as if it had been fetched. */
export function remember(queries: QueryClient, answers: PageData['answers']) {
  for (const { path, kind, body } of answers) {
    queries.setQueryData([path], kind === 'list' ? listOf(body) : body)
  }
}

/** A list that leads nowhere has no pages, not even an empty one. */
const listOf = (body: unknown) =>
  body === null ? { pages: [], pageParams: [] } : { pages: [body], pageParams: [null] }

const blockId = 'page-data'

/** Attributes of the inert script element that carries the page's data from the server to the browser. */
export const dataBlock = (data: PageData) => ({
  id: blockId,
  type: 'application/json',
  dangerouslySetInnerHTML: { __html: JSON.stringify(data).replaceAll('<', '\\u003c') },
})

export const readPageData = (document: Document): PageData =>
  JSON.parse(document.getElementById(blockId)?.textContent ?? '')
