import { expect, register, test, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test.describe('in forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

  test('the current dot and the chosen tab can be told from the others', async ({ page }) => {
    await register(page.request)
    const zine = await publish(page.request, unique('Forced'), 'photo.avif', 'wide.webp')
    await visit(page, `/zine/${zine.id}`)
    const dots = page.getByRole('button', { name: /^Page \d of 2$/ })
    const fill = (at: number) =>
      dots.nth(at).evaluate((dot) => getComputedStyle(dot, '::before').backgroundColor)
    expect(await fill(0)).not.toBe(await fill(1))
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

test('that a link was copied is said in its place, over nothing', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await register(page.request)
  const zine = await publish(page.request, unique('Copied'), 'photo.avif')
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
