import type { Page } from '@playwright/test'
import { callApi, expect, fixtures, press, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Tabs through the form. Nothing may cover the focused element, not even the sticky footer with the way out. */
async function expectFocusVisible(page: Page) {
  const dialog = page.getByRole('dialog')
  const last = dialog.getByRole('button', { name: 'Share' })
  await dialog.getByLabel('Title').focus()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(hasHiddenFocus)).toBe('')
    if (await last.evaluate((button) => button === document.activeElement)) return
  }
  throw new Error('Tab does not lead to Share.')
}

/** The focused element, if another element covers its lower edge. */
function hasHiddenFocus() {
  const focused = document.activeElement
  if (!focused) return 'nothing'
  const { left, width, bottom } = focused.getBoundingClientRect()
  const topElement = document.elementFromPoint(left + width / 2, bottom - 2)
  return topElement && (focused.contains(topElement) || topElement.contains(focused)) ? '' : focused.outerHTML
}

test('a creator describes two issues of a series, which link to each other', async ({ page }) => {
  const maker = await register(page.request)
  const series = uniqueName('Mothlight')
  const details = { series, issue: '1', languages: ['pt'], paper: { url: 'https://moths.example/shop' } }
  const first = await publish(page.request, `${series} in 1`)
  await callApi(page.request, 'put', `/api/zines/${first.id}`, { version: 1, details })
  await visit(page, '/')
  await press(page.getByRole('banner'), 'Upload')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('photo.avif'))
  await dialog.getByLabel('Title').fill(`${series} in 2`)
  await dialog.getByText('More about this zine').click()
  await dialog.getByLabel('Series').fill(series)
  await dialog.getByLabel('Issue').fill('2')
  await dialog.getByLabel('Subjects').fill('moths, night,')
  await dialog.getByLabel('Languages').fill('Portuguese')
  await dialog.getByLabel('Languages').press('Enter')
  await dialog.getByLabel('Rights').selectOption('CC BY-SA 4.0')
  await dialog.getByLabel('Link to the paper copy').fill('https://moths.example/shop')
  await expectFocusVisible(page)
  await press(dialog, 'Share')
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await visit(page, `/profile/${maker.id}`)
  await page.getByRole('navigation', { name: 'Series' }).getByRole('link', { name: series }).click()
  await expect(page.getByRole('heading', { level: 1, name: series })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([`${series} in 1`, `${series} in 2`])
  await page.getByRole('link', { name: `${series} in 1` }).click()
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('link', { name: 'Portuguese' })).toBeVisible()
  await expect(popup.getByRole('link', { name: 'moths.example' })).toHaveAttribute('rel', /nofollow ugc/)
  await popup.getByRole('link', { name: /^Next issue/ }).click()
  const heading = page.getByRole('heading', { level: 1, name: `${series} in 2` })
  await expect(heading).toBeVisible()
  await expect(heading).toHaveAttribute('lang', 'pt')
  await expect(page.getByRole('link', { name: 'CC BY-SA 4.0' })).toHaveAttribute('rel', /license/)

  await press(page, 'Zine menu', 'Edit zine')
  await page.getByText('More about this zine').click()
  await expect(page.getByLabel('Issue')).toHaveValue('2')
  await page.getByLabel('Issue').fill('3')
  await press(page, 'Remove night', 'Save changes')
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  await expect(page.getByText('#3')).toBeVisible()
  await expect(page.getByRole('link', { name: 'night' })).toBeHidden()
})
