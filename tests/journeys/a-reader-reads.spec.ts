import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, press, register, reload, test, uniqueName, visit } from '../support/journey.ts'
import { altTextOf, publishLongZine, transcriptOf } from '../support/long-zine.ts'
import { publish } from '../support/published-zine.ts'

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** A zine of eight pages for guests. */
let zineId: string
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL })
  await register(request)
  zineId = (await publishLongZine(request, { title: uniqueName('Eight'), count: 8 })).id
  await request.dispose()
})

/** The page numbers that the bar displays. */
const pageCounter = (page: Page) => page.locator('.reader-bar-turning p')
const pictures = (page: Page) => page.locator('main figure img')

/** The numbers of the visible pages, from left to right. */
const visiblePictures = (page: Page) =>
  page.locator('main figure').evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility())
      .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
      .map((each) => Number(/\d+/.exec(each.getAttribute('aria-label') ?? '')?.[0])),
  )

test('on a wide screen a zine is read two pages at a time, with the keyboard', async ({ page }) => {
  await page.setViewportSize(wide)
  await visit(page, `/zine/${zineId}/read`)
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
  await expect(pageCounter(page)).toHaveText('Cover')
  for (const [key, says, sees] of presses) {
    await page.keyboard.press(key)
    await expect(pageCounter(page), key).toHaveText(says)
    expect(await visiblePictures(page), key).toEqual(sees)
  }
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await expect(pageCounter(page)).toHaveText('Pages 2–3 of 8')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(false)
  await expect(pageCounter(page)).toHaveText('Pages 4–5 of 8')
  await page.keyboard.press('t')
  const transcript = page.getByRole('region', { name: 'Words', exact: true })
  await expect(transcript).toContainText(transcriptOf(4))
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - figure "Page 4 of 8":
      - img "${altTextOf(3)}"
    - figure "Page 5 of 8":
      - img "${altTextOf(4)}"
  `)
  await page.keyboard.press('ArrowRight')
  await expect(transcript).toContainText(transcriptOf(5))
  await expect(transcript).not.toContainText(transcriptOf(3))
  await expectAccessible(page, 'the words of pages')
  // Words that are longer than a phone on its side scroll next to the pages.
  await page.setViewportSize({ width: 844, height: 240 })
  await expect.poll(async () => (await page.getByRole('main').boundingBox())?.height).toBe(240)
  await page.setViewportSize(wide)
  await page.keyboard.press('t')
  await expect(transcript).toBeHidden()
})

test('a zine is read from right to left, and in order by a screen reader', async ({ page }) => {
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLongZine(page.request, {
    title: uniqueName('Manga'),
    count: 6,
    direction: 'rtl',
  })
  await visit(page, `/zine/${id}/read`)
  await page.keyboard.press('ArrowRight')
  await expect(pageCounter(page)).toHaveText('Cover')
  await page.keyboard.press('ArrowLeft')
  await expect(pageCounter(page)).toHaveText('Pages 2–3 of 6')
  expect(await visiblePictures(page)).toEqual([3, 2])
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - figure "Page 2 of 6"
    - figure "Page 3 of 6"
  `)
  const before = await page.getByRole('button', { name: 'Previous page' }).boundingBox()
  const after = await page.getByRole('button', { name: 'Next page' }).boundingBox()
  expect(after?.x).toBeLessThan(before?.x ?? 0)
  await page.mouse.click(640, 400)
  await page.mouse.click(1200, 400)
  await expect(pageCounter(page)).toHaveText('Cover')
  await page.mouse.click(60, 400)
  await expect(pageCounter(page)).toHaveText('Pages 2–3 of 6')
  // Enlarged, a page begins at its right.
  for (const key of ['+', '+']) await page.keyboard.press(key)
  const place = () =>
    page.locator('.reader-stage').evaluate((stage) => ({
      isEnlarged: stage.scrollWidth - stage.clientWidth > 300,
      direction: getComputedStyle(stage).direction,
      at: [stage.scrollLeft, stage.scrollTop],
    }))
  await expect.poll(place).toEqual({ isEnlarged: true, direction: 'rtl', at: [0, 0] })
})

test('on a phone Read is on the first screen, and a tap on a page opens the reader there', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await register(page.request)
  const tall = await publish(page.request, uniqueName('Tall'), 'photo-sideways-gps.jpg', 'photo.avif')
  await visit(page, `/zine/${tall.id}`)
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeInViewport({ ratio: 1 })
  await visit(page, `/zine/${zineId}`)
  await expect(page.getByRole('link', { name: 'Read', exact: true })).toBeInViewport({ ratio: 1 })
  await press(page, 'Next page')
  await page.getByRole('link', { name: altTextOf(1) }).tap()
  await expect(page).toHaveURL(`/zine/${zineId}/read?page=2`)
  await expect(pageCounter(page)).toHaveText('Page 2 of 8')
  await context.close()
})

test('on a phone pages are turned one at a time, by edges and swipes', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await visit(page, `/zine/${zineId}/read?page=4`)
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  expect(await visiblePictures(page)).toEqual([4])
  await page.touchscreen.tap(370, 400)
  await expect(pageCounter(page)).toHaveText('Page 5 of 8')
  await page.touchscreen.tap(20, 400)
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  const bars = page.locator('main > :is(header, footer)')
  const heightOfBars = async () => (await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))).join()
  await page.touchscreen.tap(195, 400)
  await expect.poll(heightOfBars).toBe('1,1')
  await page.touchscreen.tap(195, 400)
  await expect.poll(heightOfBars).not.toBe('1,1')
  await swipe(page, 300, 80)
  await expect(pageCounter(page)).toHaveText('Page 5 of 8')
  await swipe(page, 80, 300)
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  const slider = page.getByRole('slider', { name: 'Page' })
  const box = await slider.boundingBox()
  if (!box) throw new Error('The slider is not shown')
  await swipe(page, box.x + 3.5 * (box.width / 8), box.x + box.width - 9, box.y + box.height / 2)
  await expect(pageCounter(page)).toHaveText('Page 8 of 8')
  await page.keyboard.press('PageUp')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Page 7 of 8')
  await page.touchscreen.tap(box.x + 3.5 * (box.width / 8), box.y + box.height / 2)
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  // When zoomed in, dragging moves the page.
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await swipe(page, 300, 80)
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  await context.close()
})

test('the mouse drags an enlarged page, and a click at its edge still turns it', async ({ page }) => {
  await page.setViewportSize(wide)
  await visit(page, `/zine/${zineId}/read`)
  const stage = page.locator('.reader-stage')
  const place = () => stage.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])
  const drag = async (by: [x: number, y: number]) => {
    await page.mouse.move(1200, 700)
    await page.mouse.down()
    await page.mouse.move(1200 + by[0], 700 + by[1], { steps: 4 })
    await expect(stage.locator('figure').first()).toHaveCSS('cursor', 'grabbing')
    await page.mouse.up()
  }
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect(stage).toHaveAttribute('data-zoom', 'double')
  await page.mouse.move(640, 400)
  await expect(stage.locator('figure').first()).toHaveCSS('cursor', 'grab')
  await drag([-200, -300])
  expect(await place()).toEqual([200, 300])
  await drag([150, 100])
  expect(await place()).toEqual([50, 200])
  await expect(pageCounter(page)).toHaveText('Pages 2–3 of 8')
  await page.mouse.click(1200, 700)
  await expect(pageCounter(page)).toHaveText('Pages 4–5 of 8')
  await page.keyboard.press('ArrowDown')
  await expect.poll(place).not.toEqual([0, 0])
  await page.keyboard.press('0')
  await page.mouse.click(1200, 700)
  await expect(pageCounter(page)).toHaveText('Pages 6–7 of 8')
})

async function swipe(page: Page, from: number, to: number, y = 420) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (const fraction of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * fraction)
  await touch('touchEnd')
  await client.detach()
}

test('a reload keeps the page, and Back leaves the reader', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Back'), 'photo.avif', 'wide.webp', 'scan-16-bit.png')
  await visit(page, `/?q=${zine.title}`)
  await page.getByRole('link', { name: zine.title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Read', exact: true }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}/read`)
  await expect(pageCounter(page)).toHaveText('Cover')
  await expect(page.getByRole('main')).toBeFocused()
  for (const key of [' ', 'PageDown', 'ArrowRight', ' ']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/zine/${zine.id}/read?page=3`)
  await reload(page)
  await expect(pageCounter(page)).toHaveText('Page 3 of 3')
  await page.goBack()
  await expect(dialog.getByText(`About ${zine.title}`)).toBeVisible()
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  // Escape leads to the same place as Back.
  await page.goForward()
  await expect(pageCounter(page)).toHaveText('Page 3 of 3')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(`About ${zine.title}`)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/?q=${zine.title}`)
  for (const [requested, found, says] of [
    ['?page=99', '?page=3', 'Page 3 of 3'],
    ['?page=-3', '', 'Cover'],
    ['?page=cover', '', 'Cover'],
  ] as const) {
    await visit(page, `/zine/${zine.id}/read${requested}`)
    await expect(page).toHaveURL(`/zine/${zine.id}/read${found}`)
    await expect(pageCounter(page)).toHaveText(says)
  }
})

test('the view is remembered, and two pages are shown only where they fit', async ({ page }) => {
  await page.setViewportSize(wide)
  await visit(page, `/zine/${zineId}/read?page=4`)
  await press(page, 'View')
  const view = page.getByRole('dialog', { name: 'View' })
  await expectAccessible(page, 'the view', view)
  await view.getByLabel('Cover alone').uncheck()
  await view.getByLabel('Fit width').check()
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(page).toHaveURL(/\/read/)
  await reload(page)
  await expect(pageCounter(page)).toHaveText('Pages 3–4 of 8')
  await expect(page.locator('.reader-stage')).toHaveAttribute('data-zoom', 'width')
  await page.keyboard.press('0')
  await page.setViewportSize({ width: 690, height: 400 })
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  await page.setViewportSize({ width: 800, height: 1000 })
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  await page.setViewportSize(wide)
  await expect(pageCounter(page)).toHaveText('Pages 3–4 of 8')
  await page.keyboard.press('d')
  await reload(page)
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
  await press(page, 'View', 'Keyboard shortcuts')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectAccessible(page, 'the keys', keys)
  await keys.getByLabel('Use letter and symbol keys').uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('d')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(pageCounter(page)).toHaveText('Page 4 of 8')
})

test('a screen reader announces the pages when turning stops', async ({ page }) => {
  await visit(page, `/zine/${zineId}/read`)
  const output = page.locator('main > [role="status"]')
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
  // In the browser, because separate key presses of Playwright can be slower than the pause that ends turning.
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  await expect(output).toHaveText('Pages 6–7 of 8')
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual(['Pages 6–7 of 8'])
})

test('after the last page there is printing, if allowed, and more by the creator', async ({
  page,
  browser,
  baseURL,
}) => {
  const { username, id: makerId } = await register(page.request)
  const closed = await publishLongZine(page.request, { title: uniqueName('Closed'), count: 2 })
  const open = await publishLongZine(page.request, { title: uniqueName('Open'), count: 2, mayPrint: true })
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
  await expectAccessible(guest, 'the end of a zine')
  const moreByCreator = guest.getByRole('link', { name: `More by ${username}` })
  await expect(moreByCreator).toHaveAttribute('href', `/profile/${makerId}`)
  await guest.keyboard.press('ArrowRight')
  await press(guest, 'Read again')
  await expect(pageCounter(guest)).toHaveText('Cover')
  await guest.keyboard.press('ArrowRight')
  await expect(pageCounter(guest)).toHaveText('Page 2 of 2')
  await context.close()
})

test('at most five of many pages are in memory', async ({ page }) => {
  test.slow()
  await page.setViewportSize(wide)
  await register(page.request)
  const { id } = await publishLongZine(page.request, { title: uniqueName('Long'), count: 24 })
  await visit(page, `/zine/${id}/read`)
  const isThere = () =>
    pictures(page).evaluateAll((all) =>
      (all as HTMLImageElement[]).every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    )
  for (let pageTurns = 0; pageTurns <= 12; pageTurns += 1) {
    const count = await pictures(page).count()
    expect(count).toBeLessThanOrEqual(5)
    expect(await page.locator('main img').count()).toBe(count)
    // The reader prefetches the next pages.
    if (pageTurns < 11) await expect.poll(() => pictures(page).count()).toBeGreaterThanOrEqual(3)
    await expect.poll(isThere).toBe(true)
    await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible()
})

test('with data saving, a page is fetched only when turned to', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
  })
  await visit(page, `/zine/${zineId}/read`)
  await expect(pictures(page)).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => visiblePictures(page)).toEqual([2, 3])
  // The cover is still loaded, and the next pages are not prefetched.
  await expect(pictures(page)).toHaveCount(3)
  await page.waitForLoadState('networkidle')
  await expect(pictures(page)).toHaveCount(3)
})
