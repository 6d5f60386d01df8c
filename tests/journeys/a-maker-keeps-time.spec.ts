import type { APIRequestContext, Page } from '@playwright/test'
import { expect, register, reload, test, toast, unique, visit } from '../support/journey.ts'

/** No session is logged here but those that a test begins. */
async function desk(page: Page, ...titles: string[]) {
  const { id } = await register(page.request)
  for (const title of titles) await begin(page.request, title)
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), `foldout:${id}:seen:workspace`)
  return { id, path: `/profile/${id}?tab=workspace` }
}

async function begin(request: APIRequestContext, title: string) {
  const answer = await request.post('/api/projects', { data: { title, notes: `About ${title}` } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** One clock for every tab; the site's goes with the one that the test turns. */
async function turnableClock(page: Page) {
  await page.clock.install()
  await page.context().route('**/healthz', async (route) => {
    const now = await page.evaluate(() => Date.now()).catch(() => undefined)
    if (now === undefined) await route.abort()
    else await route.fulfill({ status: 200, headers: { date: new Date(now).toUTCString() } })
  })
}

const ticket = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const running = (page: Page) => page.getByText('Running', { exact: true })

async function minutesOf(page: Page, userId: string) {
  const { projects } = await (await page.request.get(`/api/users/${userId}/projects`)).json()
  return Object.fromEntries(
    projects.map((each: { title: string; totalMinutes: number }) => [each.title, each.totalMinutes]),
  )
}

test('a maker begins a project, times it across a reload, and corrects a session', async ({ page }) => {
  const { id, path } = await desk(page)
  await turnableClock(page)
  await visit(page, path)
  const title = unique('Moths ')
  await button(page, 'New Project').click()
  await page.getByRole('textbox', { name: 'Title' }).fill(`  ${title}  `)
  await button(page, 'Create Project').click()
  await expect(toast(page, 'Project created successfully!')).toBeVisible()
  await expect(ticket(page, title).getByText('0m', { exact: true })).toBeVisible()

  await button(page, 'Start').click()
  await expect(running(page)).toBeVisible()
  await page.clock.fastForward('07:30')
  await expect(page.getByText('Finishing now logs 7 minutes.')).toBeVisible()
  await expect(page).toHaveTitle(/^17:\d\d · /)
  await reload(page)
  await expect(page.getByText('Finishing now logs 7 minutes.')).toBeVisible()
  await page.clock.fastForward('02:00')
  await button(page, 'Finish').click()
  await expect(toast(page, 'Great work! You focused for 9 minutes.')).toBeVisible()
  await expect(ticket(page, title).getByText('9m', { exact: true })).toBeVisible()
  await expect.poll(() => minutesOf(page, id)).toEqual({ [title]: 9 })

  await button(page, `Sessions of ${title}`).click()
  await page.getByRole('button', { name: /^Correct 9 minutes/ }).click()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('70')
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog').getByText('1h 10m', { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await reload(page)
  await expect(ticket(page, title).getByText('1h 10m', { exact: true })).toBeVisible()
  expect(await minutesOf(page, id)).toEqual({ [title]: 70 })

  await page.getByRole('checkbox', { name: `Mark ${title} as finished` }).click()
  await expect(toast(page, 'Project completion status updated')).toBeVisible()
  await page.getByRole('tab', { name: /^Finished/ }).click()
  await button(page, `Delete ${title}`).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Project deleted successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing finished yet' })).toBeVisible()
})

test('the workspace is used with the keyboard alone', async ({ page }) => {
  const { path } = await desk(page)
  await turnableClock(page)
  await visit(page, path)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const reach = async (name: RegExp, role: 'button' | 'checkbox' | 'tab' | 'combobox' | 'radio') => {
    const target = page.getByRole(role, { name })
    await expect(target.first()).toBeVisible()
    for (let tries = 0; tries < 60; tries += 1) {
      if (await target.evaluateAll((all) => all.some((each) => each === document.activeElement))) return
      await press('Tab')
    }
    throw new Error(`${name} cannot be reached`)
  }
  await reach(/^New Project$/, 'button')
  await press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('By keys')
  await press('Enter')
  await expect(toast(page, 'Project created successfully!')).toBeVisible()
  await expect(button(page, 'New Project')).toBeFocused()
  await reach(/^25$/, 'radio')
  await press('ArrowRight')
  await expect(page.getByRole('timer')).toContainText('45 minutes left')
  await reach(/^Start$/, 'button')
  await press('Enter')
  await expect(running(page)).toBeVisible()
  await page.clock.fastForward('04:30')
  await reach(/^Finish$/, 'button')
  await press('Enter')
  await expect(toast(page, 'Great work! You focused for 4 minutes.')).toBeVisible()
  await reach(/^Sessions of By keys$/, 'button')
  await press('Enter')
  await reach(/^Correct 4 minutes/, 'button')
  await press('Enter')
  await page.keyboard.type('12')
  await press('Enter')
  await expect(page.getByRole('button', { name: /^Correct 12 minutes/ })).toBeFocused()
  await press('Escape')
  await expect(button(page, 'Sessions of By keys')).toBeFocused()
  await expect(ticket(page, 'By keys').getByText('12m', { exact: true })).toBeVisible()
  await reach(/^Mark By keys as finished$/, 'checkbox')
  await press('Space')
  await expect(toast(page, 'Project completion status updated')).toBeVisible()
  await reach(/^My Projects/, 'tab')
  await press('ArrowRight')
  await expect(ticket(page, 'By keys')).toBeVisible()
})

test('on a phone a running timer stays in sight, and logs on any page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await turnableClock(page)
  const { id, path } = await desk(page, 'Moths')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await visit(page, '/about')
  await expect.poll(() => fetched.some((url) => url.includes('background-work'))).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((url) => url.includes('header-timer'))).toEqual([])
  await visit(page, path)
  const sign = page.getByRole('banner').getByRole('link', { name: /^Focus timer/ })
  await expect(ticket(page, 'Moths')).toBeInViewport()
  await expect(sign).toHaveCount(0)
  await page.getByRole('button', { name: /^Open the timer, 25:00/ }).click()
  await button(page, 'Start').click()
  await expect(sign).toHaveAccessibleName(/^Focus timer: 2[45]:\d\d left for Moths$/)
  for (const other of ['/', `/profile/${id}`]) {
    await visit(page, other)
    await expect(sign).toBeInViewport()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(/^2[45]:\d\d · About/)
  await page.clock.fastForward('05:30')
  await expect(sign).toHaveText(/19:\d\d/)
  await sign.click()
  await expect(page).toHaveURL(path)
  await visit(page, '/')
  await page.clock.fastForward('20:01')
  await expect(toast(page, 'Great work! You focused for 25 minutes.')).toBeVisible()
  await expect(page).not.toHaveTitle(/·.*·|^\d/)
  await expect(sign).toHaveCount(0)
  await expect.poll(() => minutesOf(page, id)).toEqual({ Moths: 25 })
})
