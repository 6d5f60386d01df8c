import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodingFor, PageCache, StoredPage } from './page-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const drawing = (status = 200) => vi.fn(async () => new StoredPage(status, '<!doctype html>'))

test('concurrent visitors share one rendering, for a few seconds', async () => {
  const cache = new PageCache()
  const draw = drawing()
  await Promise.all([cache.get('/', draw), cache.get('/', draw)])
  expect(draw).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 5_001)
  await cache.get('/', draw)
  expect(draw).toHaveBeenCalledTimes(2)
})

test('a write invalidates everything, including pages being rendered', async () => {
  const cache = new PageCache()
  const draw = drawing()
  const before = cache.get('/', draw)
  cache.clear()
  await before
  await cache.get('/', draw)
  expect(draw).toHaveBeenCalledTimes(2)
})

test('failures are not cached', async () => {
  const cache = new PageCache()
  const fail = vi.fn(async () => Promise.reject(new Error('no')))
  await expect(cache.get('/', fail)).rejects.toThrow('no')
  const down = drawing(503)
  await cache.get('/', down)
  const draw = drawing()
  expect((await cache.get('/', draw)).status).toBe(200)
})

test('very long pages do not fill the memory, and the latest are cached', async () => {
  const cache = new PageCache()
  const page = 'x'.repeat(4 * 1024 * 1024)
  const draw = vi.fn(async () => new StoredPage(200, page))
  for (let index = 0; index < 10; index += 1) await cache.get(`/zine/${index}`, draw)
  await cache.get('/zine/9', draw)
  await cache.get('/zine/4', draw)
  expect(draw).toHaveBeenCalledTimes(10)
  await cache.get('/zine/3', draw)
  expect(draw).toHaveBeenCalledTimes(11)
})

test('endless addresses do not fill the memory', async () => {
  const cache = new PageCache()
  const long = `/?q=${'a'.repeat(400)}`
  const draw = drawing()
  await cache.get(long, draw)
  await cache.get(long, draw)
  expect(draw).toHaveBeenCalledTimes(2)
  const first = drawing()
  await cache.get('/', first)
  for (let index = 0; index < 300; index += 1) await cache.get(`/?q=${index}`, drawing())
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
