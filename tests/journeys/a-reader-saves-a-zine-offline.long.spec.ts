import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, isUntranslated, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { altTextOf, publishLongZine } from '../support/long-zine.ts'
import { publish, uploadAndPublish } from '../support/published-zine.ts'

const saveOfflineButton = (page: Page) => page.getByRole('button', { name: 'Save for offline' })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

async function saveOffline(page: Page, id: string) {
  await visit(page, `/zine/${id}`)
  await saveOfflineButton(page).click()
  await expect(page.getByRole('link', { name: 'Saved for offline' })).toBeFocused()
}

/** A guest in a separate browser context that can go offline. Its page must not throw, and has all its sentences. */
async function asGuest(browser: Browser, act: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ baseURL: `http://localhost:${journeyPort}` })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (isUntranslated(message)) complaints.push(message.text())
  })
  await act(page, context)
  expect(complaints).toEqual([])
  await context.close()
}

/** The alt texts of the pictures that have loaded. */
const visiblePictures = (page: Page) =>
  page
    .locator('main figure:not([hidden]) img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).filter(({ naturalWidth }) => naturalWidth > 0).map(({ alt }) => alt),
    )

/** Paths that were answered during an action, by the service worker and by the site. */
async function recordResponses(page: Page, act: () => Promise<unknown>) {
  const worker: string[] = []
  const site: string[] = []
  const note = (response: { fromServiceWorker(): boolean; url(): string }) =>
    (response.fromServiceWorker() ? worker : site).push(new URL(response.url()).pathname)
  page.on('response', note)
  await act()
  page.off('response', note)
  return { worker, site }
}

test('a zine saved for offline can be read without a network', async ({ page, browser }) => {
  test.slow()
  await register(page.request)
  const zine = await publishLongZine(page.request, { title: uniqueName('Kept'), count: 5 })
  await asGuest(browser, async (reader, context) => {
    await saveOffline(reader, zine.id)
    await context.setOffline(true)

    await visit(reader, `/zine/${zine.id}/read`)
    await expect(toast(reader, 'This is your saved copy.')).toBeVisible()
    await expect.poll(() => visiblePictures(reader)).toContain(altTextOf(0))
    for (const at of [2, 4]) {
      await reader.keyboard.press('ArrowRight')
      await expect.poll(() => visiblePictures(reader)).toEqual([altTextOf(at - 1), altTextOf(at)])
    }

    // The page in the address opens, and not the cover.
    await visit(reader, `/zine/${zine.id}/read?page=4`)
    await expect(reader).toHaveURL(`/zine/${zine.id}/read?page=4`)
    await expect.poll(() => visiblePictures(reader)).toContain(altTextOf(3))

    // The zine's page, its transcripts and the list of saved zines also work offline.
    await reader.getByRole('link', { name: 'Back to the zine' }).click()
    await expect(reader.getByRole('heading', { level: 1, name: zine.title })).toBeVisible()
    await visit(reader, `/zine/${zine.id}/text`)
    await expect(reader.getByRole('heading', { name: 'Page 5' })).toBeVisible()
    await reader.getByRole('link', { name: 'Offline zines' }).click()
    await rows(reader).getByRole('link', { name: zine.title }).click()
    await expect(reader).toHaveURL(`/zine/${zine.id}/read`)
    await expect.poll(() => visiblePictures(reader)).toContain(altTextOf(0))

    // The service worker answers only for saved zines.
    const home = () => fetch('/').then(({ status }) => status, String)
    expect(await reader.evaluate(home)).toBe('TypeError: Failed to fetch')
    await visit(reader, `/zine/${zine.id}`)
    await context.setOffline(false)
    await reader.getByRole('button', { name: 'Reload' }).click()
    await expect(reader.locator('head meta[name="foldout-kept"]')).toHaveCount(0)
  })
})

test('while offline, every page of the site opens the saved zines and can be tried again', async ({
  page,
  browser,
}) => {
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Kept'))
  await asGuest(browser, async (reader, context) => {
    await saveOffline(reader, zine.id)
    await context.setOffline(true)
    for (const [path, name] of [
      ['/', 'the home page'],
      ['/profile', 'this profile'],
      ['/about', 'this page'],
    ] as const) {
      await visit(reader, path)
      await expect(reader).toHaveURL(/\/offline#requestedPath=/)
      await expect(reader.getByText(`We couldn’t open ${name}.`)).toBeVisible()
      await expect(rows(reader).getByRole('link', { name: zine.title })).toBeVisible()
    }
    await expectAccessible(reader)
    const tryAgain = reader.getByRole('button', { name: 'Try again' })
    await tryAgain.press('Enter')
    await expect(reader.getByText('We couldn’t open this page.')).toBeVisible()
    await rows(reader).getByRole('link', { name: zine.title }).click()
    await expect(reader.getByRole('heading', { level: 1, name: zine.title })).toBeVisible()
    await reader.goBack()
    await expect(tryAgain).toBeVisible()
    expect(await reader.evaluate(() => fetch('/api/zines').then(({ status }) => status, String))).toContain('TypeError')

    await context.setOffline(false)
    await reader.getByRole('button', { name: 'Open the page' }).click()
    await expect(reader).toHaveURL('/about')
    await expect(reader).toHaveTitle(/About/)
  })
})

test('the service worker handles offline zines and nothing else', async ({ page, browser }) => {
  test.slow()
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Kept'))
  const otherZine = await publish(page.request, uniqueName('Other'), 'wide.webp')
  await asGuest(browser, async (reader) => {
    await saveOffline(reader, zine.id)
    const responsesElsewhere = await recordResponses(reader, async () => {
      await visit(reader, '/')
      await visit(reader, `/zine/${otherZine.id}`)
      await reader.request.get('/healthz')
      await reader.evaluate((id) => fetch(`/api/zines/${id}`), otherZine.id)
      await reader.evaluate((id) => fetch(`/api/zines/${id}`, { cache: 'no-store' }), zine.id)
      await reader.evaluate(() => fetch('/api/auth/user'))
    })
    const hash = /[0-9a-f]{32}/.exec(zine.mediaUrls[0] ?? '')?.[0] ?? ''
    // Visits of other pages pass through the worker.
    expect(responsesElsewhere.worker.filter((path) => !path.startsWith('/assets/') && !path.includes(hash))).toEqual([
      '/',
      `/zine/${otherZine.id}`,
    ])
    expect(responsesElsewhere.site).toEqual(
      expect.arrayContaining([`/api/zines/${otherZine.id}`, `/api/zines/${zine.id}`]),
    )
    const offlineResponses = await recordResponses(reader, () => visit(reader, `/zine/${zine.id}`))
    expect(offlineResponses.worker).toEqual(expect.arrayContaining([`/zine/${zine.id}`]))
    // Removing the last saved zine removes everything.
    await visit(reader, '/offline')
    await rows(reader).getByRole('button', { name: 'Remove' }).click()
    await expect(reader.getByText('No offline zines yet')).toBeVisible()
    await expect(reader.getByText(`${zine.title} was removed.`)).toBeVisible()
    await expect(reader.getByRole('heading', { name: 'Offline zines', exact: true })).toBeFocused()
    await expectAccessible(reader)
    const left = () =>
      reader.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ])
    await expect.poll(left).toEqual([])
    const after = await recordResponses(reader, () => visit(reader, `/zine/${zine.id}`))
    expect(after.worker).toEqual([])
    // If the storage is full, no partial copy remains.
    await reader.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
    })
    await saveOfflineButton(reader).click()
    await expect(toast(reader, 'This browser has no space left.')).toBeVisible()
    await expect.poll(left).toEqual([])
  })
})

test('an offline zine is updated with its original, and deleted with it', async ({ page, browser }) => {
  test.slow()
  await register(page.request)
  const [changed, gone] = [
    await publish(page.request, uniqueName('Changed')),
    await publish(page.request, uniqueName('Gone'), 'wide.webp'),
  ]
  await edit(page.request, changed.id, { contentNote: { text: 'Moths', coversPages: true } })
  await asGuest(browser, async (reader, context) => {
    await saveOffline(reader, changed.id)
    await saveOffline(reader, gone.id)
    const title = uniqueName('Anew')
    await edit(page.request, changed.id, { title })
    // Any open page checks the saved zines for changes, the oldest first.
    await expireOfflineCopy(reader)
    await visit(reader, '/about')
    await expect.poll(async () => (await readOfflineRecords(reader)).map((record) => record.title)).toContain(title)
    await callApi(page.request, 'delete', `/api/zines/${gone.id}`)
    // An empty list of files simulates a new build of the site.
    await expireOfflineCopy(reader, { files: [] })
    await visit(reader, '/offline')
    await expect(reader.getByText(`${gone.title} is no longer on Foldout`)).toBeVisible()
    await expect(rows(reader)).toHaveCount(1)
    await expect(rows(reader).getByRole('link', { name: title })).toBeVisible()
    // The list does not show the pictures of zines with a content note, either.
    await expect(rows(reader).locator('img')).toHaveCount(0)
    await expect
      .poll(async () => (await readOfflineRecords(reader)).map(({ files }) => files.length > 0))
      .toEqual([true])
    await context.setOffline(true)
    // All pages are saved, but they stay covered until the reader agrees.
    for (const end of ['/text', '/read', '']) {
      await visit(reader, `/zine/${changed.id}${end}`)
      await expect(reader.getByRole('main').getByRole('note')).toContainText('Moths')
      expect(await visiblePictures(reader)).toEqual([])
    }
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await reader.getByRole('button', { name: 'Show it' }).click()
    const picture = reader.getByRole('img', { name: `A page of ${changed.title}` })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })
})

async function edit(request: APIRequestContext, id: string, change: object) {
  const { zine } = await callApi(request, 'get', `/api/zines/${id}`)
  await callApi(request, 'put', `/api/zines/${id}`, { version: zine.version, ...change })
}

/** Marks every saved zine as due for a check. The lock waits for a running one. */
const expireOfflineCopy = (page: Page, change: { files?: [] } = {}) =>
  page.evaluate(
    (changes) =>
      navigator.locks.request('foldout:kept', async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          const record = await (await cache.match('/kept-zine.json'))?.json()
          if (record) await cache.put('/kept-zine.json', Response.json({ ...record, checkedAt: 0, ...changes }))
        }
      }),
    change,
  )

const readOfflineRecords = (page: Page) =>
  page.evaluate(async (): Promise<{ title: string; files: string[] }[]> => {
    const cachedResponses = await Promise.all(
      (await caches.keys()).map((cacheName) => caches.match('/kept-zine.json', { cacheName })),
    )
    return Promise.all(cachedResponses.filter((record) => record !== undefined).map((record) => record.json()))
  })

test('a missing picture is fetched again, and an offline video plays', async ({ page, browser }) => {
  await register(page.request)
  const zine = await publishLongZine(page.request, { title: uniqueName('Part'), count: 3 })
  const film = await uploadAndPublish(page.request, uniqueName('Film'), 'clip.mp4')
  const { pages } = (await callApi(page.request, 'get', `/api/zines/${zine.id}`)).zine
  await asGuest(browser, async (reader, context) => {
    await visit(reader, `/zine/${zine.id}/read`)
    await reader.getByRole('button', { name: 'View' }).click()
    await context.route(`**${pages[2].url}`, (route) => route.fulfill({ status: 503, body: 'busy' }))
    await saveOfflineButton(reader).click()
    await expect(toast(reader, '1 image could not be downloaded.')).toBeVisible()
    await context.unroute(`**${pages[2].url}`)
    await visit(reader, '/offline')
    await expectAccessible(reader)
    await rows(reader).getByRole('button', { name: 'Try again' }).click()
    await expect(rows(reader).getByRole('button', { name: 'Try again' })).toHaveCount(0)

    await saveOffline(reader, film.id)
    await context.setOffline(true)
    await visit(reader, `/zine/${film.id}`)
    const plays = () =>
      reader.locator('video').evaluate((video: HTMLVideoElement) => [video.readyState > 0, video.error])
    await expect.poll(plays).toEqual([true, null])
  })
})

test('the site can be installed, with icons of the sizes it says', async ({ page }) => {
  await visit(page, '/about')
  const session = await page.context().newCDPSession(page)
  const { url, errors } = await session.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const iconSizes = await page.evaluate(async (address) => {
    const { icons } = (await (await fetch(address)).json()) as { icons: { src: string; sizes: string }[] }
    return Promise.all(
      icons.map(async ({ src, sizes }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
        return [`${width}x${height}`, sizes]
      }),
    )
  }, url)
  expect(iconSizes.length).toBeGreaterThanOrEqual(3)
  for (const [is, says] of iconSizes) expect(is).toBe(says)
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-security-policy': expect.stringContaining("worker-src 'self'; manifest-src 'self'"),
  })
})
