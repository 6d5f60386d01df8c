import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ApiError } from '#server/http/errors.ts'
import type { PageSource } from '#server/pages/render-page.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'

/** While set, every page is refused with this error. */
let problem: Error | undefined
const failingSource: PageSource = {
  ...pageSource,
  entry: async () => {
    const entry = await pageSource.entry()
    const pageAddress = (url: URL) => {
      if (problem) throw problem
      return entry.pageAddress(url)
    }
    return { ...entry, pageAddress }
  },
  assetsFor: (files) => {
    const { assets, css } = pageSource.assetsFor([])
    // A build lists styles only under the source files of pages.
    const isPage = files.some((file) => file.endsWith('-page.tsx') && existsSync(file))
    return { assets: { ...assets, styles: isPage ? ['/assets/site.css'] : [] }, css }
  },
}

const site = await openTestApp({ pages: failingSource })

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const visit = (path: string, headers: Record<string, string> = browser) => site.call({ path, headers })
const busyError = (message: string) => new ApiError('too_many_requests', message, { retryAfter: 7 })

test('a browser whose page is rejected gets an error page with the time to retry', async () => {
  problem = busyError('Please wait 7 seconds & try <again>.')
  const { status, headers, text } = await visit('/')
  expect(status).toBe(429)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '7',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  })
  expect(text).toContain('Please wait 7 seconds &amp; try &lt;again>.')
  expect(text).toContain('<meta name="robots" content="noindex"/>')
  expect(text).toContain('/assets/site.css')
  expect(text).not.toContain('<script')
})

test('each refusal has its own status and sentence', async () => {
  problem = new ApiError('unavailable', 'First.', { retryAfter: 2 })
  expect((await visit('/about')).text).toContain('First.')
  problem = new ApiError('unavailable', 'Second.', { retryAfter: 2 })
  const second = await visit('/about')
  expect(second.status).toBe(503)
  expect(second.text).toContain('Second.')
  expect(second.text).not.toContain('First.')
})

test('an internal error reveals nothing', async () => {
  problem = new Error('the secret of the house')
  const { status, text } = await visit('/')
  expect(status).toBe(500)
  expect(text).toContain('Something went wrong on our side.')
  expect(text).not.toContain('secret of the house')
})

test('a client that does not accept HTML gets an error as data, and so does every API call', async () => {
  problem = busyError('Later.')
  const plain = await visit('/', { accept: '*/*' })
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(plain.body).toMatchObject({ error: 'Later.', code: 'too_many_requests' })
  const call = await visit('/api/nowhere')
  expect(call.status).toBe(404)
  expect(call.body).toMatchObject({ code: 'not_found' })
})

test('other pages are unaffected', async () => {
  problem = undefined
  const { status, text } = await visit('/about')
  expect(status).toBe(200)
  expect(text).toContain('<script')
})
