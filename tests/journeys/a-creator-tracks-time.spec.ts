import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, reload, test, toast, visit } from '../support/journey.ts'

/** A member without logged focus sessions. */
async function openWorkspace(page: Page) {
  const { id } = await register(page.request)
  return { id, path: `/profile/${id}?tab=workspace` }
}

const ticket = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const running = (page: Page) => page.getByText('Running', { exact: true })

async function minutesOf(page: Page, userId: string) {
  const { projects } = await callApi(page.request, 'get', `/api/users/${userId}/projects`)
  return Object.fromEntries(
    projects.map((each: { title: string; totalMinutes: number }) => [each.title, each.totalMinutes]),
  )
}

test('with the keyboard a creator starts a project, times it across a reload, and corrects a session', async ({
  page,
}) => {
  test.slow()
  const { id, path } = await openWorkspace(page)
  await page.clock.install()
  await visit(page, path)
  const key = (name: string) => page.keyboard.press(name)
  const tabTo = async (name: RegExp, role: 'button' | 'checkbox' | 'tab' | 'combobox' | 'radio') => {
    const target = page.getByRole(role, { name })
    await expect(target.first()).toBeVisible()
    for (let attempts = 0; attempts < 60; attempts += 1) {
      if (await target.evaluateAll((all) => all.some((each) => each === document.activeElement))) return
      await key('Tab')
    }
    throw new Error(`${name} cannot be reached`)
  }
  await expectAccessible(page, 'the introduction', page.getByRole('heading', { name: 'This is your workspace' }))
  await tabTo(/^New Project$/, 'button')
  await key('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expectAccessible(page, 'a new project')
  await page.keyboard.type('  By keys  ')
  await key('Enter')
  await expect(toast(page, 'Project created successfully!')).toBeVisible()
  await expect(button(page, 'New Project')).toBeFocused()
  await expect(ticket(page, 'By keys').getByText('0m', { exact: true })).toBeVisible()
  await tabTo(/^25$/, 'radio')
  await key('ArrowRight')
  await expect(page.getByRole('timer')).toContainText('45 minutes left')
  await tabTo(/^Start$/, 'button')
  await key('Enter')
  await expect(running(page)).toBeVisible()
  await page.clock.fastForward('07:30')
  await expect(page.getByText('Finishing now logs 7 minutes.')).toBeVisible()
  await expect(page).toHaveTitle(/^37:\d\d · /)
  await reload(page)
  await expect(page.getByText('Finishing now logs 7 minutes.')).toBeVisible()
  await page.clock.fastForward('02:00')
  await tabTo(/^Finish$/, 'button')
  await key('Enter')
  await expect(toast(page, 'Great work! You focused for 9 minutes.')).toBeVisible()
  await expect.poll(() => minutesOf(page, id)).toEqual({ 'By keys': 9 })
  await tabTo(/^Sessions of By keys$/, 'button')
  await key('Enter')
  await page.getByRole('dialog').getByText('Show as a table').click()
  await tabTo(/^Correct 9 minutes/, 'button')
  await key('Enter')
  await expectAccessible(page, 'sessions', page.getByRole('textbox', { name: 'Minutes' }))
  await key('Control+a')
  await page.keyboard.type('70')
  await key('Enter')
  await expect(page.getByRole('button', { name: /^Correct 1 hour 10 minutes/ })).toBeFocused()
  await key('Escape')
  await expect(button(page, 'Sessions of By keys')).toBeFocused()
  await reload(page)
  await expect(ticket(page, 'By keys').getByText('1h 10m', { exact: true })).toBeVisible()
  expect(await minutesOf(page, id)).toEqual({ 'By keys': 70 })
  await tabTo(/^Mark By keys as finished$/, 'checkbox')
  await key('Space')
  await expect(toast(page, 'Project completion status updated')).toBeVisible()
  await tabTo(/^My Projects/, 'tab')
  await key('ArrowRight')
  await expect(ticket(page, 'By keys')).toBeVisible()
  await tabTo(/^Delete By keys$/, 'button')
  await key('Enter')
  const question = page.getByRole('alertdialog')
  await expectAccessible(page, 'the question before deleting', question)
  await press(question, 'Delete')
  await expect(toast(page, 'Project deleted successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing finished yet' })).toBeVisible()
})

test('on a phone a running timer stays in sight, and logs on any page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.clock.install()
  const { id, path } = await openWorkspace(page)
  await callApi(page.request, 'post', '/api/projects', { title: 'Moths' })
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), `foldout:${id}:seen:workspace`)
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
  for (const path of ['/', `/profile/${id}`]) {
    await visit(page, path)
    await expect(sign).toBeInViewport()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(/^2[45]:\d\d · About/)
  await page.clock.fastForward('05:30')
  await expect(sign).toHaveText(/19:\d\d/)
  await expectAccessible(page, 'a timer above another page')
  await sign.click()
  await expect(page).toHaveURL(path)
  await callApi(page.request, 'post', '/api/projects', { title: 'Bus' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await reload(page)
  await expectAccessible(page, 'a running timer')
  await page.getByLabel('Project', { exact: true }).selectOption('Bus')
  await expectAccessible(page, 'the question before switching', page.getByRole('alertdialog'))
  await press(page.getByRole('alertdialog'), 'Cancel')
  await visit(page, '/')
  await page.clock.fastForward('20:01')
  await expect(toast(page, 'Great work! You focused for 25 minutes.')).toBeVisible()
  await expect(page).not.toHaveTitle(/·.*·|^\d/)
  await expect(sign).toHaveCount(0)
  await expect.poll(() => minutesOf(page, id)).toEqual({ Bus: 0, Moths: 25 })
})
