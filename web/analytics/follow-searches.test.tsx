import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { followSearches } from './count-visits.tsx'
import { type SeenSearch, watchSearches } from './watch-searches.ts'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/')
})
afterEach(() => void vi.useRealTimers())

const zines = (count: number) => ({ pages: [{ zines: Array(count).fill({}), nextCursor: null }] })

/** Shows one list after another and records the reported searches. */
function open() {
  const queries = createQueries()
  const told: SeenSearch[] = []
  followSearches(
    queries,
    watchSearches((search) => told.push(search), 2_000),
  )
  let hide = () => undefined as unknown
  return {
    told,
    answer: (path: string, data: object) => queries.setQueryData([path], data),
    leave: () => hide(),
    show(path: string) {
      const before = hide
      const never = () => new Promise<never>(() => undefined)
      hide = new QueryObserver(queries, { queryKey: [path], queryFn: never }).subscribe(() => undefined)
      before()
    },
  }
}

test.each([
  ['/api/search/zines?search=moth', 'all'],
  ['/api/search/zines?filter=popular&search=moth', 'popular'],
  ['/api/search/users?search=moth', 'creators'],
  ['/api/users/me/favorites?search=moth', 'favorites'],
])('%s is a search in the tab %s', (path, tab) => {
  const { told, answer, show } = open()
  show(path)
  answer(path, zines(2))
  vi.advanceTimersByTime(2_000)
  expect(told).toEqual([{ tab, text: 'moth', results: 2, hasMore: false }])
})

test('text typed on the way to another search is not counted, however long it takes', () => {
  const { told, answer, show } = open()
  show('/api/search/zines?search=mot')
  answer('/api/search/zines?search=mot', zines(3))
  show('/api/search/zines?search=moth')
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([])
  answer('/api/search/zines?search=moth', zines(1))
  vi.advanceTimersByTime(2_000)
  expect(told.map(({ text }) => text)).toEqual(['moth'])
})

test('a text that was typed in pauses is one search, and coming back to it is none', () => {
  const { told, answer, show } = open()
  const seen = (text: string, wait: number, tab = 'zines') => {
    show(`/api/search/${tab}?search=${text}`)
    answer(`/api/search/${tab}?search=${text}`, zines(3))
    vi.advanceTimersByTime(wait)
  }
  for (const text of ['m', 'mo', 'mot', 'moth']) seen(text, 1_000)
  expect(told).toEqual([])
  seen('moth', 1_000)
  answer('/api/search/zines?search=moth', zines(48))
  vi.advanceTimersByTime(5_000)
  expect(told.map(({ text }) => text)).toEqual(['moth'])
  for (const tab of ['users', 'zines']) seen('moth', 2_000, tab)
  expect(told.map(({ tab }) => tab)).toEqual(['all', 'creators', 'all'])
})

test('leaving for another page counts as a search, clearing the field does not', () => {
  const { told, answer, show, leave } = open()
  show('/api/search/zines?search=owl')
  answer('/api/search/zines?search=owl', zines(1))
  show('/api/zines')
  answer('/api/zines', zines(1))
  vi.advanceTimersByTime(2_000)
  expect(told).toEqual([])
  show('/api/search/zines?search=moth')
  answer('/api/search/zines?search=moth', zines(1))
  window.history.replaceState(null, '', '/about')
  leave()
  expect(told.map(({ text }) => text)).toEqual(['moth'])
})
