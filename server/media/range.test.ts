import { expect, test } from 'vitest'
import { parseRange } from './files.routes.ts'

const file = { size: 1000, etag: '"a"' }

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=900-', { start: 900, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
])('%s of a thousand bytes', (range, expected) => {
  expect(parseRange({ range }, file)).toEqual(expected)
})

test('without a range, or one meant for other content, the file is whole', () => {
  expect(parseRange({}, file)).toBeUndefined()
  expect(parseRange({ range: 'bytes=0-9', 'if-range': '"b"' }, file)).toBeUndefined()
  expect(parseRange({ range: 'bytes=0-9', 'if-range': '"a"' }, file)).toEqual({ start: 0, end: 9 })
})
