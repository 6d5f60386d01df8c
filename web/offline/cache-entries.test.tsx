import { expect, test } from 'vitest'
import { cacheEntryFor, earlierOfflinePageFor, offlinePageFor, requestedPageIn } from './cache-entries.ts'
import { formatBytes } from './offline-page.tsx'
import { rangeResponse } from './service-worker.ts'

const id = '0199a0b2-0000-7000-8000-00000000000a'
const hash = 'a'.repeat(32)
const cacheEntryAt = (address: string) => cacheEntryFor(new URL(address, 'https://foldout.example'))

test.each([
  ['/offline', '/offline', false],
  ['/kept', '/kept', false],
  [`/zine/${id}`, `/zine/${id}`, false],
  [`/zine/${id}/read?page=4`, `/zine/${id}/read`, false],
  [`/zine/${id}/text`, `/zine/${id}/text`, false],
  [`/api/zines/${id}`, `/api/zines/${id}`, false],
  ['/assets/site-abc.js', '/assets/site-abc.js', true],
  [`/media/${hash}-400.webp`, `/media/${hash}.webp`, true],
  [`/media/${hash}-1600.webp`, `/media/${hash}.webp`, true],
  [`/media/${hash}.mp4`, `/media/${hash}.mp4`, true],
  [`/api/zines/${id}/captions/${hash}`, `/api/zines/${id}/captions/${hash}`, true],
])('%s may be cached, as %s', (address, path, isFile) => {
  expect(cacheEntryAt(address)).toEqual({ path, isFile })
})

test.each([
  '/',
  '/about',
  '/healthz',
  '/service-worker.js',
  '/manifest.webmanifest',
  `/zine/${id}/edit`,
  `/zine/${id}/print`,
  `/zine/${id}/read/`,
  '/zine/nothing',
  `/draft/${id}`,
  `/profile/${id}`,
  '/account-settings',
  '/api/zines',
  '/api/auth/user',
  '/api/uploads',
  `/api/zines/${id}/favorite`,
  `/api/zines/${id}/pages/1/print.jpg`,
  `/api/zines/${id}/captions/x`,
  `/api/users/${id}/export`,
  '/media/a/b',
  '/oembed',
])('%s is never cached', (address) => {
  expect(cacheEntryAt(address)).toBeUndefined()
})

const file = () => new Response('0123456789', { headers: { 'content-type': 'video/mp4' } })
test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
])('of a file that is cached completely, %s is a part', async (range, text, contentRange) => {
  const response = await rangeResponse(file(), range)
  expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
    206,
    text,
    contentRange,
  ])
  expect(response.headers.get('content-type')).toBe('video/mp4')
})

test('a range beyond the end is rejected, and without one the whole file is returned', async () => {
  expect((await rangeResponse(file(), 'bytes=10-')).status).toBe(416)
  for (const range of [null, 'bytes=-', 'lines=1-2']) {
    const response = await rangeResponse(file(), range)
    expect([response.status, await response.text()]).toEqual([200, '0123456789'])
  }
})

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [300_000, '0.3 MB'],
  [5_450_000, '5.2 MB'],
  [123_000_000, '117 MB'],
  [2_147_483_648, '2 GB'],
])('%i bytes are formatted as %s', (bytes, formatted) => {
  expect(formatBytes('en', bytes)).toBe(formatted)
})

test.each(['/about', '/profile/x?tab=shelves#top'])('the offline page names %s, which could not be opened', (path) => {
  const requested = location.origin + path
  const { pathname, hash } = new URL(offlinePageFor(requested), location.origin)
  expect([pathname, requestedPageIn(hash)?.href]).toEqual(['/offline', requested])
  expect(requestedPageIn(new URL(earlierOfflinePageFor(requested), location.origin).hash)?.href).toBe(requested)
})

test.each([
  '',
  '#top',
  '#requestedPath=',
  '#wanted=/about',
  '#requestedPath=https://evil.example/',
  '#wanted=javascript:alert(1)',
])('the fragment “%s” names no page of this site', (fragment) => {
  expect(requestedPageIn(fragment)).toBeUndefined()
})
