import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { followSearches } from './count-visits.tsx'
import { type TrackedSearch, trackSearches } from './track-searches.ts'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/')
})
afterEach(() => void vi.useRealTimers())

const zines = (count: number) => ({ pages: [{ zines: Array(count).fill({}), nextCursor: null }] })

/** Shows one list after another and records the reported searches. */
function open() {
  const queries = createQueries()
  const reported: TrackedSearch[] = []
  followSearches(
    queries,
    trackSearches((search) => reported.push(search), 2_000),
  )
  let unsubscribe = () => undefined as unknown
  return {
    reported,
    respond: (path: string, data: object) => queries.setQueryData([path], data),
    leave: () => unsubscribe(),
    show(path: string) {
      const previous = unsubscribe
      const never = () => new Promise<never>(() => undefined)
      unsubscribe = new QueryObserver(queries, { queryKey: [path], queryFn: never }).subscribe(() => undefined)
      previous()
    },
  }
}

test.each([
  ['/api/search/zines?search=moth', 'all'],
  ['/api/search/zines?filter=popular&search=moth', 'popular'],
  ['/api/search/users?search=moth', 'creators'],
  ['/api/users/me/favorites?search=moth', 'favorites'],
])('%s is a search in the tab %s', (path, tab) => {
  const { reported, respond, show } = open()
  show(path)
  respond(path, zines(2))
  vi.advanceTimersByTime(2_000)
  expect(reported).toEqual([{ tab, text: 'moth', results: 2, hasMore: false }])
})

test('text typed on the way to another search is not counted, however long it takes', () => {
  const { reported, respond, show } = open()
  show('/api/search/zines?search=mot')
  respond('/api/search/zines?search=mot', zines(3))
  show('/api/search/zines?search=moth')
  vi.advanceTimersByTime(60_000)
  expect(reported).toEqual([])
  respond('/api/search/zines?search=moth', zines(1))
  vi.advanceTimersByTime(2_000)
  expect(reported.map(({ text }) => text)).toEqual(['moth'])
})

test('a text that was typed in pauses is one search, and coming back to it is none', () => {
  const { reported, respond, show } = open()
  const showResults = (text: string, wait: number, tab = 'zines') => {
    show(`/api/search/${tab}?search=${text}`)
    respond(`/api/search/${tab}?search=${text}`, zines(3))
    vi.advanceTimersByTime(wait)
  }
  for (const text of ['m', 'mo', 'mot', 'moth']) showResults(text, 1_000)
  expect(reported).toEqual([])
  showResults('moth', 1_000)
  respond('/api/search/zines?search=moth', zines(48))
  vi.advanceTimersByTime(5_000)
  expect(reported.map(({ text }) => text)).toEqual(['moth'])
  for (const tab of ['users', 'zines']) showResults('moth', 2_000, tab)
  expect(reported.map(({ tab }) => tab)).toEqual(['all', 'creators', 'all'])
})

test('leaving for another page counts as a search, clearing the field does not', () => {
  const { reported, respond, show, leave } = open()
  show('/api/search/zines?search=owl')
  respond('/api/search/zines?search=owl', zines(1))
  show('/api/zines')
  respond('/api/zines', zines(1))
  vi.advanceTimersByTime(2_000)
  expect(reported).toEqual([])
  show('/api/search/zines?search=moth')
  respond('/api/search/zines?search=moth', zines(1))
  window.history.replaceState(null, '', '/about')
  leave()
  expect(reported.map(({ text }) => text)).toEqual(['moth'])
})
