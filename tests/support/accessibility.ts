import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { visit } from './journey.ts'
import { changedZines } from './unchanged-zines.ts'

/** The long suite covers both themes and both layouts, because each look takes seconds. */
const phone = { width: 390, colorScheme: 'dark' } as const
const appearances = [{ width: 1280, colorScheme: 'light' }, phone] as const

/**
 * Fails with rules and elements when axe finds a barrier in what the page shows, or when it is wider than a window. After a press
 * it waits for what the press opens. Also fails when dark mode changes how zines look.
 */
export const expectAccessible = (page: Page, state = new URL(page.url()).pathname, opened?: Locator) =>
  test.step(state, async () => {
    if (opened) await expect(opened).toBeVisible()
    await checkAccessibility(page, state)
  })

export async function expectPagesAccessible(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, path)
  }
}

async function checkAccessibility(page: Page, state: string) {
  const size = page.viewportSize()
  const isLong = test.info().project.name === 'long'
  for (const width of isLong ? [320, 768] : [320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page, state)
  }
  for (const { width, colorScheme } of isLong ? appearances : [phone]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoOverflow(page, state)
    const { violations } = await (await axe(page)).analyze()
    const problems = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    softly(problems, `${state} at ${width} px, ${colorScheme}`).toEqual([])
    softly(await changedZines(page), `Zines on ${state}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (size) await page.setViewportSize(size)
}

/** Soft assertions, so that one run reports every state with a fault. */
const softly = expect.configure({ soft: true })

const expectNoOverflow = (page: Page, state: string) =>
  softly
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${state} is wider than the window`,
      timeout: 3_000,
    })
    .toBeLessThanOrEqual(0)

/**
 * Does not fetch style sheets, which fails offline, and opens no second page for the results. Each page receives the
 * 500 kB script only once.
 */
async function axe(page: Page) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isLoaded && { axeSource: 'null' }) })
    .options({ preload: false, resultTypes: ['violations'] })
    .setLegacyMode()
}
