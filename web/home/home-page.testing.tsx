import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { SearchReading } from '#contract/search.ts'
import type { Zine } from '#contract/zines.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { App } from '#web/app.tsx'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { Page } from './home-page.tsx'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const site = {
  publicUrl: 'http://foldout.example',
  feedbackUrl: undefined,
  contactUrl: undefined,
  longZinePages: 40,
  signUps: 'open' as const,
  pages: [],
}
const assets = { script: '', styles: [], inlined: false, later: [], fonts: [] }

type Call = {
  path: string
  isGivenUp: () => boolean
  /** Zines of these titles, and what else the answer says. */
  answer: (titles: string[], more?: Partial<SearchReading> & { nextCursor?: string }) => void
  answerWith: (answer: Response) => void
  fail: () => void
}

/** Stands in for the network in the tests of a file: calls in the order they were made, answered when a test says so. */
export function fakeCalls() {
  const asked: Call[] = []
  beforeEach(() => {
    asked.length = 0
    vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      signal?.addEventListener('abort', () => reject(signal.reason))
      asked.push({
        path,
        isGivenUp: () => signal?.aborted === true,
        answer: (titles, more) =>
          resolve(Response.json({ zines: titles.map(zineOf), nextCursor: null, ...more })),
        answerWith: resolve,
        fail: () => reject(new TypeError('Failed to fetch')),
      })
      return promise
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return { asked, calls: (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count)) }
}

const zineOf = (title: string): Zine => exampleZine({ id: crypto.randomUUID(), title, mediaUrls: [dot] })

export async function openHome(address = '/', user: { id: string } | null = null) {
  const queries = createQueries()
  queries.setQueryData([viewerPath], { user })
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: [address] })
  await render(
    <App data={{ site, assets, drawnAt: 0, answers: [] }} queries={queries}>
      <RouterProvider router={router} />
    </App>,
  )
  return router
}

export const field = page.getByRole('searchbox')

export const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h3')?.textContent)
