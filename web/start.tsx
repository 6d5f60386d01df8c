import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueries } from './api/queries.ts'
import { App } from './app.tsx'
import { readPageData, remember } from './page/page-data.tsx'
import { routes } from './routes.tsx'
import { forgetPlaceOfNewVisit } from './site/scroll-positions.ts'
import { followPresses, whenQuiet } from './ui/waiting.ts'

/** Hydrates the page. When the page handles clicks, resolves and sets `data-ready`. */
export async function start() {
  forgetPopup()
  forgetPlaceOfNewVisit(window)
  // Before the page's own requests. Pictures come after both.
  if (isSlow()) loadSparing().catch(() => undefined)
  await loadMatched(routes)
  const data = readPageData(document)
  const queries = createQueries()
  remember(queries, data.answers)
  const router = createBrowserRouter(routes)
  await new Promise<void>((hydrated) => {
    startTransition(() => {
      hydrateRoot(
        document,
        <App data={data} queries={queries} onHydrated={hydrated}>
          <RouterProvider router={router} />
        </App>,
      )
    })
  })
  followPresses(document)
  document.documentElement.dataset.ready = ''
  void whenQuiet().then(fetchRest)
}

const isSlow = () => document.documentElement.dataset.line === 'slow'
const loadSparing = () => import('./site/spared-pictures.ts')

/** Loads the remaining fonts, or on slow connections the pictures, after the scripts (`entry-inline.ts`). */
function fetchRest() {
  const { dataset } = document.documentElement
  if (!isSlow()) return void import('./ui/styles/fonts-later.css').catch(() => undefined)
  dataset.line = 'spared'
  loadSparing().then(
    (part) => part.sparePictures(document),
    () => delete dataset.line,
  )
}

/** Drops the popup from the history state, because a reload loses the page below it. */
function forgetPopup() {
  const { state } = window.history
  if (!state?.masked) return
  window.history.replaceState({ ...state, masked: undefined, usr: null, key: `page-${state.key}` }, '')
}

/** Loads lazy routes before hydration, which would otherwise mismatch. */
async function loadMatched(all: RouteObject[]) {
  const matches = matchRoutes(all, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
