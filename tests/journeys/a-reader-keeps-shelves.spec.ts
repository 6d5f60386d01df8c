import type { Page } from '@playwright/test'
import { expect, register, reload, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

const titles = (page: Page) => page.locator('ol > li h3').allInnerTexts()
const inOrder = (page: Page, ...names: string[]) => expect.poll(() => titles(page)).toEqual(names)

test('a reader puts a zine on shelves, shows one to everybody and deletes it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const maker = await playwright.request.newContext({ baseURL })
  await register(maker)
  const zine = await publish(maker, unique('Moths'))
  const reader = await register(page.request)

  await visit(page, `/zine/${zine.id}`)
  const menu = page.getByRole('button', { name: 'More about this zine' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Put on To read' }).click()
  await expect(toast(page, 'On To read')).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Put on a shelf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put on a shelf' })
  await expect(dialog.getByRole('checkbox', { name: 'To read' })).toBeChecked()
  await dialog.getByLabel('New shelf').fill('Night flyers')
  await dialog.getByRole('button', { name: 'Begin and put on it' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Night flyers' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'To read' }).uncheck()
  await expect(dialog.getByRole('checkbox', { name: 'To read' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Undo taking it off To read' }).press('Enter')
  await expect(dialog.getByText('Back on To read.')).toBeAttached()
  await expect(dialog.getByRole('checkbox', { name: 'To read' })).toBeFocused()
  await dialog.getByRole('checkbox', { name: 'To read' }).uncheck()
  await expect(dialog.getByText('Taken off', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(menu).toBeFocused()

  await visit(page, `/profile/${reader.id}?tab=shelves`)
  await page.getByRole('link', { name: 'Night flyers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night flyers' })).toBeVisible()
  const address = new URL(page.url()).pathname
  const guest = await playwright.request.newContext({ baseURL })
  expect((await guest.get(address)).status()).toBe(404)
  await page.getByRole('button', { name: 'Shelf menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit shelf' }).click()
  await page.getByLabel('About it').fill('What comes to the window.')
  await page.getByRole('radio', { name: 'Everybody' }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('What comes to the window.')).toBeVisible()
  await page.getByRole('button', { name: `Menu of ${zine.title}` }).click()
  await page.getByRole('menuitem', { name: 'Write a note' }).click()
  await page.getByRole('textbox', { name: 'Note optional', exact: true }).fill('The one that began it.')
  await page.getByRole('textbox', { name: 'Private note' }).fill('Lent to Ada.')
  await page.getByRole('button', { name: 'Save' }).click()
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
  await page.request.put(`/api${address.replace('shelf', 'shelves')}`, { data: { visibility: 'link' } })
  const unlisted = await (await guest.get(address)).text()
  expect(unlisted).toContain('noindex')
  expect(unlisted).not.toContain('.atom')

  await page.getByRole('button', { name: 'Shelf menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete shelf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete shelf' }).click()
  await expect(page).toHaveURL(`/profile/${reader.id}?tab=shelves`)
  await expect(page.getByRole('link', { name: 'To read' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Night flyers' })).toBeHidden()
  expect((await guest.get(address)).status()).toBe(404)
})

test('a shelf is ordered by dragging, keys and menu, and Undo puts a zine back', async ({ page }) => {
  await register(page.request)
  const made = await page.request.post('/api/shelves', { data: { title: 'Kitchen' } })
  const { shelf } = await made.json()
  for (const title of ['Ants', 'Bees', 'Crickets']) {
    const zine = await publish(page.request, title)
    await page.request.put(`/api/shelves/${shelf.id}/zines/${zine.id}`)
  }
  await visit(page, `/shelf/${shelf.id}`)
  await inOrder(page, 'Ants', 'Bees', 'Crickets')

  const handle = page.getByRole('button', { name: 'Move Ants' })
  await handle.press('ArrowRight')
  await inOrder(page, 'Bees', 'Ants', 'Crickets')
  await expect(handle).toBeFocused()
  await expect(page.getByText('Ants is now number 2.')).toBeAttached()
  await handle.press('End')
  await inOrder(page, 'Bees', 'Crickets', 'Ants')

  await page.getByRole('button', { name: 'Menu of Ants' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await inOrder(page, 'Bees', 'Ants', 'Crickets')

  const first = await page.locator('ol > li').first().boundingBox()
  await page.getByRole('button', { name: 'Move Crickets' }).hover()
  await page.mouse.down()
  await page.mouse.move((first?.x ?? 0) + 60, (first?.y ?? 0) + 120, { steps: 6 })
  await expect(page.locator('li[data-drop="before"]')).toHaveCount(1)
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/place'))
  await page.mouse.up()
  await inOrder(page, 'Crickets', 'Bees', 'Ants')
  await saved
  await reload(page)
  await inOrder(page, 'Crickets', 'Bees', 'Ants')

  await page.getByRole('button', { name: 'Menu of Bees' }).click()
  await page.getByRole('menuitem', { name: 'Take off this shelf' }).click()
  await inOrder(page, 'Crickets', 'Ants')
  await expect(page.getByRole('button', { name: 'Move Ants' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await inOrder(page, 'Crickets', 'Bees', 'Ants')
  await reload(page)
  await inOrder(page, 'Crickets', 'Bees', 'Ants')
})
