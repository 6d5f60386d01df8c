import { expect, test } from 'vitest'
import { type HomeTab, homeQuery, readHomeState, searchPlaceholder, writeHomeState } from './home-address.ts'

const read = (search: string) => readHomeState(new URLSearchParams(search))

test('tab and text survive the address', () => {
  for (const state of [
    { tab: 'all', text: '' },
    { tab: 'popular', text: 'moth & lamp ?' },
    { tab: 'favorites', text: '坂の上' },
    { tab: 'creators', text: '', cursor: 'WyIyMDI2' },
  ] as const) {
    expect(read(writeHomeState(state).slice(2))).toEqual(state)
  }
  expect(writeHomeState({ tab: 'all', text: '  ' })).toBe('/')
})

test('an unknown tab is all zines, and an endless text is cut', () => {
  expect(read('tab=algorithm').tab).toBe('all')
  expect(read(`q=${'a'.repeat(1000)}`).text).toHaveLength(200)
})

test('each tab reads its own list', () => {
  const path = (tab: HomeTab, text: string, viewer?: string) => homeQuery({ tab, text }, viewer)?.queryKey[0]
  expect(path('all', '')).toBe('/api/zines')
  expect(path('all', ' moth ')).toBe('/api/search/zines?search=moth')
  expect(path('popular', '')).toBe('/api/search/zines?filter=popular')
  expect(path('popular', 'a&b')).toBe('/api/search/zines?filter=popular&search=a%26b')
  expect(path('creators', '')).toBe('/api/search/users')
  expect(path('favorites', 'moth', 'me')).toBe('/api/users/me/favorites?search=moth')
  expect(path('favorites', '')).toBeUndefined()
  const rest = homeQuery({ tab: 'popular', text: 'moth', cursor: 'abc' }, undefined)
  expect(rest?.queryKey[0]).toBe('/api/search/zines?filter=popular&search=moth&cursor=abc')
})

test('the search field says what it searches', () => {
  expect(searchPlaceholder('all')).toBe('Discover creators, zines, ideas...')
  expect(searchPlaceholder('creators')).toBe('Discover creators...')
  expect(searchPlaceholder('favorites')).toBe('Search your favorites...')
})
