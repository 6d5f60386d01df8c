import { expect, test } from 'vitest'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { inEnglish } from '#web/languages/english.testing.ts'
import { type HomeTab, homeQuery, readHomeState, searchPlaceholder, writeHomeState } from './home-address.ts'

const read = (search: string) => readHomeState(new URLSearchParams(search))

const noFilters = { filters: {} }

test('tab, text and filters survive the address', () => {
  for (const state of [
    { tab: 'all', text: '', ...noFilters },
    { tab: 'popular', text: 'moth & lamp ?', ...noFilters },
    { tab: 'favorites', text: '坂の上', filters: { language: 'pt-BR', kind: 'perzine' } },
    { tab: 'popular', text: '', filters: { subject: 'Zine & ink', series: 'Night Bus', year: '1990s' } },
    { tab: 'all', text: 'moth', filters: { copy: 'true', paper: 'true', year: '1994' } },
    { tab: 'all', text: '', filters: { length: 'one-sheet', direction: 'rtl', print: 'true' } },
    { tab: 'creators', text: '', ...noFilters, cursor: 'WyIyMDI2' },
  ] as const) {
    expect(read(writeHomeState(state).slice(2))).toEqual(state)
  }
  expect(writeHomeState({ tab: 'all', text: '  ', ...noFilters })).toBe('/')
  expect(filterAddress({ language: 'pt', kind: 'perzine' })).toBe('/?language=pt&kind=perzine')
})

test('a filter that is none is left out', () => {
  expect(
    read('language=&kind=novel&subject=++&series=&year=94&copy=yes&paper=&print=1&length=8&direction=up').filters,
  ).toEqual({})
  expect(read('language=PT-br&year=1994s&kind=art').filters).toEqual({ language: 'pt-BR', kind: 'art' })
  expect(read(`subject=${'a'.repeat(100)}`).filters.subject).toHaveLength(60)
})

test('an unknown tab is all zines, and an endless text is cut', () => {
  expect(read('tab=algorithm').tab).toBe('all')
  expect(read(`q=${'a'.repeat(1000)}`).text).toHaveLength(200)
})

test('each tab reads its own list', () => {
  const path = (tab: HomeTab, text: string, viewer?: string, filters: Filters = {}) =>
    homeQuery({ tab, text, filters }, viewer)?.queryKey[0]
  expect(path('all', '')).toBe('/api/zines')
  expect(path('all', ' moth ')).toBe('/api/search/zines?search=moth')
  expect(path('popular', '')).toBe('/api/search/zines?filter=popular')
  expect(path('popular', 'a&b')).toBe('/api/search/zines?filter=popular&search=a%26b')
  expect(path('creators', '')).toBe('/api/search/users')
  expect(path('favorites', 'moth', 'me')).toBe('/api/users/me/favorites?search=moth')
  expect(path('favorites', '')).toBeUndefined()
  expect(path('all', '', undefined, { kind: 'art' })).toBe('/api/search/zines?kind=art')
  expect(path('creators', '', undefined, { kind: 'art' })).toBe('/api/search/users')
  expect(path('favorites', '', 'me', { year: '1994' })).toBe('/api/users/me/favorites?year=1994')
  const laterPage = homeQuery({ tab: 'popular', text: 'moth', ...noFilters, cursor: 'abc' }, undefined)
  expect(laterPage?.queryKey[0]).toBe('/api/search/zines?filter=popular&search=moth&cursor=abc')
})

test('the search field says what it searches', () => {
  expect(inEnglish(searchPlaceholder('all'))).toBe('Discover creators, zines, ideas...')
  expect(inEnglish(searchPlaceholder('creators'))).toBe('Discover creators...')
  expect(inEnglish(searchPlaceholder('favorites'))).toBe('Search your favorites...')
})
