import type { Page } from '@playwright/test'
import { noBarrier } from '../support/barriers.ts'
import { expect, press, register, send, test, toast, visit } from '../support/journey.ts'

const notesOf = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const stateOf = (page: Page) => page.locator('.editor-state')

/** A signed-in member with a project who has already seen the onboarding. */
async function begin(page: Page) {
  const notes = 'Page 1.'
  const maker = await register(page.request)
  const { project } = await send(page.request, 'post', '/api/projects', { title: 'Eleven Moths', notes })
  const seen = `foldout:${maker.id}:seen:editor`
  // The history needs a page of the site first, so that Back does not lead to about:blank.
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), seen)
  const address = `/project/${project.id}/edit`
  await visit(page, address)
  await expect(notesOf(page)).toHaveValue(notes)
  const stored = async () => (await send(page.request, 'get', `/api/projects/${project.id}`)).project
  return { maker, address, stored }
}

async function write(page: Page, text: string) {
  await notesOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

test('typed text is saved after a pause and on leaving', async ({ page }) => {
  const { maker, address, stored } = await begin(page)
  await write(page, ' One.')
  await expect(stateOf(page)).toHaveText(/^Unsaved/)
  await expect(stateOf(page)).toHaveText('Saved')
  expect((await stored()).notes).toBe('Page 1. One.')
  await write(page, ' Two.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/profile/${maker.id}?tab=workspace`)
  expect((await stored()).notes).toBe('Page 1. One. Two.')

  await page.goBack()
  await write(page, ' Three.')
  await page.goBack()
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. One. Two. Three.')

  const tab = await page.context().newPage()
  await visit(tab, address)
  await write(tab, ' Four.')
  await tab.close({ runBeforeUnload: true })
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. One. Two. Three. Four.')
})

test('unsaved text of a closed tab is restored in the next one', async ({ page }) => {
  const { address, stored } = await begin(page)
  await write(page, ' Almost lost.')
  const tools = await page.context().newCDPSession(page)
  const died = page.waitForEvent('crash')
  void tools.send('Page.crash').catch(() => undefined)
  await died
  const next = await page.context().newPage()
  await visit(next, address)
  await expect(notesOf(next)).toHaveValue('Page 1. Almost lost.')
  await expect(toast(next, 'Your unsaved words are back')).toBeVisible()
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. Almost lost.')
})

test('two tabs: one follows the other, and two texts end in a choice', async ({ page }) => {
  const { address, stored } = await begin(page)
  const other = await page.context().newPage()
  await visit(other, address)
  await write(page, ' From the first.')
  await page.keyboard.press('Control+s')
  await expect(notesOf(other)).toHaveValue('Page 1. From the first.')

  await write(other, ' Other.')
  await write(page, ' First again.')
  await page.keyboard.press('Control+s')
  await expect(stateOf(page)).toHaveText('Saved')
  await expect(stateOf(other)).toHaveText('Not saved')
  await press(other, 'Compare and choose')
  const choice = other.getByRole('dialog', { name: 'Two texts, one project' })
  await expect(choice.getByRole('region', { name: 'Yours' })).toContainText('Other.')
  await expect(choice.getByRole('region', { name: 'Saved elsewhere' })).toContainText('First again.')
  await noBarrier(other, 'two texts')
  await press(choice, 'Keep mine')
  await expect(stateOf(other)).toHaveText('Saved')
  await expect(notesOf(page)).toHaveValue('Page 1. From the first. Other.')
  expect((await stored()).notes).toBe('Page 1. From the first. Other.')

  await press(other, 'Project menu', 'Earlier Versions')
  const earlier = other.getByRole('dialog', { name: 'Earlier Versions' })
  await earlier.getByRole('listitem').nth(1).getByRole('button').click()
  await expect(earlier.getByRole('region')).toContainText('First again.')
  await noBarrier(other, 'earlier versions')
  await press(earlier, 'Restore')
  await expect(notesOf(other)).toHaveValue('Page 1. From the first. First again.')
})

test('a project is written, saved and deleted with the keyboard alone', async ({ page }) => {
  const { maker, address } = await begin(page)
  const goTo = async (name: string) => {
    const target = page.getByRole('button', { name, exact: true })
    for (let steps = 0; steps < 15; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} cannot be reached`)
  }
  await goTo('Save project')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(', again')
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveValue('Eleven Moths, again')
  await page.keyboard.press('Tab')
  await expect(notesOf(page)).toBeFocused()
  await write(page, ' Gone.')
  await page.keyboard.press('Control+s')
  await expect(stateOf(page)).toHaveText('Saved')
  await visit(page, address)
  await expect(notesOf(page)).toHaveValue('Page 1. Gone.')
  await goTo('Project menu')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Lay out as a zine' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Earlier Versions' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete Project' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Project deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(`/profile/${maker.id}`)
  await visit(page, address)
  await noBarrier(page, 'no project', page.getByRole('heading', { name: 'Project Not Found' }))
})
