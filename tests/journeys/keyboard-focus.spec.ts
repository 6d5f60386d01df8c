import type { Page } from '@playwright/test'
import { expect, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** Describes the focused element. Focus on the body is invisible to users. */
const focusedElement = (page: Page) =>
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
  // The key closes the menu at once, so it is not pressed on the item, which would be looked for again.
  await page.getByRole('menuitem', { name: 'Delete Zine' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Zine' }).press('Enter')
  await expect(toast(page, 'Zine deleted successfully')).toBeVisible()
}

test('after deleting a zine, focus is on the next, on Upload or on the page', async ({ page }) => {
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
    await expect.poll(() => focusedElement(page)).toBe(next)
  }
  await page.keyboard.press('Enter')
  await deleteOpenZine(page)
  await expect(page.getByText('Upload your first zine to get started!')).toBeVisible()
  await expect.poll(() => focusedElement(page)).toMatch(/Upload/)

  const zine = await publish(page.request, uniqueName('Alone'))
  await visit(page, `/zine/${zine.id}`)
  await press(page, 'Zine menu')
  await page.getByRole('menuitem', { name: 'Delete Zine' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Are you sure you want to delete "${zine.title}"?`)
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await deleteOpenZine(page)
  await expect(page).toHaveURL('/')
  await expect(page.locator('main')).toBeFocused()
  expect((await page.request.get(`/zine/${zine.id}`)).status()).toBe(404)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).press('Enter')
  await expect(page).toHaveURL('/about')
  await expect.poll(() => focusedElement(page)).toBe('About')
})

test('a page opened from a menu with the mouse has focus, without a ring around it', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Mouse'))
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('button', { name: 'Zine menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit zine' }).click()
  await expect(page).toHaveURL(`/zine/${zine.id}/edit`)
  await expect(page.locator('main:focus:not(:focus-visible)')).toBeAttached()
})

test('a zine is opened and left with the keyboard, also after Back', async ({ page, otherRequest }) => {
  const { username } = await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Keys'), 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${zine.title}`)
  const link = page.getByRole('link', { name: zine.title })
  await link.focus()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: username }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect.poll(() => focusedElement(page)).not.toBe('the body')
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
})
