import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import {
  callApi,
  expect,
  fixtures,
  press,
  register,
  test,
  toast,
  uniqueName,
  visit,
} from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })

test('a creator fixes a typo with the keyboard, and the search finds the new text', async ({ page }) => {
  await register(page.request)
  const [wrong, right] = [uniqueName('mohts'), uniqueName('moths')]
  const zine = await publish(page.request, wrong)
  await visit(page, `/?q=${wrong}`)
  await page.getByRole('link', { name: wrong }).press('Enter')
  const popup = page.getByRole('dialog')
  await popup.getByRole('button', { name: 'Zine menu' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit Zine' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit Zine' })).toBeVisible()
  await expect(popup).toBeHidden()
  await page.getByLabel('Description').fill(`About ${right}`)
  await page.getByLabel('What page 1 shows').fill(`A moth of ${right}`)
  await page.getByLabel('Words on this page').fill('Mind the lamp')
  await expect(page.getByLabel(/What changed\?/)).toBeHidden()
  await titleField(page).fill(right)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  await expect(page).toHaveURL(`/zine/${zine.id}`)
  await expect(page.getByRole('heading', { level: 1, name: right })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(right))
  await expect(page.getByRole('img', { name: `A moth of ${right}` })).toBeVisible()
  await expect(page.getByText(/printing|edited/i)).toBeHidden()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue(wrong)
  await expect(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await page.getByRole('searchbox').fill(right)
  await expect(page.getByRole('link', { name: right })).toBeVisible()
})

test('other pictures make a second printing, and the first can be looked up', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Map'), 'photo.avif', 'wide.webp')
  await visit(page, `/zine/${zine.id}/edit`)
  await press(page, 'Remove page 1')
  await page.getByLabel('Replace it').setInputFiles(fixtures('scan-16-bit.png'))
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toBeVisible()
  await expect(page.getByLabel('Replace it')).toBeHidden()
  await expect(page.getByLabel('What page 1 shows')).toHaveValue('')
  await page.getByLabel('This makes a second printing. What changed?').fill('Fixed the map on page 4')
  await expectAccessible(page, 'another printing')
  await callApi(page.request, 'put', `/api/zines/${zine.id}`, { version: 1, title: 'Theirs' })
  await titleField(page).fill('Mine')
  await press(page, 'Save changes')
  await expect(page.getByRole('dialog', { name: 'Two versions, one zine' })).toBeVisible()
  await expectAccessible(page, 'two versions of a zine')
  await press(page, 'Keep mine', 'Save changes')
  await expect(page.getByText(/^Second printing, \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByText('Fixed the map on page 4')).toBeVisible()
  const saved = await callApi(page.request, 'get', `/api/zines/${zine.id}`)
  const urls = saved.zine.pages.map(({ url }: { url: string }) => url)
  expect(urls).toEqual([expect.not.stringContaining(zine.mediaUrls[0] ?? ''), zine.mediaUrls[1]])
  await page.getByText('The first printing').click()
  await expectAccessible(
    page,
    'earlier printings',
    page.getByRole('img', { name: 'Cover of the first printing' }),
  )
})
