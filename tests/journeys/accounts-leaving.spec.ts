import type { APIRequestContext, Page } from '@playwright/test'
import { expect, register, signIn, test, toast, unique, visit } from '../support/journey.ts'

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Not everything is saved' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

const begin = async (request: APIRequestContext, title: string) => {
  const made = await request.post('/api/projects', { data: { title, notes: 'Page 1.' } })
  return (await made.json()).project as { id: string }
}

/** What this browser has of anybody, but for what it remembers having shown. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const entries = [...Object.entries({ ...localStorage }), ...Object.entries({ ...sessionStorage })]
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const stores = await caches.keys()
    const own = entries.filter(([key]) => !/:seen:|react-router-scroll/.test(key))
    return [...own.map(([key]) => key), ...databases, ...stores]
  })

/** Writes in the editor while no save gets through, and leaves with the words kept in this browser. */
async function writeUnsaved(page: Page, id: string, words: string) {
  await page.route('**/api/projects/*?brief=true', (route) => route.abort())
  await visit(page, `/project/${id}/edit`)
  await page.getByLabel('Notes').fill(words)
  await expect.poll(() => kept(page)).toHaveLength(1)
}

test('who logs out with nothing unsaved is asked nothing, and leaves nothing here', async ({ page }) => {
  const { id } = await register(page.request)
  await begin(page.request, unique('Folded'))
  await visit(page, `/profile/${id}?tab=workspace`)
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Finish/ }).click()
  await expect.poll(() => kept(page)).not.toEqual([])
  await logOut(page)
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await kept(page)).toEqual([])
})

test('logging out saves what a closed tab had not saved', async ({ page }) => {
  const person = await register(page.request)
  const project = await begin(page.request, unique('Moths'))
  const gone = await page.context().newPage()
  await writeUnsaved(gone, project.id, 'Page 1. A moth, late.')
  await gone.close()
  await visit(page, `/profile/${person.id}`)
  await logOut(page)
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  expect(await kept(page)).toEqual([])
  await signIn(page, person)
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  const read = await page.request.get(`/api/projects/${project.id}`)
  expect((await read.json()).project.notes).toBe('Page 1. A moth, late.')
})

test('words that cannot be saved are kept or discarded, or nobody leaves', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const person = await register(page.request)
  const project = await begin(page.request, unique('Wasps'))
  const other = await context.newPage()
  await writeUnsaved(other, project.id, 'Only here.')
  await visit(page, `/profile/${person.id}`)
  await page.route('**/api/projects/*?brief=true', (route) => route.abort())

  await logOut(page)
  await expect(question(page)).toContainText('1 text could not be saved: this browser alone has it.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()

  await logOut(page)
  await question(page).getByRole('button', { name: 'Keep in This Browser' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  expect(await kept(page)).toHaveLength(1)
  await expect(other.getByLabel('Notes')).toHaveValue('Only here.')

  await signIn(page, person)
  await expect(page).toHaveURL(new RegExp(person.id))
  // In the editor itself, over words that are not saved either, the question comes once.
  await visit(page, `/project/${project.id}/edit`)
  await page.getByLabel('Notes').fill('Never mind.')
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await question(page).getByRole('button', { name: 'Discard and Log Out' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(other.getByLabel('Notes')).toBeHidden()
  expect(await kept(page)).toEqual([])
  await other.close()
  expect(await kept(page)).toEqual([])
  await context.close()
})

test('a member logs out offline, and the session ends when online', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const { id } = await register(page.request)
  const { cookies } = await context.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const copy = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { cookie } })
  const viewer = async () => (await (await copy.get('/api/auth/user')).json()).user?.id
  await visit(page, `/profile/${id}`)
  const other = await context.newPage()
  await visit(other, '/about')
  // The parts that notify and ask come when a page has been still for a while.
  for (const tab of [page, other]) {
    await expect(tab.getByRole('region', { name: 'Notifications' })).toBeAttached()
  }
  await context.setOffline(true)
  await logOut(page)
  const dialog = page.getByRole('alertdialog', { name: 'This browser is still signed in' })
  await dialog.getByRole('button', { name: 'Leave Now' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(signInButton(other)).toBeVisible()
  expect(await viewer()).toBe(id)
  await context.setOffline(false)
  await expect.poll(viewer).toBe(undefined)
  // A page that could not be fetched meanwhile is fetched again.
  await expect(async () => expect(await kept(page)).toEqual([])).toPass()
  await context.close()
})

test('the settings have a way out as well', async ({ page }) => {
  await register(page.request)
  await visit(page, '/account-settings')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
})
