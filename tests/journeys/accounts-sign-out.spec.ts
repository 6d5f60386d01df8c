import type { Page } from '@playwright/test'
import { callApi, expect, press, register, signIn, test, toast, uniqueName, visit } from '../support/journey.ts'

const signOut = (page: Page) => press(page, 'Profile menu', 'Logout')
const unsavedDialog = (page: Page) => page.getByRole('dialog', { name: 'Not everything is saved' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

const createProject = async (page: Page, title: string) =>
  (await callApi(page.request, 'post', '/api/projects', { title, notes: 'Page 1.' })).project as {
    id: string
  }

/** Everything that this browser stores about a member. Seen markers and scroll positions do not count. */
const storedEntries = (page: Page) =>
  page.evaluate(async () => {
    const entries = [...Object.entries({ ...localStorage }), ...Object.entries({ ...sessionStorage })]
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const stores = await caches.keys()
    const entriesOfMember = entries.filter(([key]) => !/:seen:|scroll-positions/.test(key))
    return [...entriesOfMember.map(([key]) => key), ...databases, ...stores]
  })

/** Writes in the editor while saving fails, and leaves. The text stays stored in this browser. */
async function writeUnsaved(page: Page, id: string, words: string) {
  await page.route('**/api/projects/*?brief=true', (route) => route.abort())
  await visit(page, `/project/${id}/edit`)
  await expect(page.locator('.session-state')).toHaveText('Saved')
  await page.getByLabel('Notes').fill(words)
  await expect.poll(() => storedEntries(page)).toContainEqual(expect.stringContaining(':draft:'))
}

test('signing out in the settings without unsaved work asks nothing, and leaves no data here', async ({ page }) => {
  const { id } = await register(page.request)
  await createProject(page, uniqueName('Folded'))
  await visit(page, `/profile/${id}?tab=workspace`)
  await press(page, 'Start', /^Finish/)
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  await expect.poll(() => storedEntries(page)).not.toEqual([])
  await visit(page, '/account-settings')
  await press(page, 'Logout')
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect.poll(() => storedEntries(page)).toEqual([])
})

test('logging out saves what a closed tab had not saved', async ({ page }) => {
  const person = await register(page.request)
  const project = await createProject(page, uniqueName('Moths'))
  const otherTab = await page.context().newPage()
  await writeUnsaved(otherTab, project.id, 'Page 1. A moth, late.')
  await otherTab.close()
  await visit(page, `/profile/${person.id}`)
  await signOut(page)
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect.poll(() => storedEntries(page)).toEqual([])
  await signIn(page, person)
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  const read = await callApi(page.request, 'get', `/api/projects/${project.id}`)
  expect(read.project.notes).toBe('Page 1. A moth, late.')
})

test('unsaved text can be kept or discarded, or the member stays signed in', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const person = await register(page.request)
  const project = await createProject(page, uniqueName('Wasps'))
  const otherTab = await context.newPage()
  await writeUnsaved(otherTab, project.id, 'Only here.')
  await visit(page, `/profile/${person.id}`)
  await page.route('**/api/projects/*?brief=true', (route) => route.abort())

  await signOut(page)
  await expect(unsavedDialog(page)).toContainText('1 text could not be saved: only this browser has it.')
  await press(unsavedDialog(page), 'Cancel')
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()

  await signOut(page)
  await press(unsavedDialog(page), 'Keep in this browser')
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect.poll(() => storedEntries(page)).toEqual([expect.stringContaining(':draft:')])
  await expect(otherTab.getByLabel('Notes')).toHaveValue('Only here.')

  await signIn(page, person)
  await expect(page).toHaveURL(new RegExp(person.id))
  // In the editor itself, with unsaved text, the question appears only once.
  await visit(page, `/project/${project.id}/edit`)
  await page.getByLabel('Notes').fill('Never mind.')
  await press(page, 'Project menu', 'Logout')
  await press(unsavedDialog(page), 'Discard and sign out')
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(otherTab.getByLabel('Notes')).toBeHidden()
  await expect.poll(() => storedEntries(page)).toEqual([])
  await otherTab.close()
  await expect.poll(() => storedEntries(page)).toEqual([])
  await context.close()
})

test('a member logs out offline, and the session ends when online', async ({ browser, baseURL, playwright }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const { id } = await register(page.request)
  const { cookies } = await context.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const copy = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { cookie } })
  const viewer = async () => (await callApi(copy, 'get', '/api/auth/user')).user?.id
  await visit(page, `/profile/${id}`)
  const other = await context.newPage()
  await visit(other, '/about')
  // The components for notifications and questions load when the page is idle.
  for (const tab of [page, other]) {
    await expect(tab.getByRole('region', { name: 'Notifications' })).toBeAttached()
  }
  await context.setOffline(true)
  await signOut(page)
  const dialog = page.getByRole('alertdialog', { name: 'This browser is still signed in' })
  await dialog.getByRole('button', { name: 'Leave now' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(signInButton(other)).toBeVisible()
  expect(await viewer()).toBe(id)
  await context.setOffline(false)
  await expect.poll(viewer).toBe(undefined)
  // A page that could not be fetched while offline is fetched again, which may interrupt the reading.
  await expect(async () => expect(await storedEntries(page)).toEqual([])).toPass()
  await context.close()
})
