import type { Page } from '@playwright/test'
import { expect, fixtures, register, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** What has focus, in words; the body is nothing that anybody can see. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'the body'
    return at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 60)
  })

async function press(page: Page, name: string | RegExp, role: 'button' | 'link' | 'menuitem' = 'button') {
  await page.getByRole(role, { name }).first().focus()
  await page.keyboard.press('Enter')
}

async function deleteOpenZine(page: Page) {
  await press(page, 'Zine menu')
  await page.getByRole('menuitem', { name: 'Delete Zine' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Zine' }).press('Enter')
  await expect(toast(page, 'Zine deleted successfully')).toBeVisible()
}

test('after deleting a zine the one that took its place has focus, and after the last the way to a new one', async ({
  page,
}) => {
  const { id } = await register(page.request)
  for (const title of ['First', 'Second', 'Third']) await publish(page.request, title)
  await visit(page, `/profile/${id}`)
  for (const [gone, next] of [
    ['Second', 'First'],
    ['First', 'Third'],
  ] as const) {
    await press(page, gone, 'link')
    await deleteOpenZine(page)
    await expect(page.getByRole('link', { name: gone })).toBeHidden()
    await expect.poll(() => focused(page)).toBe(next)
  }
  await page.keyboard.press('Enter')
  await deleteOpenZine(page)
  await expect(page.getByText('Upload your first zine to get started!')).toBeVisible()
  await expect.poll(() => focused(page)).toMatch(/Upload/)
})

test('after deleting a zine on its own page, and after going to another page, that page has focus', async ({
  page,
}) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Alone'))
  await visit(page, `/zine/${zine.id}`)
  await deleteOpenZine(page)
  await expect(page).toHaveURL('/')
  await expect(page.locator('main')).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).press('Enter')
  await expect(page).toHaveURL('/about')
  await expect.poll(() => focused(page)).toBe('About')
})

test('Escape on a zine that Back opened again gives focus to its link', async ({
  page,
  playwright,
  baseURL,
}) => {
  const creator = await playwright.request.newContext({ baseURL })
  const { username } = await register(creator)
  const zine = await publish(creator, unique('Again'))
  await visit(page, `/?q=${zine.title}`)
  await press(page, zine.title, 'link')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: username }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('the body')
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: zine.title })).toBeFocused()
})

test('on the desk: after Got it, and after deleting projects, focus is beside where it was', async ({
  page,
}) => {
  const { id } = await register(page.request)
  for (const title of ['Moths', 'Slugs'])
    await page.request.post('/api/projects', { data: { title, notes: '' } })
  await visit(page, `/profile/${id}?tab=workspace`)
  await press(page, 'Got it')
  await expect.poll(() => focused(page)).toMatch(/^My Projects/)
  for (const [gone, next] of [
    ['Slugs', /Moths/],
    ['Moths', /Begin a project/],
  ] as const) {
    await press(page, `Delete ${gone}`)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('link', { name: gone })).toBeHidden()
    await expect.poll(() => focused(page)).toMatch(next)
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Beetles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Beetles' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect.poll(() => focused(page)).not.toBe('the body')
})

test('a zine or a creator that is taken out of the favorites gives focus to the next', async ({
  page,
  playwright,
  baseURL,
}) => {
  const creator = await playwright.request.newContext({ baseURL })
  const person = await register(creator)
  const [first, second] = [await publish(creator, unique('One')), await publish(creator, unique('Two'))]
  await register(page.request)
  for (const { id } of [first, second])
    await page.request.post('/api/favorites/zines', { data: { zineId: id } })
  await page.request.post('/api/favorites/creators', { data: { creatorId: person.id } })
  await visit(page, '/?tab=favorites')
  await press(page, new RegExp(`^Favorite ${second.title}`))
  await expect(page.getByRole('link', { name: second.title })).toBeHidden()
  await expect.poll(() => focused(page)).toBe(first.title)
  await press(page, new RegExp(`^Favorite ${first.title}`))
  await expect(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('the body')
})

test('pages that come and go in the upload dialog give focus to the page that is shown', async ({ page }) => {
  await register(page.request)
  await visit(page, '/')
  await press(page, 'Upload')
  const dialog = page.getByRole('dialog')
  const choose = dialog.getByLabel('Choose files')
  await choose.focus()
  await choose.setInputFiles(fixtures('photo.avif', 'wide.webp'))
  await expect(dialog.getByRole('button', { name: 'Page 1', exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove page 1' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Page 2', exact: true })).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Remove page 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choose).toBeFocused()
})
