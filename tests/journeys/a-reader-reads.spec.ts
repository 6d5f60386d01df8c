import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, register, reload, test, unique, visit } from '../support/journey.ts'
import { altOf, publishLong, wordsOn } from '../support/long-zine.ts'
import { publish, sendAndPublish } from '../support/published-zine.ts'

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** What is open, as the bar says it. */
const counter = (page: Page) => page.locator('.reader-bar-turning p')
const pictures = (page: Page) => page.locator('main figure img')

/** The pages that are seen, from the left to the right, by their numbers. */
const seen = (page: Page) =>
  pages(page, (figures) => figures.sort((one, other) => one.left - other.left)).then((all) => all)
/** The same in the order in which a screen reader comes to them. */
const told = (page: Page) => pages(page, (figures) => figures)

type Figure = { number: number; left: number }
async function pages(page: Page, order: (figures: Figure[]) => Figure[]) {
  const figures = await page.locator('main figure').evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility())
      .map((each) => ({
        number: Number(/\d+/.exec(each.getAttribute('aria-label') ?? '')?.[0]),
        left: each.getBoundingClientRect().left,
      })),
  )
  return order(figures).map(({ number }) => number)
}

test('a zine is read with keys on a wide screen, two pages at a time', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Wide'), count: 8 })
  await visit(page, `/zine/${id}/read`)
  const presses: [key: string, says: string, sees: number[]][] = [
    ['ArrowRight', 'Pages 2–3 of 8', [2, 3]],
    [' ', 'Pages 4–5 of 8', [4, 5]],
    ['Shift+ ', 'Pages 2–3 of 8', [2, 3]],
    ['End', 'Page 8 of 8', [8]],
    ['ArrowLeft', 'Pages 6–7 of 8', [6, 7]],
    ['d', 'Page 6 of 8', [6]],
    ['ArrowRight', 'Page 7 of 8', [7]],
    ['d', 'Pages 6–7 of 8', [6, 7]],
    ['s', 'Pages 7–8 of 8', [7, 8]],
    ['s', 'Pages 6–7 of 8', [6, 7]],
    ['Home', 'Cover', [1]],
    ['ArrowLeft', 'Cover', [1]],
  ]
  await expect(counter(page)).toHaveText('Cover')
  for (const [key, says, sees] of presses) {
    await page.keyboard.press(key)
    await expect(counter(page), key).toHaveText(says)
    expect(await seen(page), key).toEqual(sees)
  }
})

test('from right to left the eye goes the other way, and the ear as ever', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Manga'), count: 6, direction: 'rtl' })
  await visit(page, `/zine/${id}/read`)
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('Cover')
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText('Pages 2–3 of 6')
  expect(await seen(page)).toEqual([3, 2])
  expect(await told(page)).toEqual([2, 3])
  const before = await page.getByRole('button', { name: 'Previous page' }).boundingBox()
  const after = await page.getByRole('button', { name: 'Next page' }).boundingBox()
  expect(after?.x).toBeLessThan(before?.x ?? 0)
  // Enlarged, a page begins at its right.
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  const place = () =>
    page.locator('.reader-stage').evaluate((stage) => ({
      right: stage.scrollWidth - stage.clientWidth + stage.scrollLeft,
      room: stage.scrollWidth - stage.clientWidth,
      top: stage.scrollTop,
    }))
  const { right, room, top } = await place()
  expect(room).toBeGreaterThan(300)
  expect([right, top]).toEqual([room, 0])
})

test('on a phone pages come one at a time, by edges and swipes', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Small'), count: 8 })
  await visit(page, `/zine/${id}/read?page=4`)
  await expect(counter(page)).toHaveText('Page 4 of 8')
  expect(await seen(page)).toEqual([4])
  await page.touchscreen.tap(370, 400)
  await expect(counter(page)).toHaveText('Page 5 of 8')
  await page.touchscreen.tap(20, 400)
  await expect(counter(page)).toHaveText('Page 4 of 8')
  await page.touchscreen.tap(195, 400)
  await swipe(page, 300, 80)
  await expect(counter(page)).toHaveText('Page 5 of 8')
  await swipe(page, 80, 300)
  await expect(counter(page)).toHaveText('Page 4 of 8')
  // The bar is small, and nothing lies over the page.
  expect((await page.locator('.reader-bar').boundingBox())?.height).toBeLessThanOrEqual(48)
  // Enlarged, a finger moves the page.
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await swipe(page, 300, 80)
  await expect(counter(page)).toHaveText('Page 4 of 8')
  await context.close()
})

async function swipe(page: Page, from: number, to: number) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] })
  await touch('touchStart', from)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * part)
  await touch('touchEnd')
  await client.detach()
}

test('a click at an edge turns, one in the middle does not', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Edges'), count: 3, direction: 'rtl' })
  await visit(page, `/zine/${id}/read`)
  await page.mouse.click(640, 400)
  await page.mouse.click(1200, 400)
  await expect(counter(page)).toHaveText('Cover')
  await page.mouse.click(60, 400)
  await expect(counter(page)).toHaveText('Pages 2–3 of 3')
  await page.mouse.click(1200, 400)
  await expect(counter(page)).toHaveText('Cover')
})

test('a reload keeps the page, and Back leaves the reader', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Back'), 'photo.avif', 'wide.webp', 'scan-16-bit.png')
  await visit(page, `/?q=${zine.title}`)
  await page.getByRole('link', { name: zine.title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Read', exact: true }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}/read`)
  await expect(counter(page)).toHaveText('Cover')
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/zine/${zine.id}/read?page=3`)
  await reload(page)
  await expect(counter(page)).toHaveText('Page 3 of 3')
  await page.goBack()
  await expect(dialog.getByText(`About ${zine.title}`)).toBeVisible()
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  // Escape goes the same way.
  await page.goForward()
  await expect(counter(page)).toHaveText('Page 3 of 3')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(`About ${zine.title}`)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/?q=${zine.title}`)
})

test('a page that is not there is the nearest one', async ({ page }) => {
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Near'), count: 4 })
  for (const [asked, found, says] of [
    ['?page=99', '?page=4', 'Page 4 of 4'],
    ['?page=-3', '', 'Cover'],
    ['?page=cover', '', 'Cover'],
    ['?page=1', '', 'Cover'],
  ] as const) {
    await visit(page, `/zine/${id}/read${asked}`)
    await expect(page).toHaveURL(`/zine/${id}/read${found}`)
    await expect(counter(page)).toHaveText(says)
  }
})

test('choices stay with the browser, and two pages never where they have no room', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Choice'), count: 8 })
  await visit(page, `/zine/${id}/read?page=4`)
  await page.getByRole('button', { name: 'View' }).click()
  const view = page.getByRole('dialog', { name: 'View' })
  await expectNoBarrier(page)
  await view.getByLabel('Cover alone').uncheck()
  await view.getByLabel('Fit width').check()
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(page).toHaveURL(/\/read/)
  await reload(page)
  await expect(counter(page)).toHaveText('Pages 3–4 of 8')
  await expect(page.locator('.reader-stage')).toHaveAttribute('data-zoom', 'width')
  await page.keyboard.press('0')
  await page.setViewportSize({ width: 690, height: 400 })
  await expect(counter(page)).toHaveText('Page 4 of 8')
  await page.setViewportSize({ width: 800, height: 1000 })
  await expect(counter(page)).toHaveText('Page 4 of 8')
  await page.setViewportSize(wide)
  await expect(counter(page)).toHaveText('Pages 3–4 of 8')
  await page.keyboard.press('d')
  await reload(page)
  await expect(counter(page)).toHaveText('Page 4 of 8')
})

test('full screen keeps two pages', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Full'), count: 5 })
  await visit(page, `/zine/${id}/read?page=2`)
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await expect(counter(page)).toHaveText('Pages 2–3 of 5')
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('Pages 4–5 of 5')
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)
  await expect(counter(page)).toHaveText('Pages 4–5 of 5')
})

test('T shows the words of what is open, and each page is an image with a number and words', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Words'), count: 4 })
  await visit(page, `/zine/${id}/read?page=2`)
  await page.keyboard.press('t')
  const words = page.getByRole('region', { name: 'Words', exact: true })
  await expect(words).toContainText(altOf(1))
  await expect(words).toContainText(wordsOn(2))
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - figure "Page 2 of 4":
      - img "${altOf(1)}"
    - figure "Page 3 of 4":
      - img "${altOf(2)}"
  `)
  await expectNoBarrier(page)
  await page.keyboard.press('ArrowRight')
  await expect(words).toContainText(wordsOn(3))
  await expect(words).not.toContainText(wordsOn(2))
  await page.keyboard.press('t')
  await expect(words).toBeHidden()
})

test('what is open is said once turning rests', async ({ page }) => {
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Said'), count: 8 })
  await visit(page, `/zine/${id}/read`)
  const said = page.locator('main > [role="status"]')
  await page.evaluate(() => {
    const status = document.querySelector('main > [role="status"]') as Element
    const heard: (string | null)[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => heard.push(status.textContent)).observe(status, {
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  // As quickly as fingers do it; from here, a press may take longer than turning has to rest.
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  await expect(said).toHaveText('Pages 6–7 of 8')
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    'Pages 6–7 of 8',
  ])
})

test('behind the last page there is a way on, and printing where it is permitted', async ({
  page,
  browser,
  baseURL,
}) => {
  const { username, id: makerId } = await register(page.request)
  const closed = await publishLong(page.request, { title: unique('Closed'), count: 2 })
  const open = await publishLong(page.request, { title: unique('Open'), count: 2, mayPrint: true })
  const context = await browser.newContext({ baseURL })
  const guest = await context.newPage()
  for (const [who, zine, mayPrint] of [
    [page, closed, true],
    [guest, closed, false],
    [guest, open, true],
  ] as const) {
    await visit(who, `/zine/${zine.id}/read?page=2`)
    await who.keyboard.press('ArrowRight')
    await expect(who.getByRole('heading', { name: 'The end' })).toBeVisible()
    const print = who.getByRole('link', { name: 'Print and fold' })
    await expect(print).toHaveCount(mayPrint ? 1 : 0)
    if (mayPrint) await expect(print).toHaveAttribute('href', `/zine/${zine.id}/print`)
  }
  const more = guest.getByRole('link', { name: `More by ${username}` })
  await expect(more).toHaveAttribute('href', `/profile/${makerId}`)
  await expectNoBarrier(guest)
  await guest.keyboard.press('ArrowRight')
  await guest.getByRole('button', { name: 'Read again' }).click()
  await expect(counter(guest)).toHaveText('Cover')
  await guest.keyboard.press('ArrowRight')
  await expect(counter(guest)).toHaveText('Page 2 of 2')
  await context.close()
})

test('of 64 pages never more than five are held, and a turn is seen at once', async ({ page }) => {
  test.slow()
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Long'), count: 64 })
  await visit(page, `/zine/${id}/read`)
  const took: number[] = []
  const isThere = () =>
    pictures(page).evaluateAll((all) =>
      (all as HTMLImageElement[]).every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    )
  for (let turns = 0; turns <= 32; turns += 1) {
    const held = await pictures(page).count()
    expect(held).toBeLessThanOrEqual(5)
    expect(await page.locator('main img').count()).toBe(held)
    // Those that come next are fetched while somebody reads.
    if (turns < 31) await expect.poll(() => pictures(page).count()).toBeGreaterThanOrEqual(3)
    await expect.poll(isThere).toBe(true)
    took.push(await turn(page))
  }
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible()
  took.sort((one, other) => one - other)
  test.info().annotations.push({ type: 'turns in ms, sorted', description: took.map(Math.round).join(' ') })
})

/** From the key to the frame after the one in which it shows, in milliseconds. */
const turn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((seen) => {
        const at = performance.now()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
        requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now() - at)))
      }),
  )

test('whoever spares data is sent no page that they have not turned to', async ({ page }) => {
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Spare'), count: 8 })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
  })
  await visit(page, `/zine/${id}/read`)
  await expect(pictures(page)).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seen(page)).toEqual([2, 3])
  // The cover is there already; what lies ahead is not.
  await expect(pictures(page)).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  await expect(pictures(page)).toHaveCount(3)
})

test('a video has no pages to turn, one page is a zine too, and none is nothing', async ({ page }) => {
  await register(page.request)
  const film = await sendAndPublish(page.request, unique('Film'), 'clip.mp4')
  const one = await publish(page.request, unique('One'), 'photo.avif')
  await visit(page, `/zine/${film.id}`)
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toHaveCount(0)
  await visit(page, `/zine/${film.id}/read`)
  await expect(page.getByText('there are no pages to turn')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('link', { name: 'Go to the zine' }).click()
  await expect(page).toHaveURL(`/zine/${film.id}`)
  await visit(page, `/zine/${one.id}`)
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toHaveCount(0)
  await visit(page, `/zine/${one.id}/read`)
  await expect(counter(page)).toHaveText('Page 1 of 1')
  for (const path of ['read', 'text'])
    expect((await visit(page, `/zine/01a1fc0a-7117-7285-b635-c994aaf5edeb/${path}`))?.status()).toBe(404)
})

test('a page that cannot be fetched says so, and comes when it is asked for again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: phone })
  const page = await context.newPage()
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Gone'), count: 8 })
  await visit(page, `/zine/${id}/read?page=2`)
  // With those that lie ahead, which nobody sees yet.
  await expect.poll(() => loaded(page)).toBe(4)
  await context.setOffline(true)
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(counter(page)).toHaveText('Page 5 of 8')
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  await expectNoBarrier(page)
  // What was there before stays.
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(page, 3)).toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  // Otherwise it would come by itself, before anybody asks.
  await page.route('**/healthz', (route) => route.abort())
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(() => widthOf(page, 4)).toBeGreaterThan(0)
  await context.close()
})

const loaded = (page: Page) =>
  pictures(page).evaluateAll((all) => all.filter((it) => (it as HTMLImageElement).naturalWidth > 0).length)

/** In pixels; 0 where there is no picture. */
const widthOf = (page: Page, at: number) =>
  page
    .getByRole('img', { name: altOf(at) })
    .evaluateAll(([image]) => (image as HTMLImageElement | undefined)?.naturalWidth ?? 0)

test('the keys are listed, and single ones can be turned off', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Keys'), count: 4 })
  await visit(page, `/zine/${id}/read?page=2`)
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Keys' }).click()
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list.getByText('Shift by one page')).toBeVisible()
  await expectNoBarrier(page)
  await list.getByLabel('Letters and signs are keys').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('d')
  await expect(counter(page)).toHaveText('Pages 2–3 of 4')
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('Page 4 of 4')
})

test('a zine is read from beginning to end with Tab and Enter alone', async ({ page }) => {
  await page.setViewportSize(phone)
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Tab'), count: 3 })
  await visit(page, `/zine/${id}/read`)
  const next = page.getByRole('button', { name: 'Next page' })
  for (let steps = 0; steps < 9 && !(await isFocused(page, 'Next page')); steps += 1)
    await page.keyboard.press('Tab')
  for (const says of ['Page 2 of 3', 'Page 3 of 3', 'The end', 'The end']) {
    await page.keyboard.press('Enter')
    await expect(counter(page)).toHaveText(says)
    await expect(next).toBeFocused()
  }
  for (let steps = 0; steps < 9 && !(await isFocused(page, 'Read again')); steps += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(counter(page)).toHaveText('Cover')
})

const isFocused = (page: Page, name: string) =>
  page.evaluate(
    (wanted) =>
      (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted,
    name,
  )

// 640 is what a window of 1280 has at 200 % zoom.
const widths = [320, 360, 640, 768, 1280, 2560]

test('reading is no wider than any window, and has no barrier in a small and in a wide one', async ({
  page,
}) => {
  test.slow()
  await register(page.request)
  const { id } = await publishLong(page.request, { title: unique('Barrier'), count: 12, landscape: [3] })
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // Its own page has a dot for each of the twelve.
  for (const path of ['', '/read', '/read?page=4', '/read?page=10', '/text']) {
    await page.setViewportSize({ width: 320, height: 740 })
    await visit(page, `/zine/${id}${path}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : Math.round(width * 0.6) })
      await expect.poll(wider, `${path} at ${width}`).toBeLessThanOrEqual(0)
      const isLookedAt = path.endsWith('10') || path === '/text'
      if (isLookedAt && [320, 1280].includes(width)) await expectNoBarrier(page)
    }
  }
})
