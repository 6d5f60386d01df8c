import { expect, test } from 'vitest'
import type { DocumentPage } from '#contract/documents.ts'
import { blankContent } from '../table/content.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { countEditedPages, hasPendingPages, insertPdfPages, removePdfPages } from './insert-pdf-pages.ts'

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
const empty = { ...blankContent, placed: {} }
const urls = ({ pages }: typeof empty) => pages.map(({ url }) => url)

test('pages are placed once each, in order, as they arrive', () => {
  const one = insertPdfPages(empty, pdf('a'), { maxPages: 40 })
  const three = insertPdfPages(one, pdf('a', 'b', 'c'), { maxPages: 40 })
  expect(urls(three)).toEqual(['a', 'b', 'c'])
  expect(insertPdfPages(three, pdf('a', 'b', 'c'), { maxPages: 40 })).toBe(three)
})

test('a removed page does not come back, and an unreadable one does not block the others', () => {
  const two = insertPdfPages(empty, pdf('a', 'b'), { maxPages: 40 })
  const without = { ...two, pages: two.pages.slice(1) }
  expect(urls(insertPdfPages(without, pdf('a', 'b', null, 'c'), { maxPages: 40 }))).toEqual(['b', 'c'])
})

test('pages follow those of their PDF, wherever these were moved', () => {
  const [picture] = examplePages(1)
  const one = insertPdfPages(empty, pdf('a'), { maxPages: 40 })
  const moved = { ...one, pages: [...one.pages, ...(picture ? [picture] : [])] }
  expect(urls(insertPdfPages(moved, pdf('a', 'b'), { maxPages: 40 }))).toEqual(['a', 'b', picture?.url])
})

test('where there is no space pages wait, and are placed when there is', () => {
  const full = insertPdfPages(empty, pdf('a', 'b', 'c'), { maxPages: 2 })
  expect(urls(full)).toEqual(['a', 'b'])
  expect(hasPendingPages(full, pdf('a', 'b', 'c'), 2)).toBe(true)
  const withSpace = { ...full, pages: full.pages.slice(0, 1) }
  expect(urls(insertPdfPages(withSpace, pdf('a', 'b', 'c'), { maxPages: 2 }))).toEqual(['a', 'c'])
})

test('pages of a PDF that is read again replace its earlier ones', () => {
  const [before, after] = examplePages(2)
  const one = insertPdfPages(empty, pdf('a', 'b'), { maxPages: 40 })
  const among = { ...one, pages: [before, ...one.pages, after].filter((page) => page !== undefined) }
  const { content, pageIndex } = removePdfPages(among, pdf('a', 'b'))
  expect(urls(content)).toEqual([before?.url, after?.url])
  const positions = new Map([['pdf', pageIndex]])
  const first = insertPdfPages(content, pdf('x'), { maxPages: 40, positions })
  expect(urls(insertPdfPages(first, pdf('x', 'y'), { maxPages: 40, positions }))).toEqual([
    before?.url,
    'x',
    'y',
    after?.url,
  ])
})

test('edited texts on PDF pages are distinguished from extracted ones', () => {
  const readPdf = { id: 'pdf', pages: [read('a', 'Moths'), read('b', 'Lamps'), read('c')] }
  const inserted = insertPdfPages(empty, readPdf, { maxPages: 40 })
  expect(inserted.pages.map(({ isFromDocument }) => isFromDocument)).toEqual([true, true, false])
  expect(countEditedPages(inserted, readPdf)).toBe(0)
  const [a, b, c] = inserted.pages
  if (!a || !b || !c) throw new Error('Three pages were placed.')
  const written = { ...inserted, pages: [{ ...a, transcript: 'Moths.' }, b, { ...c, altText: 'A moth' }] }
  expect(countEditedPages(written, readPdf)).toBe(2)
})
