import { afterEach, beforeEach, expect, test } from 'vitest'
import { showTimeInTitle } from './format-time.ts'

const minute = 60_000

beforeEach(() => {
  document.title = 'wren · Foldout'
})
afterEach(() => showTimeInTitle(null))

test.each([25, 60, 100, 1440])('%i minutes appear once before the title, and disappear', (minutes) => {
  for (const left of [minutes * minute, minutes * minute - 1_000, minutes * minute - 2_000]) showTimeInTitle(left)
  expect(document.title).toMatch(/^\d+:58 · wren · Foldout$/)
  showTimeInTitle(null)
  expect(document.title).toBe('wren · Foldout')
})

test('the next page’s title gets the time too, and text that looks like a time stays', () => {
  showTimeInTitle(minute)
  document.title = '12:30 · A zine'
  showTimeInTitle(minute)
  expect(document.title).toBe('01:00 · 12:30 · A zine')
  showTimeInTitle(null)
  expect(document.title).toBe('12:30 · A zine')
})

test('a page without a title does not collect times', () => {
  document.title = ''
  showTimeInTitle(minute)
  showTimeInTitle(minute - 1_000)
  expect(document.title).toBe('00:59 ·')
})
