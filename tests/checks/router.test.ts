import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { UNSAFE_createRouter } from 'react-router'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { expect, test, vi } from 'vitest'
import { lean } from '../../router.config.ts'

/** What only React Router's code that `router.config.ts` leaves out would know; biome.json refuses the imports. */
const leftOut =
  /\b(?:viewTransition|useTransitions|hydrationData|dataStrategy|patchRoutesOnNavigation|instrumentations)\b|\bprefetch[=:]/
const leftOutOfRoutes = /\b(?:loader|action|middleware)\b/

test('no page uses what is left out of React Router', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((path) => leftOut.test(readFileSync(path, 'utf8')))
  expect(files).toEqual([])
  expect(readFileSync('web/routes.tsx', 'utf8')).not.toMatch(leftOutOfRoutes)
})

test.each([
  '<Link to="/" viewTransition>',
  'navigate(address, { viewTransition: true })',
  '<Link to="/" prefetch="intent">',
  "<Link {...{ to, prefetch: 'render' }}>",
])('%s needs it', (text) => {
  expect(text).toMatch(leftOut)
})

test.each(['loader: readZine', 'action: async () => save()', 'middleware: [signedIn]'])(
  'a route with %s needs it',
  (text) => {
    expect(text).toMatch(leftOutOfRoutes)
  },
)

/** The router as browsers are sent it. */
async function sentRouter(): Promise<{ createRouter: typeof UNSAFE_createRouter }> {
  const file = 'node_modules/react-router/dist/production/lib/router/router.js'
  const from = (_: string, path: string) => `from "${new URL(path, pathToFileURL(file))}"`
  const code = lean(readFileSync(file, 'utf8'), file).replace(/from "(\.[^"]+)"/g, from)
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
}

test('a second click on Leave does not leave twice', async () => {
  const { createRouter } = await sentRouter()
  const history = createMemoryHistory({ initialEntries: ['/edit'] })
  const router = createRouter({ routes: [{ path: '*' }], history }).initialize()
  const mayLeave = () => router.getBlocker('leave', () => true)
  mayLeave()
  await router.navigate('/zine')
  const { proceed } = mayLeave()
  proceed?.()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/zine'), 30_000)
  expect(proceed).toThrow('Invalid blocker state')
  expect(history.index).toBe(1)
  router.dispose()
})
