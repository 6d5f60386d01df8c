import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, tabTo, test, toast, visit } from '../support/journey.ts'

const notesField = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const saveState = (page: Page) => page.locator('.session-state')

/** A signed-in member with a project who has already seen the onboarding. */
async function createProject(page: Page) {
  const notes = 'Page 1.'
  const maker = await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Eleven Moths', notes })
  const lastViewedKey = `foldout:${maker.id}:seen:editor`
  // The history needs a page of the site first, so that Back does not lead to about:blank.
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), lastViewedKey)
  const address = `/project/${project.id}/edit`
  await visit(page, address)
  await expect(notesField(page)).toHaveValue(notes)
  const stored = async () => (await callApi(page.request, 'get', `/api/projects/${project.id}`)).project
  return { maker, address, stored }
}

async function typeText(page: Page, text: string) {
  await notesField(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

test('typed text is saved after a pause and on leaving', async ({ page }) => {
  const { maker, address, stored } = await createProject(page)
  await typeText(page, ' One.')
  await expect(saveState(page)).toHaveText(/^Unsaved/)
  await expect(saveState(page)).toHaveText('Saved')
  expect((await stored()).notes).toBe('Page 1. One.')
  await typeText(page, ' Two.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/profile/${maker.id}?tab=workspace`)
  expect((await stored()).notes).toBe('Page 1. One. Two.')

  await page.goBack()
  await typeText(page, ' Three.')
  await page.goBack()
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. One. Two. Three.')

  const tab = await page.context().newPage()
  await visit(tab, address)
  await typeText(tab, ' Four.')
  await tab.close({ runBeforeUnload: true })
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. One. Two. Three. Four.')
})

test('unsaved text of a closed tab is restored in the next one', async ({ page }) => {
  const { address, stored } = await createProject(page)
  await typeText(page, ' Almost lost.')
  const tools = await page.context().newCDPSession(page)
  const died = page.waitForEvent('crash')
  void tools.send('Page.crash').catch(() => undefined)
  await died
  const next = await page.context().newPage()
  await visit(next, address)
  await expect(notesField(next)).toHaveValue('Page 1. Almost lost.')
  await expect(toast(next, 'Your unsaved changes are back')).toBeVisible()
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. Almost lost.')
})

test('two tabs: one follows the other, and two texts end in a choice', async ({ page }) => {
  const { address, stored } = await createProject(page)
  const otherPage = await page.context().newPage()
  await visit(otherPage, address)
  await typeText(page, ' From the first.')
  await page.keyboard.press('Control+s')
  await expect(notesField(otherPage)).toHaveValue('Page 1. From the first.')

  // The second text must not be saved before the first, however slowly the first is typed.
  const { promise: isFirstSaved, resolve: releaseOther } = Promise.withResolvers<void>()
  await otherPage.route('**/api/projects/*', async (route) => {
    if (route.request().method() === 'PUT') await isFirstSaved
    await route.continue()
  })
  await typeText(otherPage, ' Other.')
  await typeText(page, ' First again.')
  await page.keyboard.press('Control+s')
  await expect(saveState(page)).toHaveText('Saved')
  releaseOther()
  await expect(saveState(otherPage)).toHaveText('Not saved')
  await press(otherPage, 'Compare and choose')
  const choice = otherPage.getByRole('dialog', { name: 'Two texts, one project' })
  await expect(choice.getByRole('region', { name: 'Yours' })).toContainText('Other.')
  await expect(choice.getByRole('region', { name: 'Saved elsewhere' })).toContainText('First again.')
  await expectAccessible(otherPage, 'two texts')
  await press(choice, 'Keep mine')
  await expect(saveState(otherPage)).toHaveText('Saved')
  await expect(notesField(page)).toHaveValue('Page 1. From the first. Other.')
  expect((await stored()).notes).toBe('Page 1. From the first. Other.')

  await press(otherPage, 'Project menu', 'Earlier versions')
  const earlier = otherPage.getByRole('dialog', { name: 'Earlier versions' })
  await earlier.getByRole('listitem').nth(1).getByRole('button').click()
  await expect(earlier.getByRole('region')).toContainText('First again.')
  await expectAccessible(otherPage, 'earlier versions')
  await press(earlier, 'Restore')
  await expect(notesField(otherPage)).toHaveValue('Page 1. From the first. First again.')
})

test('a project is written, saved and deleted with the keyboard alone', async ({ page }) => {
  const { maker, address } = await createProject(page)
  await tabTo(page, page.getByRole('button', { name: 'Save project', exact: true }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(titleField(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(', again')
  await page.keyboard.press('Enter')
  await expect(titleField(page)).toHaveValue('Eleven Moths, again')
  await page.keyboard.press('Tab')
  await expect(notesField(page)).toBeFocused()
  await typeText(page, ' Gone.')
  await page.keyboard.press('Control+s')
  await expect(saveState(page)).toHaveText('Saved')
  await visit(page, address)
  await expect(notesField(page)).toHaveValue('Page 1. Gone.')
  await tabTo(page, page.getByRole('button', { name: 'Project menu' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Lay out images' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Make pages from notes' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Earlier versions' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete Project' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Project deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(`/profile/${maker.id}`)
  await visit(page, address)
  await expectAccessible(page, 'no project', page.getByRole('heading', { name: 'Project Not Found' }))
})
