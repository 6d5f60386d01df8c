import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { noBarrier } from '../support/barriers.ts'
import { expect, register, send, test, toast, unique, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { altOf, publishLong } from '../support/long-zine.ts'
import { publish, sendAndPublish } from '../support/published-zine.ts'

const keep = (page: Page) => page.getByRole('button', { name: 'Save for offline' })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

async function keepZine(page: Page, id: string) {
  await visit(page, `/zine/${id}`)
  await keep(page).click()
  await expect(page.getByRole('link', { name: 'Saved for offline' })).toBeFocused()
}

/** A guest in a browser of their own, whose line can be cut. Their pages may not complain. */
async function guest(browser: Browser, act: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ baseURL: `http://localhost:${journeyPort}` })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  await act(page, context)
  expect(complaints).toEqual([])
  await context.close()
}

/** The pictures that are seen and have come. */
const seen = (page: Page) =>
  page
    .locator('main figure:not([hidden]) img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).filter(({ naturalWidth }) => naturalWidth > 0).map(({ alt }) => alt),
    )

/** What answers what is asked for while something is done: paths that the service worker had a hand in, and all others. */
async function answered(page: Page, act: () => Promise<unknown>) {
  const worker: string[] = []
  const site: string[] = []
  const note = (response: { fromServiceWorker(): boolean; url(): string }) =>
    (response.fromServiceWorker() ? worker : site).push(new URL(response.url()).pathname)
  page.on('response', note)
  await act()
  page.off('response', note)
  return { worker, site }
}

test('a kept zine is read with the network off', async ({ page, browser }) => {
  test.slow()
  await register(page.request)
  const zine = await publishLong(page.request, { title: unique('Kept'), count: 5 })
  await guest(browser, async (reader, context) => {
    await keepZine(reader, zine.id)
    await context.setOffline(true)

    await visit(reader, `/zine/${zine.id}/read`)
    await expect(toast(reader, 'This is your saved copy.')).toBeVisible()
    await expect.poll(() => seen(reader)).toContain(altOf(0))
    for (const at of [2, 4]) {
      await reader.keyboard.press('ArrowRight')
      await expect.poll(() => seen(reader)).toEqual([altOf(at - 1), altOf(at)])
    }

    // The page that an address names, and not the cover.
    await visit(reader, `/zine/${zine.id}/read?page=4`)
    await expect(reader).toHaveURL(`/zine/${zine.id}/read?page=4`)
    await expect.poll(() => seen(reader)).toContain(altOf(3))

    // Its own page, its words, and the list of what is kept.
    await reader.getByRole('link', { name: 'Back to the zine' }).click()
    await expect(reader.getByRole('heading', { level: 1, name: zine.title })).toBeVisible()
    await visit(reader, `/zine/${zine.id}/text`)
    await expect(reader.getByRole('heading', { name: 'Page 5' })).toBeVisible()
    await reader.getByRole('link', { name: 'Offline zines' }).click()
    await rows(reader).getByRole('link', { name: zine.title }).click()
    await expect(reader).toHaveURL(`/zine/${zine.id}/read`)
    await expect.poll(() => seen(reader)).toContain(altOf(0))

    // Nothing but what is kept is answered.
    const home = () => fetch('/').then(({ status }) => status, String)
    expect(await reader.evaluate(home)).toBe('TypeError: Failed to fetch')
    await visit(reader, `/zine/${zine.id}`)
    await context.setOffline(false)
    await reader.getByRole('button', { name: 'Reload' }).click()
    await expect(reader.locator('head meta[name="foldout-kept"]')).toHaveCount(0)
  })
})

test('the service worker has a hand in what is kept and in nothing else', async ({ page, browser }) => {
  test.slow()
  await register(page.request)
  const zine = await publish(page.request, unique('Kept'))
  const other = await publish(page.request, unique('Other'), 'wide.webp')
  await guest(browser, async (reader) => {
    await keepZine(reader, zine.id)
    const elsewhere = await answered(reader, async () => {
      await visit(reader, '/')
      await visit(reader, `/zine/${other.id}`)
      await reader.request.get('/healthz')
      await reader.evaluate((id) => fetch(`/api/zines/${id}`), other.id)
      await reader.evaluate((id) => fetch(`/api/zines/${id}`, { cache: 'no-store' }), zine.id)
      await reader.evaluate(() => fetch('/api/auth/user'))
    })
    const hash = /[0-9a-f]{32}/.exec(zine.mediaUrls[0] ?? '')?.[0] ?? ''
    expect(elsewhere.worker.filter((path) => !path.startsWith('/assets/') && !path.includes(hash))).toEqual(
      [],
    )
    expect(elsewhere.site).toEqual(
      expect.arrayContaining(['/', `/zine/${other.id}`, `/api/zines/${other.id}`, `/api/zines/${zine.id}`]),
    )
    const kept = await answered(reader, () => visit(reader, `/zine/${zine.id}`))
    expect(kept.worker).toEqual(expect.arrayContaining([`/zine/${zine.id}`]))
    // With the last of them all of it goes.
    await visit(reader, '/kept')
    await rows(reader).getByRole('button', { name: 'Remove' }).click()
    await expect(reader.getByText('No offline zines yet')).toBeVisible()
    await expect(reader.getByText(`${zine.title} was removed.`)).toBeVisible()
    await expect(reader.getByRole('heading', { name: 'Offline zines' })).toBeFocused()
    await noBarrier(reader)
    const left = () =>
      reader.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ])
    await expect.poll(left).toEqual([])
    const after = await answered(reader, () => visit(reader, `/zine/${zine.id}`))
    expect(after.worker).toEqual([])
    // Where there is no room nothing is left behind.
    await reader.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
    })
    await keep(reader).click()
    await expect(toast(reader, 'This browser has no space left.')).toBeVisible()
    await expect.poll(left).toEqual([])
  })
})

test('what is kept follows its maker, and goes when the zine goes', async ({ page, browser }) => {
  test.slow()
  await register(page.request)
  const [changed, gone] = [
    await publish(page.request, unique('Changed')),
    await publish(page.request, unique('Gone'), 'wide.webp'),
  ]
  await edit(page.request, changed.id, { contentNote: { text: 'Moths', coversPages: true } })
  await guest(browser, async (reader, context) => {
    await keepZine(reader, changed.id)
    await keepZine(reader, gone.id)
    const title = unique('Anew')
    await edit(page.request, changed.id, { title })
    // Whatever page is open: the first that was kept is asked about, and then the other.
    await nextDay(reader)
    await visit(reader, '/about')
    await expect.poll(async () => (await records(reader)).map((record) => record.title)).toContain(title)
    await send(page.request, 'delete', `/api/zines/${gone.id}`)
    // And the site is built anew, as far as the pages that are kept know.
    await nextDay(reader, { files: [] })
    await visit(reader, '/kept')
    await expect(reader.getByText(`${gone.title} is no longer on Foldout`)).toBeVisible()
    await expect(rows(reader)).toHaveCount(1)
    await expect(rows(reader).getByRole('link', { name: title })).toBeVisible()
    // What is covered is not shown here either.
    await expect(rows(reader).locator('img')).toHaveCount(0)
    await expect
      .poll(async () => (await records(reader)).map(({ files }) => files.length > 0))
      .toEqual([true])
    await context.setOffline(true)
    // It is kept whole, and covered all the same until its reader agrees.
    for (const end of ['/text', '/read', '']) {
      await visit(reader, `/zine/${changed.id}${end}`)
      await expect(reader.getByRole('main').getByRole('note')).toContainText('Moths')
      expect(await seen(reader)).toEqual([])
    }
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await reader.getByRole('button', { name: 'Show it' }).click()
    const picture = reader.getByRole('img', { name: `A page of ${changed.title}` })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
})

async function edit(request: APIRequestContext, id: string, change: object) {
  const { zine } = await send(request, 'get', `/api/zines/${id}`)
  await send(request, 'put', `/api/zines/${id}`, { version: zine.version, ...change })
}

/** What is known of each kept zine, as if it had been asked about long ago. It is not, while something is under way. */
const nextDay = (page: Page, change: { files?: [] } = {}) =>
  page.evaluate(
    (changes) =>
      navigator.locks.request('foldout:kept', async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          const record = await (await cache.match('/kept-zine.json'))?.json()
          if (record)
            await cache.put('/kept-zine.json', Response.json({ ...record, checkedAt: 0, ...changes }))
        }
      }),
    change,
  )

const records = (page: Page) =>
  page.evaluate(async (): Promise<{ title: string; files: string[] }[]> => {
    const found = await Promise.all(
      (await caches.keys()).map((cacheName) => caches.match('/kept-zine.json', { cacheName })),
    )
    return Promise.all(found.filter((record) => record !== undefined).map((record) => record.json()))
  })

test('a missing picture is fetched again, and a kept video plays offline', async ({ page, browser }) => {
  await register(page.request)
  const zine = await publishLong(page.request, { title: unique('Part'), count: 3 })
  const film = await sendAndPublish(page.request, unique('Film'), 'clip.mp4')
  const { pages } = (await send(page.request, 'get', `/api/zines/${zine.id}`)).zine
  await guest(browser, async (reader, context) => {
    await visit(reader, `/zine/${zine.id}/read`)
    await reader.getByRole('button', { name: 'View' }).click()
    await context.route(`**${pages[2].url}`, (route) => route.fulfill({ status: 503, body: 'busy' }))
    await keep(reader).click()
    await expect(toast(reader, '1 picture could not be downloaded.')).toBeVisible()
    await context.unroute(`**${pages[2].url}`)
    await visit(reader, '/kept')
    await noBarrier(reader)
    await rows(reader).getByRole('button', { name: 'Try again' }).click()
    await expect(rows(reader).getByRole('button', { name: 'Try again' })).toHaveCount(0)

    await keepZine(reader, film.id)
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
  const drawn = await page.evaluate(async (address) => {
    const { icons } = (await (await fetch(address)).json()) as { icons: { src: string; sizes: string }[] }
    return Promise.all(
      icons.map(async ({ src, sizes }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
        return [`${width}x${height}`, sizes]
      }),
    )
  }, url)
  expect(drawn.length).toBeGreaterThanOrEqual(3)
  for (const [is, says] of drawn) expect(is).toBe(says)
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-security-policy': expect.stringContaining("worker-src 'self'; manifest-src 'self'"),
  })
})
