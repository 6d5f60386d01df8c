import '@vitejs/plugin-react/preamble'
import './styles.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueries } from './api.ts'
import { App } from './app.tsx'
import { readPageData } from './data-block.ts'
import { remember } from './page-answers.ts'
import { routes } from './routes.tsx'

forgetPopup()
await loadMatched(routes)

const data = readPageData(document)
const queries = createQueries()
remember(queries, data.answers)
const router = createBrowserRouter(routes)

startTransition(() => {
  hydrateRoot(
    document,
    <App data={data} queries={queries}>
      <RouterProvider router={router} />
    </App>,
  )
})

/** After a reload the server has drawn what the address names, so a popup's background is gone. */
function forgetPopup() {
  const { state } = window.history
  if (state?.masked) window.history.replaceState({ ...state, masked: undefined, usr: null }, '')
}

/** A matched route that is still to be loaded would make the first drawing differ from the server's. */
async function loadMatched(all: RouteObject[]) {
  const matches = matchRoutes(all, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
