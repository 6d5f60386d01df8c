import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, register, reload, test, toast, visit } from '../support/journey.ts'

const notesOf = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const stateOf = (page: Page) => page.locator('.editor-state')

/** A signed-in maker with a project, who has seen the onboarding unless it is the point. */
async function begin(page: Page, { notes = 'Page 1.', isNewcomer = false } = {}) {
  const maker = await register(page.request)
  const made = await page.request.post('/api/projects', { data: { title: 'Eleven Moths', notes } })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()).project as { id: string }
  if (!isNewcomer) {
    await page.goto('/feeds/zines.atom')
    const seen = `foldout:${maker.id}:seen:editor`
    await page.evaluate((key) => localStorage.setItem(key, 'true'), seen)
  }
  const address = `/project/${id}/edit`
  await visit(page, address)
  await expect(notesOf(page)).toHaveValue(notes)
  const stored = async () => (await (await page.request.get(`/api/projects/${id}`)).json()).project
  return { maker, id, address, stored }
}

/** What the site fetches ahead has come by then: a page that goes offline in the middle of it complains. */
async function goOffline(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/zine-popup')),
  )
  await page.waitForTimeout(1_000)
  await page.context().setOffline(true)
}

async function write(page: Page, text: string) {
  await notesOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

test('what is typed saves by itself and is there after a reload', async ({ page }) => {
  const { stored } = await begin(page)
  await write(page, ' The window.')
  await expect(stateOf(page)).toHaveText(/^Unsaved/)
  await expect(stateOf(page)).toHaveText('Saved')
  expect((await stored()).notes).toBe('Page 1. The window.')
  await reload(page)
  await expect(notesOf(page)).toHaveValue('Page 1. The window.')
})

test('leaving at once, by a link, by Back or by closing the tab, saves first', async ({ page }) => {
  const { maker, address, stored } = await begin(page)
  await write(page, ' One.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/profile/${maker.id}?tab=workspace`)
  expect((await stored()).notes).toBe('Page 1. One.')

  await page.goBack()
  await write(page, ' Two.')
  await page.goBack()
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. One. Two.')

  const tab = await page.context().newPage()
  await visit(tab, address)
  await write(tab, ' Three.')
  await tab.close({ runBeforeUnload: true })
  await expect.poll(async () => (await stored()).notes).toBe('Page 1. One. Two. Three.')
})

test('a tab that dies leaves its words to the next one', async ({ page }) => {
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
  await other.getByRole('button', { name: 'Compare and choose' }).click()
  const choice = other.getByRole('dialog', { name: 'Two texts, one project' })
  await expect(choice.getByRole('region', { name: 'Yours' })).toContainText('Other.')
  await expect(choice.getByRole('region', { name: 'Saved elsewhere' })).toContainText('First again.')
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(stateOf(other)).toHaveText('Saved')
  await expect(notesOf(page)).toHaveValue('Page 1. From the first. Other.')
  expect((await stored()).notes).toBe('Page 1. From the first. Other.')

  await other.getByRole('button', { name: 'Project menu' }).click()
  await other.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  const earlier = other.getByRole('dialog', { name: 'Earlier Versions' })
  await earlier.getByRole('listitem').nth(1).getByRole('button').click()
  await expect(earlier.getByRole('region')).toContainText('First again.')
  await earlier.getByRole('button', { name: 'Restore' }).click()
  await expect(notesOf(other)).toHaveValue('Page 1. From the first. First again.')
})

test('offline the words are kept, and saved when the connection is back', async ({ page, context }) => {
  const { stored } = await begin(page)
  await goOffline(page)
  await write(page, ' In the tunnel.')
  await expect(stateOf(page)).toHaveText('Offline')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await context.setOffline(false)
  await expect(stateOf(page)).toHaveText('Saved')
  expect((await stored()).notes).toBe('Page 1. In the tunnel.')
})

test('whoever was signed out signs in over the canvas and goes on', async ({ page, playwright, baseURL }) => {
  const { maker, stored } = await begin(page)
  // The page looks at its own session soon after it opens.
  await page.waitForLoadState('networkidle')
  const elsewhere = await playwright.request.newContext({ baseURL })
  await elsewhere.post('/api/auth/sign-in/email', { data: { email: maker.email, password: maker.password } })
  expect((await elsewhere.delete('/api/auth/sessions')).ok()).toBe(true)
  await write(page, ' Still here.')
  await page.getByRole('button', { name: 'Sign in and go on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email or username').fill(maker.email)
  await dialog.getByLabel('Password').fill(maker.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(stateOf(page)).toHaveText('Saved')
  await expect(notesOf(page)).toHaveValue('Page 1. Still here.')
  expect((await stored()).notes).toBe('Page 1. Still here.')
})

test('a guest signs in where the project is', async ({ page, playwright, baseURL }) => {
  const maker = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/project/0199a0b2-0000-7000-8000-0000000000ff/edit')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email or username').fill(maker.username)
  await dialog.getByLabel('Password').fill(maker.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
})

test('a project is written, undone, saved and deleted with the keyboard alone', async ({ page }) => {
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
  await page.keyboard.press('Control+z')
  await expect(notesOf(page)).toHaveValue('Page 1.')
  await page.keyboard.press('Control+Shift+z')
  await expect(notesOf(page)).toHaveValue('Page 1. Gone.')
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
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
})

test('no state of the editor has a barrier', async ({ page, context }) => {
  const { id, address } = await begin(page)
  await expectNoBarrier(page)
  await write(page, ' Dirty.')
  await expectNoBarrier(page)
  await expect(stateOf(page)).toHaveText('Saved')
  await goOffline(page)
  await page.keyboard.type(' Offline.')
  await expect(stateOf(page)).toHaveText('Offline')
  await expectNoBarrier(page)
  await context.setOffline(false)
  await expect(stateOf(page)).toHaveText('Saved')
  await titleOf(page).fill('')
  await expect(stateOf(page)).toHaveText('A project needs a title')
  await expectNoBarrier(page)
  await page.request.delete(`/api/projects/${id}`, { data: {} })
  await write(page, ' Too late.')
  await expect(page.getByRole('button', { name: 'Save as a new project' })).toBeVisible()
  await expectNoBarrier(page)
  await page.goto('about:blank')
  await visit(page, address)
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  await expectNoBarrier(page)
})

test('no dialog of the editor has a barrier', async ({ page }) => {
  const { id } = await begin(page, { isNewcomer: true })
  await expect(page.getByRole('dialog', { name: 'Your Project Canvas' })).toBeVisible()
  await expectNoBarrier(page)
  await page.getByRole('button', { name: "Got it, let's create!" }).click()
  await page.getByRole('button', { name: 'Project menu' }).click()
  await expectNoBarrier(page)
  await page.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expectNoBarrier(page)
  await page.keyboard.press('Escape')
  await page.request.put(`/api/projects/${id}`, { data: { notes: 'Elsewhere.', version: 1 } })
  await write(page, ' Here.')
  await page.getByRole('button', { name: 'Compare and choose' }).click()
  await expect(page.getByRole('dialog', { name: 'Two texts, one project' })).toBeVisible()
  await expectNoBarrier(page)
})
