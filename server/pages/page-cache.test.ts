import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodingFor, PageCache, StoredPage } from './page-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const renderMock = (status = 200) => vi.fn(async () => new StoredPage(status, '<!doctype html>'))

test('concurrent visitors share one rendering, for a few seconds', async () => {
  const cache = new PageCache()
  const render = renderMock()
  await Promise.all([cache.get('/', render), cache.get('/', render)])
  expect(render).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 5_001)
  await cache.get('/', render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('a write invalidates everything, including pages being rendered', async () => {
  const cache = new PageCache()
  const render = renderMock()
  const before = cache.get('/', render)
  cache.clear()
  await before
  await cache.get('/', render)
  expect(render).toHaveBeenCalledTimes(2)
})

test('failures are not cached', async () => {
  const cache = new PageCache()
  const fail = vi.fn(async () => Promise.reject(new Error('no')))
  await expect(cache.get('/', fail)).rejects.toThrow('no')
  const down = renderMock(503)
  await cache.get('/', down)
  const render = renderMock()
  expect((await cache.get('/', render)).status).toBe(200)
})

test('very long pages do not fill the memory, and the latest are cached', async () => {
  const cache = new PageCache()
  const page = 'x'.repeat(4 * 1024 * 1024)
  const render = vi.fn(async () => new StoredPage(200, page))
  for (let index = 0; index < 10; index += 1) await cache.get(`/zine/${index}`, render)
  await cache.get('/zine/9', render)
  await cache.get('/zine/4', render)
  expect(render).toHaveBeenCalledTimes(10)
  await cache.get('/zine/3', render)
  expect(render).toHaveBeenCalledTimes(11)
})

test('endless addresses do not fill the memory', async () => {
  const cache = new PageCache()
  const long = `/?q=${'a'.repeat(400)}`
  const render = renderMock()
  await cache.get(long, render)
  await cache.get(long, render)
  expect(render).toHaveBeenCalledTimes(2)
  const first = renderMock()
  await cache.get('/', first)
  for (let index = 0; index < 300; index += 1) await cache.get(`/?q=${index}`, renderMock())
  await cache.get('/', first)
  expect(first).toHaveBeenCalledTimes(2)
})

test('a page is sent as its reader can take it', async () => {
  const page = new StoredPage(200, '<p>moths</p>')
  expect(encodingFor('gzip, deflate, br')).toBe('br')
  expect(encodingFor('gzip')).toBe('gzip')
  expect(encodingFor(undefined)).toBeUndefined()
  expect(String(brotliDecompressSync(await page.encoded('br')))).toBe('<p>moths</p>')
  expect(String(gunzipSync(await page.encoded('gzip')))).toBe('<p>moths</p>')
  expect(String(await page.encoded(undefined))).toBe('<p>moths</p>')
})
