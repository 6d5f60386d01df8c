import { expect, test } from 'vitest'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ pages: pageSource })
const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'

const parts = [
  '%00',
  '%0a',
  '%0A',
  '%0d',
  '%0d%0a',
  '%01',
  '%1f',
  '%7f',
  '%09',
  '%c2%85',
  '%e2%80%a8',
  '%E2%80%A9',
  '%ff',
  '%',
  '%zz',
  '%e2%82',
  '%c0%af',
  '%ed%a0%80',
  '%2f',
  '%2F%2f',
  '%5c',
  '%25ff',
  '%2e%2e%2f',
]
const paths = [
  '/about',
  '/x',
  '/',
  '/zine/',
  '/profile/',
  '/shelf/x',
  '/auth/',
  '/api/docs/',
  '/api/docs/static/',
  '/assets/',
].flatMap((start) => parts.map((part) => start + part))

test('a path with control characters, invalid encoding or encoded slashes is not found', async () => {
  const results = await Promise.all(
    paths.map(async (path) => {
      const first = await site.call({ path, headers: { accept } })
      // Some redirect to the canonical spelling first.
      const target = first.status === 308 ? String(first.headers.location) : undefined
      return { path, status: target ? (await site.call({ path: target, headers: { accept } })).status : first.status }
    }),
  )
  expect(results.filter(({ status }) => status !== 404)).toEqual([])
}, 60_000)

test.each(['/about%0a', '/x%e2%80%a8', '/x%ff', '/%c0%af'])(
  '%s shows visitors the page for missing pages',
  async (path) => {
    const { status, headers, text } = await site.call({ path, headers: { accept } })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
    expect(text).toContain('Page Not Found')
  },
)
