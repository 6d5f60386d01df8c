import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with the rule and the elements when axe finds a barrier in what the page shows. */
export async function expectNoBarrier(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectNothing(await axe(page), 'light')
  await page.emulateMedia({ reducedMotion: null })
}

/** The same in both themes, which differ in colours alone: only contrast is checked again. Leaves the page light. */
export async function expectNoBarrierInBothThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing((await axe(page)).withRules('color-contrast'), 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoBarrier(page)
}

/**
 * Fetching style sheets anew would fail where the page is offline. What is found is put together in the page itself, rather than
 * in another that is opened for it: ours have no frames of others. Half a megabyte of script is sent to a page once.
 */
async function axe(page: Page) {
  const isThere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isThere && { axeSource: 'null' }) })
    .options({ preload: false, resultTypes: ['violations'] })
    .setLegacyMode()
}

async function expectNothing(builder: AxeBuilder, theme: string) {
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(found, theme).toEqual([])
}
