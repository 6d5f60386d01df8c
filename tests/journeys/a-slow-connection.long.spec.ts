import type { Page } from '@playwright/test'
import { expect, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Holds back files of the site until the test releases them. */
async function delayFiles(page: Page, files: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(files, (route) => released.then(() => route.continue()))
  return release
}

const answersAt = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name })
  // Dispatched without Playwright's checks, because the button may be busy.
  await button.dispatchEvent('click', { button: 0 })
  expect(await button.getAttribute('aria-busy')).toBe('true')
  return button
}

test('a search, a link and a heart of the home page answer before any script is there', async ({ page }) => {
  const { request } = page
  await register(request)
  const zine = await publish(request, uniqueName('Early'))
  const release = await delayFiles(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('searchbox', { name: 'Search' }).fill(zine.title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/?q=${zine.title}`)
  await page.getByRole('link', { name: zine.title }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  await page.goto(`/?q=${zine.title}`, { waitUntil: 'commit' })
  await answersAt(page, /^Favorite/)
  release()
  await expect(page.getByRole('button', { name: /^Favorite/ })).toHaveAttribute('aria-pressed', 'true')
})

test('a button clicked before its code has loaded looks busy until then', async ({ page }) => {
  await visit(page, '/')
  const release = await delayFiles(page, '**/assets/account-dialog-*.js')
  // Found by its element: behind the dialog the button has no role.
  const button = page.locator('header button', { hasText: 'Upload' })
  await button.dispatchEvent('click', { button: 0 })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy')
})

/** Records every request and response in order on a 400 kbit/s connection. */
async function throttleConnection(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const speed = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...speed })
  const requestedFiles: string[] = []
  page.on('request', (request) => requestedFiles.push(`asked for ${request.url()}`))
  page.on('requestfinished', (request) => requestedFiles.push(`has ${request.url()}`))
  return requestedFiles
}

const indexOf = (files: string[], what: RegExp) => files.findIndex((each) => what.test(each))

test('on a slow connection list pictures load after the scripts, fonts never', async ({ page }) => {
  const { request } = page
  await register(request)
  await publish(request, uniqueName('Later'), 'photo.avif')
  const seen = await throttleConnection(page)
  await visit(page, '/')
  const later = /asked for .*\/media\/.*$/
  await expect.poll(() => indexOf(seen, later)).toBeGreaterThan(0)
  const scripts = indexOf(seen, /has .*\/vendor-/)
  expect(scripts).toBeGreaterThan(0)
  expect(indexOf(seen, later)).toBeGreaterThan(scripts)
  expect(indexOf(seen, /\.woff2/)).toBe(-1)
})

test('on a slow connection nothing else is fetched before the dialog that a guest opens', async ({ page }) => {
  const seen = await throttleConnection(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.waitForTimeout(3_000)
  const pressed = performance.now()
  await page.getByRole('banner').getByRole('button', { name: 'Upload' }).click({ noWaitAfter: true })
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 15_000 })
  test.info().annotations.push({ type: 'opened after', description: `${Math.round(performance.now() - pressed)} ms` })
  const dialog = indexOf(seen, /has .*\/account-dialog-/)
  expect(dialog).toBeGreaterThan(0)
  const laterFiles = /\.woff2|\/fonts-later|\/upload-dialog|\/zine-popup|\/toast-/
  expect(seen.slice(0, dialog).filter((each) => laterFiles.test(each))).toEqual([])
})

test('on a slow connection the first picture loads before the scripts, others after', async ({ page }) => {
  const { request } = page
  await register(request)
  const zine = await publish(request, uniqueName('夜の東京'), 'photo.avif', 'print-cmyk.jpg')
  const seen = await throttleConnection(page)
  await visit(page, `/zine/${zine.id}`)
  await expect.poll(() => indexOf(seen, /has .*\/media\//)).toBeGreaterThan(0)
  const pictures = () => seen.filter((each) => /asked for .*\/media\//.test(each))
  await expect.poll(() => new Set(pictures()).size).toBeGreaterThan(1)
  const scripts = indexOf(seen, /has .*\/vendor-/)
  expect(indexOf(seen, /asked for .*\/media\//)).toBeLessThan(scripts)
  expect(seen.indexOf(pictures()[1] ?? '')).toBeGreaterThan(scripts)
  // A slow connection does not load the title's font, which is at least 100 kB. Every system has a fallback.
  expect(indexOf(seen, /noto-sans/)).toBe(-1)
})

test('on a fast connection a title has the font of its language', async ({ page }) => {
  const { request } = page
  await register(request)
  const zine = await publish(request, uniqueName('夜の東京'))
  const face = page.waitForRequest(/noto-sans/)
  await visit(page, `/zine/${zine.id}`)
  await face
})

test('on a fast connection all pictures but the first are requested after the first paint', async ({ page }) => {
  await visit(page, '/')
  await expect(page.locator('html')).not.toHaveAttribute('data-network')
  const pictures = page.locator('main img[loading="lazy"]')
  const isThere = (at: number) =>
    pictures.nth(at).evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0)
  await expect.poll(() => isThere(1)).toBe(true)
  const [painted, requested] = await page.evaluate(() => {
    const seen = [...document.querySelectorAll('main img:not([fetchpriority])')] as HTMLImageElement[]
    const times = seen.flatMap(({ currentSrc }) => performance.getEntriesByName(currentSrc))
    return [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      Math.min(...times.map(({ startTime }) => startTime)),
    ]
  })
  // Pictures wait for the first paint, but at most one second.
  expect(requested).toBeGreaterThanOrEqual(Math.min(painted ?? 0, 1_000))
})
