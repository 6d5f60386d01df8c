import { expect, test } from 'vitest'
import type { DocumentPage } from '#contract/documents.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { blankLayout } from '../table/layout.ts'
import { closestRatio, editedPages, isWaitingForRoom, placePages, takePages } from './place-pages.ts'

const read = (url: string | null, transcript = ''): DocumentPage => ({
  number: 1,
  url,
  width: 1,
  height: 1,
  placeholder: null,
  transcript,
  refusal: url ? null : 'Page 2 is too complex.',
})
const pdf = (...urls: (string | null)[]) => ({ id: 'pdf', pages: urls.map((url) => read(url)) })
const empty = { ...blankLayout, placed: {} }
const urls = ({ pages }: typeof empty) => pages.map(({ url }) => url)

test('pages are placed once each, in order, as they arrive', () => {
  const one = placePages(empty, pdf('a'), { most: 40 })
  const three = placePages(one, pdf('a', 'b', 'c'), { most: 40 })
  expect(urls(three)).toEqual(['a', 'b', 'c'])
  expect(placePages(three, pdf('a', 'b', 'c'), { most: 40 })).toBe(three)
})

test.each([
  [400, 400, '1:1'],
  [300, 533, '9:16'],
  [595, 842, '4:5'],
  [842, 595, '1:1'],
] as const)('a page of %i × %i fills a paper of %s best', (width, height, ratio) => {
  expect(closestRatio({ width, height })).toBe(ratio)
})

test('the first page on an empty table decides the paper format, and none after it', () => {
  const options = { most: 40, choosesRatio: true }
  const one = placePages(empty, pdf('a'), options)
  expect(one.aspectRatio).toBe('1:1')
  const taken = { ...one, aspectRatio: '4:5' as const, pages: [] }
  expect(placePages(taken, pdf('a', 'b'), options).aspectRatio).toBe('4:5')
  expect(placePages({ ...empty, pages: examplePages(1) }, pdf('a'), options).aspectRatio).toBe('4:5')
  expect(placePages(empty, pdf('a'), { most: 40 }).aspectRatio).toBe('4:5')
})

test('a removed page does not come back, and an unreadable one does not block the others', () => {
  const two = placePages(empty, pdf('a', 'b'), { most: 40 })
  const without = { ...two, pages: two.pages.slice(1) }
  expect(urls(placePages(without, pdf('a', 'b', null, 'c'), { most: 40 }))).toEqual(['b', 'c'])
})

test('pages follow those of their PDF, wherever these were moved', () => {
  const [picture] = examplePages(1)
  const one = placePages(empty, pdf('a'), { most: 40 })
  const moved = { ...one, pages: [...one.pages, ...(picture ? [picture] : [])] }
  expect(urls(placePages(moved, pdf('a', 'b'), { most: 40 }))).toEqual(['a', 'b', picture?.url])
})

test('where there is no space pages wait, and are placed when there is', () => {
  const full = placePages(empty, pdf('a', 'b', 'c'), { most: 2 })
  expect(urls(full)).toEqual(['a', 'b'])
  expect(isWaitingForRoom(full, pdf('a', 'b', 'c'), 2)).toBe(true)
  const room = { ...full, pages: full.pages.slice(0, 1) }
  expect(urls(placePages(room, pdf('a', 'b', 'c'), { most: 2 }))).toEqual(['a', 'c'])
})

test('pages of a PDF that is read again replace its earlier ones', () => {
  const [before, after] = examplePages(2)
  const one = placePages(empty, pdf('a', 'b'), { most: 40 })
  const among = { ...one, pages: [before, ...one.pages, after].filter((page) => page !== undefined) }
  const { layout, place } = takePages(among, pdf('a', 'b'))
  expect(urls(layout)).toEqual([before?.url, after?.url])
  const places = new Map([['pdf', place]])
  const first = placePages(layout, pdf('x'), { most: 40, places })
  expect(urls(placePages(first, pdf('x', 'y'), { most: 40, places }))).toEqual([
    before?.url,
    'x',
    'y',
    after?.url,
  ])
})

test('edited texts on PDF pages are distinguished from extracted ones', () => {
  const told = { id: 'pdf', pages: [read('a', 'Moths'), read('b', 'Lamps'), read('c')] }
  const placed = placePages(empty, told, { most: 40 })
  expect(placed.pages.map(({ isFromDocument }) => isFromDocument)).toEqual([true, true, false])
  expect(editedPages(placed, told)).toBe(0)
  const [a, b, c] = placed.pages
  if (!a || !b || !c) throw new Error('Three pages were placed.')
  const written = { ...placed, pages: [{ ...a, transcript: 'Moths.' }, b, { ...c, altText: 'A moth' }] }
  expect(editedPages(written, told)).toBe(2)
})
