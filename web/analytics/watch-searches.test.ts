import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SeenSearch, watchSearches } from './watch-searches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const search = (text: string, tab = 'all'): SeenSearch => ({
  tab,
  text,
  results: 3,
  hasMore: false,
})

function watched() {
  const told: string[] = []
  const watch = watchSearches(({ tab, text }) => told.push(`${tab} ${text}`), 2_000)
  return { told, ...watch }
}

test('a text that was typed in pauses is one search', () => {
  const { told, see } = watched()
  for (const text of ['m', 'mo', 'mot', 'moth']) {
    see(search(text))
    vi.advanceTimersByTime(1_000)
  }
  expect(told).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['all moth'])
})

test('more of its results, or coming back to it, is no new search', () => {
  const { told, see } = watched()
  see(search('moth'))
  vi.advanceTimersByTime(1_500)
  see({ ...search('moth'), results: 48 })
  vi.advanceTimersByTime(500)
  see(search('moth'))
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual(['all moth'])
})

test('another tab, and the same again after another, are searches', () => {
  const { told, see } = watched()
  for (const each of [search('moth'), search('moth', 'creators'), search('moth')]) {
    see(each)
    vi.advanceTimersByTime(2_000)
  }
  expect(told).toEqual(['all moth', 'creators moth', 'all moth'])
})
