import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
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

test('a maker begins a project, times it across a reload, and puts a session right', async ({ page }) => {
  const { id, path } = await desk(page)
  await turnableClock(page)
  await visit(page, path)
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  const title = unique('Moths ')
  await button(page, 'New Project').click()
  await page.getByRole('textbox', { name: 'Title' }).fill(`  ${title}  `)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Page 5 stays blank.')
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

  await button(page, 'Start').click()
  await page.clock.fastForward('25:01')
  await expect(toast(page, 'Great work! You focused for 25 minutes.')).toBeVisible()
  await expect(ticket(page, title).getByText('34m', { exact: true })).toBeVisible()

  await button(page, `Sessions of ${title}`).click()
  await page.getByRole('button', { name: /^Correct 25 minutes/ }).click()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('70')
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog').getByText('1h 10m', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Remove 9 minutes/ }).click()
  await button(page, 'Remove').click()
  await expect(toast(page, 'Session removed')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(ticket(page, title).getByText('1h 10m', { exact: true })).toBeVisible()
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

test('a timer that runs out on another page is logged there', async ({ page }) => {
  const title = unique('Bus ')
  const { id, path } = await desk(page, title)
  await turnableClock(page)
  await visit(page, path)
  await button(page, 'Start').click()
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveTitle(/^2[45]:\d\d · About/)
  await visit(page, '/')
  await expect(page).toHaveTitle(/^2[45]:\d\d · /)
  await page.clock.fastForward('25:01')
  await expect(toast(page, 'Great work! You focused for 25 minutes.')).toBeVisible()
  await expect(page).not.toHaveTitle(/·.*·|^\d/)
  await expect.poll(() => minutesOf(page, id)).toEqual({ [title]: 25 })
})

test('two tabs have one timer, and whichever finishes it, it is logged once', async ({ page }) => {
  const [bus, moths] = [unique('Bus '), unique('Moths ')]
  const { id, path } = await desk(page, bus, moths)
  const other = await page.context().newPage()
  await turnableClock(page)
  await visit(other, path)
  await visit(page, path)
  await button(page, 'Start').click()
  await expect(running(other)).toBeVisible()
  await page.clock.fastForward('05:30')
  await expect(other.getByText('Finishing now logs 5 minutes.')).toBeVisible()
  await Promise.allSettled([page, other].map((each) => button(each, 'Finish').click({ timeout: 3_000 })))
  await expect(running(page)).toBeHidden()
  await expect(running(other)).toBeHidden()
  await expect.poll(() => minutesOf(page, id)).toEqual({ [bus]: 0, [moths]: 5 })
  for (const each of [page, other]) {
    await expect(ticket(each, moths).getByText('5m', { exact: true })).toBeVisible()
  }

  await button(other, 'Start').click()
  await expect(running(page)).toBeVisible()
  await page.clock.fastForward('03:30')
  await page.getByLabel('Project', { exact: true }).selectOption(bus)
  await button(page, 'Switch').click()
  await expect(other.getByLabel('Project', { exact: true }).locator('option:checked')).toHaveText(bus)
  await expect.poll(() => minutesOf(page, id)).toEqual({ [bus]: 0, [moths]: 8 })
})

test('a session that is finished offline is sent when the network is back', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL })
  const title = unique('Offline ')
  const { id, path } = await desk(page, title)
  await turnableClock(page)
  await visit(page, path)
  await button(page, 'Start').click()
  await page.clock.fastForward('06:30')
  await page.context().setOffline(true)
  await button(page, 'Finish').click()
  await expect(page.getByText('6 minutes will be sent as soon as the site can be reached.')).toBeVisible()
  await expect(ticket(page, title).getByText('6m', { exact: true })).toBeVisible()
  expect(await minutesOf(page, id)).toEqual({ [title]: 0 })
  await page.context().setOffline(false)
  await expect(page.getByText(/will be sent/)).toBeHidden()
  await expect.poll(() => minutesOf(page, id)).toEqual({ [title]: 6 })
  await expect(ticket(page, title).getByText('6m', { exact: true })).toBeVisible()
  await page.context().close()
})

test('a session that the site would not take is sent at the next visit', async ({ page }) => {
  const title = unique('Busy ')
  const { id, path } = await desk(page, title)
  await turnableClock(page)
  await visit(page, path)
  await button(page, 'Start').click()
  await page.clock.fastForward('06:30')
  await page.route('**/api/focus-sessions', (route) => route.fulfill({ status: 429 }))
  await button(page, 'Finish').click()
  await expect(page.getByText('6 minutes will be sent as soon as the site can be reached.')).toBeVisible()
  await page.unroute('**/api/focus-sessions')
  await visit(page, '/about')
  await expect.poll(() => minutesOf(page, id)).toEqual({ [title]: 6 })
})

test('a timer waits for its member through a sign-out', async ({ page }) => {
  const title = unique('Mine ')
  const { path } = await desk(page, title)
  await turnableClock(page)
  await visit(page, path)
  await button(page, 'Start').click()
  await expect(page).toHaveTitle(/^2[45]:\d\d · /)
  const { cookies } = await page.context().storageState()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.context().clearCookies()
  await page.clock.fastForward('05:30')
  await register(page.request)
  await visit(page, '/profile?tab=workspace')
  await expect(button(page, 'Start')).toBeDisabled()
  await expect(page).not.toHaveTitle(/^\d/)
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await visit(page, path)
  await expect(page.getByText('5 of 25 minutes printed')).toBeVisible()
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

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('no state of the workspace has a barrier', async ({ page }) => {
      const { id } = await register(page.request)
      await turnableClock(page)
      await visit(page, `/profile/${id}?tab=workspace`)
      await page.clock.runFor(600)
      await expect(page.getByRole('heading', { name: 'This is your desk' })).toBeVisible()
      await expectNoBarrier(page)
      await button(page, 'New Project').click()
      await page.getByRole('textbox', { name: 'Title' }).fill('Moths')
      await expectNoBarrier(page)
      await button(page, 'Create Project').click()
      await expect(ticket(page, 'Moths')).toBeVisible()
      await button(page, 'Start').click()
      await begin(page.request, 'Bus')
      await page.clock.fastForward('03:30')
      await reload(page)
      await expect(running(page)).toBeVisible()
      await expectNoBarrier(page)
      await page.getByLabel('Project', { exact: true }).selectOption('Bus')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectNoBarrier(page)
      await button(page, 'Switch').click()
      await button(page, 'Sessions of Moths').click()
      await page.getByRole('dialog').getByText('As a table').click()
      await page.getByRole('button', { name: /^Correct 3 minutes/ }).click()
      await expectNoBarrier(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox', { name: 'Mark Moths as finished' }).click()
      await page.getByRole('tab', { name: /^Finished/ }).click()
      await expect(ticket(page, 'Moths')).toBeVisible()
      await expectNoBarrier(page)
      await button(page, 'Delete Moths').click()
      await expectNoBarrier(page)
    })
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone in ${colorScheme} a running timer stays in sight on every page`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 640 })
    await turnableClock(page)
    const { id, path } = await desk(page, 'Moths')
    await visit(page, path)
    const sign = page.getByRole('banner').getByRole('link', { name: /^Focus timer/ })
    await expect(ticket(page, 'Moths')).toBeInViewport()
    await expect(sign).toHaveCount(0)
    await page.getByRole('button', { name: /^Open the timer, 25:00/ }).click()
    await expectNoBarrier(page)
    await button(page, 'Start').click()
    await expect(sign).toHaveAccessibleName(/^Focus timer: 2[45]:\d\d left for Moths$/)
    await page.getByRole('button', { name: /^Fold the timer away/ }).click()
    await expectNoBarrier(page)

    for (const other of ['/', '/about', `/profile/${id}`]) {
      await visit(page, other)
      await expect(sign).toBeInViewport()
      expect(await sidewaysOverflow(page), other).toBeLessThanOrEqual(0)
    }
    await expectNoBarrier(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await page.clock.fastForward('05:30')
    await expect(sign).toHaveText(/19:\d\d/)
    await reload(page)
    await expect(sign).toHaveText(/19:\d\d/)
    await sign.click()
    await expect(page).toHaveURL(path)
    await page.getByRole('button', { name: /^Open the timer/ }).click()
    await button(page, 'Finish').click()
    await expect(toast(page, 'Great work! You focused for 5 minutes.')).toBeVisible()
    await expect(sign).toHaveCount(0)
  })
}

const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('who runs no timer is sent nothing to show it', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await desk(page, 'Moths')
  await visit(page, '/about')
  await expect.poll(() => fetched.some((path) => path.includes('background-work'))).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => path.includes('header-timer'))).toEqual([])
})
