import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { BestMatch, FilterChoices, SearchInterpretation } from '#contract/search.ts'
import type { Zine } from '#contract/zines.ts'
import { checkAnswer, checkCall, failOnWrongAnswers } from '#web/site/check-answer.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { Page } from './home-page.tsx'

/** Filter choices, as the server returns them when the panel opens. */
const filterChoices: FilterChoices = {
  kinds: ['poetry'],
  languages: ['de-AT', 'fr'],
  subjects: ['Night buses', 'Cats'],
}

type Extra = Partial<SearchInterpretation> & { nextCursor?: string; bestMatches?: BestMatch[] }

type Call = {
  path: string
  isAborted: () => boolean
  respond: (titles: string[], extra?: Extra) => void
  respondWith: (response: Response) => void
  fail: () => void
}

/** Mocks `fetch` for the tests of a file. Records calls in order, and responds when a test says so. */
export function fakeCalls() {
  const requests: Call[] = []
  failOnWrongAnswers()
  beforeEach(() => {
    requests.length = 0
    vi.stubGlobal('fetch', (path: string, { method = 'GET', signal }: RequestInit) => {
      const checked = (response: Response) => checkAnswer(method, path, response)
      const interpretation = path.startsWith('/api/search/') && { terms: [], correction: null }
      checkCall(method, path)
      if (path === '/api/search/filters') return Promise.resolve(checked(Response.json(filterChoices)))
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      signal?.addEventListener('abort', () => reject(signal.reason))
      // After a failure the page asks whether the site is back, even when the test has moved on.
      if (path === '/healthz') return promise
      requests.push({
        path,
        isAborted: () => signal?.aborted === true,
        respond: (titles, extra) =>
          resolve(checked(Response.json({ zines: titles.map(zineOf), nextCursor: null, ...interpretation, ...extra }))),
        respondWith: (response) => resolve(checked(response)),
        fail: () => reject(new TypeError('Failed to fetch')),
      })
      return promise
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  /** Waits until this request was sent, counted from 0. */
  const requestAt = (index: number) => vi.waitUntil(() => requests[index], { timeout: 30_000 })
  return {
    requests,
    /** Responds to this request with zines of these titles, and with further fields. */
    respond: async (index: number, titles: string[], extra?: Extra) => (await requestAt(index)).respond(titles, extra),
    respondWith: async (index: number, response: Response) => (await requestAt(index)).respondWith(response),
    fail: async (index: number) => (await requestAt(index)).fail(),
    expectRequests: (count: number) => expect.poll(() => requests).toHaveLength(count),
  }
}

const zineOf = (title: string): Zine => exampleZine({ id: crypto.randomUUID(), title, mediaUrls: [dot] })

export async function openHome(address = '/', user: { id: string } | null = null, Component: ComponentType = Page) {
  const { router } = await renderInSite(null, {
    viewer: user,
    routes: [{ path: '/', Component }],
    at: address,
  })
  return router
}

export const searchField = page.getByRole('searchbox')

export const readTitles = () =>
  page
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h3')?.textContent)
