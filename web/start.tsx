import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueries } from './api/queries.ts'
import { App } from './app.tsx'
import { openLanguage } from './languages/browser-i18n.ts'
import { readPageData, seedQueries } from './page-data/page-data.tsx'
import { routes } from './routes.tsx'
import { trackClicks, whenIdle } from './ui/busy-clicks.ts'

/** Hydrates the page. When the page handles clicks, resolves and sets `data-ready`. */
export async function start() {
  clearPopupState()
  keyHistoryEntry()
  // Before React Router reads the new entry, which a link to a part of the page adds.
  window.addEventListener('popstate', keyHistoryEntry)
  // Before the page's own requests. Pictures come after both.
  if (isSlow()) loadDeferredPictures().catch(() => undefined)
  const data = readPageData(document)
  const [i18n] = await Promise.all([openLanguage(data.language.tag), loadMatchedRoutes(routes)])
  const queries = createQueries()
  seedQueries(queries, data.responses)
  const router = createBrowserRouter(routes)
  await new Promise<void>((hydrated) => {
    startTransition(() => {
      hydrateRoot(
        document,
        <App data={data} i18n={i18n} queries={queries} onHydrated={hydrated}>
          <RouterProvider router={router} />
        </App>,
      )
    })
  })
  trackClicks(document)
  document.documentElement.dataset.ready = ''
  void whenIdle().then(loadDeferred)
}

const isSlow = () => document.documentElement.dataset.network === 'slow'
const loadDeferredPictures = () => import('./site/deferred-pictures.ts')

/** Loads the remaining fonts, or on slow connections the pictures, after the scripts (`entry-inline.ts`). */
function loadDeferred() {
  const { dataset } = document.documentElement
  if (!isSlow()) return void import('./ui/styles/fonts-later.css').catch(() => undefined)
  dataset.network = 'save-data'
  loadDeferredPictures().then(
    (module) => module.deferPictures(document),
    () => delete dataset.network,
  )
}

/** Drops the popup from the history state, because a reload loses the page below it. */
function clearPopupState() {
  const { state } = window.history
  if (!state?.masked) return
  window.history.replaceState({ ...state, masked: undefined, usr: null, key: `page-${state.key}` }, '')
}

/** Scroll positions are stored by key, and React Router gives all entries that have none the same one. */
function keyHistoryEntry() {
  const { state } = window.history
  if (!state?.key) window.history.replaceState({ ...state, key: String(Math.random()) }, '')
}

/** Loads lazy routes before hydration, which would otherwise mismatch. */
async function loadMatchedRoutes(allRoutes: RouteObject[]) {
  const matches = matchRoutes(allRoutes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
