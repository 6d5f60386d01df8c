import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueries, type ListQuery } from '#web/api/queries.ts'
import { scrollPositionsKey } from '#web/browser/storage-keys.ts'
import { startScrollRestoration } from './scroll-restoration.ts'

type Page = { nextCursor: string | null }
const path = '/api/zines'
const pages = ['one', 'two', 'three']
let tall: HTMLElement

beforeEach(() => {
  window.scrollTo(0, 0)
  tall = document.body.appendChild(document.createElement('div'))
  sessionStorage.setItem(scrollPositionsKey, JSON.stringify({ rack: 2_000, about: 10 }))
})
afterEach(() => {
  tall.remove()
  sessionStorage.clear()
})

/** Shows a list whose pages make the document taller. */
function mountList(queries = createQueries()) {
  const list: ListQuery<Page> = {
    queryKey: [path] as never,
    queryFn: async ({ pageParam }) => ({ nextCursor: pages[pages.indexOf(pageParam ?? 'one') + 1] ?? null }),
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
  }
  const observer = new InfiniteQueryObserver<Page, Error, unknown, [string], string | null>(queries, list)
  const stop = observer.subscribe(({ data }) => {
    const read = (data as { pages?: Page[] } | undefined)?.pages?.length ?? 0
    tall.style.height = `${window.innerHeight * (read > 0 ? 1 : 0) + read * 1_000}px`
  })
  return { queries, stop, loadNext: () => observer.fetchNextPage() }
}

test('a reloaded list is scrolled to its earlier position, with as many items', async () => {
  const before = mountList()
  await before.loadNext()
  await before.loadNext()
  const { stop } = startScrollRestoration(before.queries)
  window.dispatchEvent(new Event('pagehide'))
  stop()
  before.stop()
  tall.style.height = '0'

  const after = mountList()
  const restoration = startScrollRestoration(after.queries)
  restoration.onPageRendered('rack')
  await expect.poll(() => window.scrollY).toBe(2_000)
  restoration.stop()
  after.stop()
})

test('a page that has become shorter is scrolled to its end', async () => {
  const restoration = startScrollRestoration(createQueries())
  restoration.onPageRendered('rack')
  tall.style.height = '1500px'
  const maxScroll = () => document.documentElement.scrollHeight - window.innerHeight
  await expect.poll(() => window.scrollY > 0 && maxScroll() - window.scrollY).toBe(0)
  restoration.stop()
})

test('a user who scrolls first is not interrupted, and a position is restored only once', async () => {
  const restoration = startScrollRestoration(createQueries())
  restoration.onPageRendered('rack')
  window.dispatchEvent(new Event('wheel'))
  tall.style.height = '5000px'
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(window.scrollY).toBe(0)
  restoration.onPageRendered('rack')
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(window.scrollY).toBe(0)
  restoration.stop()
})

test('invalid positions in the storage of the tab are ignored', () => {
  for (const key of [scrollPositionsKey, 'foldout:list-lengths']) sessionStorage.setItem(key, 'null')
  const restoration = startScrollRestoration(createQueries())
  expect(() => restoration.onPageRendered('rack')).not.toThrow()
  restoration.stop()
})
