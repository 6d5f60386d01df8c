import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  matchPath,
  matchRoutes,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import { createQueries } from './api/queries.ts'
import { App } from './app.tsx'
import { readHomeState, writeHomeState } from './home/home-address.ts'
import { serverI18n } from './languages/server-i18n.ts'
import { ErrorDocument } from './not-found/error-document.tsx'
import { addressAfter, readCursor } from './page-data/list-cursor.ts'
import {
  type Inlined,
  InlinedContext,
  type PageData,
  type PageHandle,
  type PageQuery,
  type PageRead,
  seedQueries,
} from './page-data/page-data.tsx'
import { readPrintChoices, writePrintChoices } from './print/print-choices.ts'
import { readProfileTab, readVisitorTab, writeProfileTab } from './profile/profile-address.ts'
import { readPageIndex } from './reader/reader-address.ts'
import { routes } from './routes.tsx'
import { addressOfPage } from './zines/zine-media.ts'

const handler = createStaticHandler(routes)

/** A page's canonical address, the server's cache key. Drops parameters that rendering ignores. */
export function pageAddress({ pathname, search, searchParams }: URL) {
  if (search === '') return pathname
  if (pathname === '/') return writeHomeState(readHomeState(searchParams))
  if (matchPath('/zine/:id/read', pathname)) return addressOfPage(pathname, readPageIndex(searchParams))
  const profile = matchPath('/profile/:id?', pathname)
  if (profile || matchPath('/public-profile/:id', pathname)) {
    const tab = profile ? readProfileTab(searchParams) : readVisitorTab(searchParams)
    return tab === 'zines' ? addressAfter(pathname, readCursor(searchParams)) : writeProfileTab(pathname, tab)
  }
  if (matchPath('/shelf/:id', pathname) || matchPath('/profile/:id/series/:slug', pathname))
    return addressAfter(pathname, readCursor(searchParams))
  if (matchPath('/zine/:id/print', pathname)) return pathname + writePrintChoices(readPrintChoices(searchParams))
  return pathname
}

/** The canonical spelling: routes also match capitals, escaped letters and trailing slashes. Bookmarks may have `/kept`. */
export function pagePath(pathname: string) {
  if (pathname === '/kept') return '/offline'
  if (!/[A-Z%]|.\/$/.test(pathname)) return pathname
  const match = matchRoutes(routes, pathname)?.at(-1)
  if (!match?.route.path || match.route.path === '*') return pathname
  const { id, ...params } = match.params
  return generatePath(match.route.path, { ...params, id: id?.toLowerCase() ?? null })
}

export const renderRefused = async (props: Omit<ComponentProps<typeof ErrorDocument>, 'i18n'>) =>
  `<!doctype html>${renderToString(<ErrorDocument i18n={await serverI18n(props.language.tag)} {...props} />)}`

export type OpenPage = {
  /** Source files whose code and styles the page needs immediately. */
  files: string[]
  /** Source files whose styles the page needs immediately, and whose code it loads later. */
  parts: string[]
  status: 200 | 404
  reads: (viewer: Viewer | null) => PageRead[]
  render: (data: PageData, inlined: Inlined) => string
}

/** Finds the page at an address and loads its code and sentences, but not its data. */
export async function openPage(url: URL, language: string): Promise<OpenPage> {
  const i18n = await serverI18n(language)
  const context = await handler.query(new Request(url))
  if (context instanceof Response) throw new Error('Pages do not redirect')
  const { matches } = context
  const handles = matches.map(({ route }) => route.handle as PageHandle | undefined)
  const params = matches.at(-1)?.params ?? {}
  const router = createStaticRouter(handler.dataRoutes as RouteObject[], context)
  return {
    files: matches.map(({ route }) => route.id),
    parts: handles.flatMap((handle) => handle?.parts ?? []),
    status: handles.some((handle) => handle?.status === 404) ? 404 : 200,
    reads: (viewer) =>
      handles
        .flatMap((handle) => handle?.reads?.({ params, search: url.searchParams, viewer, language }) ?? [])
        .map(readOf),
    render: (data, inlined) => {
      const queries = createQueries()
      seedQueries(queries, data.responses)
      const page = (
        <App data={data} i18n={i18n} queries={queries}>
          <InlinedContext value={inlined}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </InlinedContext>
        </App>
      )
      return `<!doctype html>${renderToString(page)}`
    },
  }
}

const readOf = ({ queryKey: [path], ...query }: PageQuery): PageRead => ({
  path,
  kind: 'initialPageParam' in query ? 'list' : 'item',
  ...(query.isNotFoundIfMissing && { isNotFoundIfMissing: true }),
})
