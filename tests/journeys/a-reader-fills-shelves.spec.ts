import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectPagesAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, reload, test, toast, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

const titles = (page: Page) => page.locator('ol > li h3').allInnerTexts()
const expectOrder = (page: Page, ...names: string[]) => expect.poll(() => titles(page)).toEqual(names)

test('a reader adds a zine to shelves, makes one public and deletes it', async ({
  page,
  request: guest,
  otherRequest,
}) => {
  await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Moths'))
  const reader = await register(page.request)

  await visit(page, `/zine/${zine.id}`)
  const menu = page.getByRole('button', { name: 'More about this zine' })
  await press(page, 'More about this zine', 'Add to “To read”')
  await expect(toast(page, 'Added to “To read”')).toBeVisible()

  await press(page, 'More about this zine', 'Put on a shelf')
  const dialog = page.getByRole('dialog', { name: 'Put on a shelf' })
  await expect(dialog.getByRole('checkbox', { name: 'To read' })).toBeChecked()
  await dialog.getByLabel('New shelf').fill('Night flyers')
  await press(dialog, 'Create and add')
  await expect(dialog.getByRole('checkbox', { name: 'Night flyers' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Night flyers' })).toBeFocused()
  await dialog.getByRole('checkbox', { name: 'To read' }).uncheck()
  await expectAccessible(page, 'shelves of a zine', dialog.getByText('Removed from shelf', { exact: true }))
  await press(dialog, 'Done')
  await expect(menu).toBeFocused()

  await expectPagesAccessible(page, `/profile/${reader.id}?tab=shelves`)
  await page.getByRole('link', { name: 'Night flyers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night flyers' })).toBeVisible()
  const address = new URL(page.url()).pathname
  expect((await guest.get(address)).status()).toBe(404)
  await press(page, 'Shelf menu', 'Edit shelf')
  await page.getByLabel('About it').fill('What comes to the window.')
  await page.getByRole('radio', { name: 'Everyone' }).check({ force: true })
  await press(page, 'Save')
  await expect(page.getByText('What comes to the window.')).toBeVisible()
  await press(page, `Menu of ${zine.title}`, 'Write a note')
  await page.getByRole('textbox', { name: 'Note optional', exact: true }).fill('The one that began it.')
  await page.getByRole('textbox', { name: 'Private note' }).fill('Lent to Ada.')
  await press(page, 'Save')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Lent to Ada.')).toBeVisible()

  const document = await (await guest.get(address)).text()
  expect(document).toContain('The one that began it.')
  expect(document).not.toContain('Lent to Ada.')
  expect(document).toContain(`/feeds${address}.atom`)
  expect(document).toContain('og:image')
  expect(document).not.toContain('noindex')
  const profile = await (await guest.get(`/profile/${reader.id}?tab=shelves`)).text()
  expect(profile).toContain('Night flyers')
  expect(profile).not.toContain('To read')
  await callApi(page.request, 'put', `/api${address.replace('shelf', 'shelves')}`, { visibility: 'link' })
  const unlisted = await (await guest.get(address)).text()
  expect(unlisted).toContain('noindex')
  expect(unlisted).not.toContain('.atom')

  await press(page, 'Shelf menu', 'Delete shelf')
  await press(page.getByRole('alertdialog'), 'Delete shelf')
  await expect(page).toHaveURL(`/profile/${reader.id}?tab=shelves`)
  await expect(page.getByRole('link', { name: 'To read' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Night flyers' })).toBeHidden()
  expect((await guest.get(address)).status()).toBe(404)
})

test('a shelf is ordered by dragging, keys and menu, and Undo puts a zine back', async ({ page }) => {
  await register(page.request)
  const { shelf } = await callApi(page.request, 'post', '/api/shelves', { title: 'Kitchen' })
  for (const title of ['Ants', 'Bees', 'Crickets']) {
    const zine = await publish(page.request, title)
    await callApi(page.request, 'put', `/api/shelves/${shelf.id}/zines/${zine.id}`)
  }
  await visit(page, `/shelf/${shelf.id}`)
  await expectOrder(page, 'Ants', 'Bees', 'Crickets')

  const handle = page.getByRole('button', { name: 'Move Ants' })
  await handle.press('ArrowRight')
  await expectOrder(page, 'Bees', 'Ants', 'Crickets')
  await expect(handle).toBeFocused()
  await expect(page.getByText('Ants is now number 2.')).toBeAttached()
  await handle.press('End')
  await expectOrder(page, 'Bees', 'Crickets', 'Ants')

  await press(page, 'Menu of Ants', 'Move left')
  await expectOrder(page, 'Bees', 'Ants', 'Crickets')

  const first = await page.locator('ol > li').first().boundingBox()
  await page.getByRole('button', { name: 'Move Crickets' }).hover()
  await page.mouse.down()
  await page.mouse.move((first?.x ?? 0) + 60, (first?.y ?? 0) + 120, { steps: 6 })
  await expect(page.locator('li[data-drop="before"]')).toHaveCount(1)
  const saved = page.waitForResponse((response) => response.url().endsWith('/place'))
  await page.mouse.up()
  await expectOrder(page, 'Crickets', 'Bees', 'Ants')
  await saved
  await reload(page)
  await expectOrder(page, 'Crickets', 'Bees', 'Ants')

  await press(page, 'Menu of Bees', 'Remove from this shelf')
  await expectOrder(page, 'Crickets', 'Ants')
  await expect(page.getByRole('button', { name: 'Move Ants' })).toBeFocused()
  await press(page, 'Undo')
  await expectOrder(page, 'Crickets', 'Bees', 'Ants')
  await reload(page)
  await expectOrder(page, 'Crickets', 'Bees', 'Ants')
})

test('on a phone, the menu of a zine’s popup is at its edge, and opens inside the window', async ({
  page,
  otherRequest,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(otherRequest)
  await register(page.request)
  const zine = await publish(otherRequest, uniqueName('Moths'))
  await visit(page, `/?q=${zine.title}`)
  await page.getByRole('link', { name: zine.title }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'More about this zine' })
  await expect(button).toBeVisible()
  const edges = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().toJSON())
  const [popup, opener] = [await edges(page.getByRole('dialog')), await edges(button)]
  expect(popup.right - opener.right).toBeLessThan(24)
  expect(Math.min(opener.width, opener.height)).toBeGreaterThanOrEqual(44)
  await button.click()
  const menu = await edges(page.getByRole('menu'))
  expect(Math.min(menu.left, menu.top)).toBeGreaterThanOrEqual(0)
  expect(menu.right).toBeLessThanOrEqual(390)
  expect(menu.bottom).toBeLessThanOrEqual(844)
})
