import { expect, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test.describe('in forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

  test('the current dot and the selected tab differ from the others', async ({ page }) => {
    await register(page.request)
    const zine = await publish(page.request, uniqueName('Forced'), 'photo.avif', 'wide.webp')
    await visit(page, `/zine/${zine.id}`)
    const dots = page.getByRole('button', { name: /^Page \d of 2$/ })
    const dotColor = (at: number) => dots.nth(at).evaluate((dot) => getComputedStyle(dot, '::before').backgroundColor)
    expect(await dotColor(0)).not.toBe(await dotColor(1))
    await visit(page, '/profile?tab=workspace')
    for (const [name, other] of [
      ['My Projects', 'Finished'],
      ['Workspace', 'Your Zines'],
    ] as const) {
      const edge = (tab: string) =>
        page
          .getByRole('tab', { name: new RegExp(`^${tab}`) })
          .evaluate((element) => getComputedStyle(element).borderColor)
      expect(await edge(name), name).not.toBe(await edge(other))
    }
  })
})

test('on a small phone every tab is on the screen, and an arrow shows that there are more', async ({
  browser,
  baseURL,
}) => {
  const viewport = { width: 320, height: 640 }
  const page = await browser.newPage({ baseURL, viewport, hasTouch: true, isMobile: true })
  await register(page.request)
  const list = page.getByRole('tablist').first()
  for (const path of ['/', '/profile']) {
    await visit(page, path)
    await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 })
  }
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  /** Whether a tab is at the right edge, and whether it is seen there. */
  const edge = () =>
    list.evaluate((element) => {
      const { right, top, height } = element.getBoundingClientRect()
      const [x, y] = [right - 6, top + height / 2]
      const boxes = [...element.children].map((tab) => tab.getBoundingClientRect())
      const isTabThere = boxes.some((box) => box.left < x && x < box.right)
      return { isTabThere, isTabSeen: document.elementFromPoint(x, y) !== element }
    })
  expect(await edge()).toEqual({ isTabThere: true, isTabSeen: false })
  await list.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  expect((await edge()).isTabThere).toBe(false)
  await page.getByRole('tab').last().focus()
  await expect(page.getByRole('tab').last()).toBeInViewport()
  await page.close()
})

test('with more space between letters and words, the workspace is no wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await register(page.request)
  await visit(page, '/profile?tab=workspace')
  await expect(page.getByRole('heading', { name: 'Workspace' })).toBeVisible()
  // WCAG 1.4.12 asks for these.
  await page.addStyleTag({
    content: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width).toBe(320)
  const edge = await page
    .getByRole('link', { name: 'Your profile' })
    .evaluate((link) => link.getBoundingClientRect().right)
  expect(edge).toBeLessThanOrEqual(320)
})

test('that a link was copied is said in its place, over nothing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Copied'), 'photo.avif')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, `/?q=${zine.title}`)
    await page.getByRole('link', { name: zine.title }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Copy link' }).click()
    await expect(dialog.getByRole('link', { name: 'Link copied' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Link copied' })).toHaveCount(0)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/zine/${zine.id}`)
  }
})
