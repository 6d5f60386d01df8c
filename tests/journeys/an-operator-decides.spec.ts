import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, register, tabTo, test, uniqueName } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { uploadAndPublish } from '../support/published-zine.ts'
import { createSeparateSite } from '../support/separate-site.ts'

/** A separate site, because the journey suspends members and announces. */
const port = journeyPort + 8
// All tests use the one site, so they run in one process.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: `http://localhost:${port}` })

let site: Awaited<ReturnType<typeof createSeparateSite>>
test.beforeAll(async () => {
  site = await createSeparateSite(port)
  await site.start({ SIGN_UPS: 'approval', BACKUP_DIR: `${site.dataDir}/backups` })
})
test.afterAll(() => site.remove())

/** Opens the pages with the link that `foldout operate` prints. */
async function openPages(page: Page) {
  const { link } = await site.runAdmin('operate', '--as', 'Robin')
  await page.goto(link.replace(/^http:\/\/[^/]+/, `http://localhost:${port}`))
  await expect(page).toHaveURL('/operate/open')
  await expect(page.getByRole('button', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return link as string
}

const openPage = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

/** Opens the form of an action, fills its fields and sends it. */
async function act(container: Page | Locator, name: string, fields: Record<string, string> = {}) {
  const action = container
    .locator('summary')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')
    .first()
  if ((await action.getAttribute('open')) === null) await action.locator('summary').click()
  for (const [label, value] of Object.entries(fields)) {
    const field = action.getByLabel(label)
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
    else if ((await field.getAttribute('type')) === 'checkbox') await field.check()
    else await field.fill(value)
  }
  await action.getByRole('button', { name, exact: true }).click()
}

const done = (page: Page) => page.getByRole('status')

async function registerApproved(page: Page) {
  const member = await register(page.request)
  await site.runAdmin('member', 'approve', member.id, '--as', 'Robin')
  return member
}

test('an operator decides about a report, with the keyboard alone', async ({ page, browser }) => {
  const reporter = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const maker = await registerApproved(await reporter.newPage())
  const zine = await uploadAndPublish(reporter.request, uniqueName('Street'), 'photo.avif')
  await callApi(reporter.request, 'post', '/api/reports', {
    zineId: zine.id,
    reason: 'private',
    words: 'Page 2.',
  }).catch(() => undefined)
  const guest = await browser.newContext({ baseURL: `http://localhost:${port}` })
  await callApi(guest.request, 'post', '/api/reports', {
    zineId: zine.id,
    reason: 'private',
    words: 'My street is on page 2.',
  })

  await openPages(page)
  await expectAccessible(page, 'the overview')
  await tabTo(page, page.getByRole('row', { name: /Reports/ }).getByRole('link'))
  await page.keyboard.press('Enter')
  const entry = page.getByRole('row', { name: /My street is on page 2/ }).getByRole('link')
  await tabTo(page, entry)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: zine.title })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pages' }).getByRole('img')).toHaveCount(1)
  await expectAccessible(page, 'a report')

  await tabTo(page, page.locator('summary', { hasText: 'Decide' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Action'))
  await page.keyboard.press('h')
  await tabTo(page, page.getByRole('button', { name: 'Decide' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Its creator needs a reason.')
  await expectAccessible(page, 'a decision without a reason')
  await page.getByLabel('Reason').fill('Page 2 shows a home.')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(done(page)).toContainText('It is hidden, and its creator gets an email.')
  await expect(done(page)).toBeFocused()
  expect((await guest.request.get(`/api/zines/${zine.id}`)).status()).toBe(404)

  await openPage(page, 'Audit log')
  await expect(page.getByRole('row', { name: /Zine hidden/ })).toContainText('Robin')
  await expectAccessible(page, 'the audit log')
  expect(maker.id).toBeTruthy()
  await Promise.all([reporter.close(), guest.close()])
})

test('an operator looks after members, zines, mail, backups and an announcement', async ({ page, browser }) => {
  const newcomer = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const member = await register(newcomer.request)
  await openPages(page)

  await openPage(page, 'Members')
  await page.getByLabel('Waiting for approval').check()
  await page.getByRole('button', { name: 'Filter' }).first().click()
  await page.getByRole('link', { name: member.username }).click()
  await act(page, 'Approve')
  await expect(done(page)).toContainText(`${member.username} is approved`)
  await act(page, 'Send a reset link')
  await expect(done(page)).toContainText('was emailed')
  await act(page, 'Sign out')
  await expect(done(page)).toContainText('is signed out on all devices')
  await act(page, 'Suspend', { Reason: 'Spam.' })
  await expect(done(page)).toContainText('is suspended')
  await expectAccessible(page, 'a suspended member')
  await act(page, 'End the suspension')
  await expect(done(page)).toContainText('is no longer suspended')
  await act(page, 'Remove')
  await expect(page.getByRole('alert')).toContainText(`This would permanently remove ${member.username}`)
  await expect(done(page)).toHaveCount(0)
  await act(page, 'Remove', { Confirm: 'yes' })
  await expect(done(page)).toContainText('is removed, and gets an email')

  await openPage(page, 'Members')
  await act(page, 'Create an invite', { People: '5', Note: 'For the fair' })
  await expect(done(page).getByRole('link')).toHaveText(/\?invite=/)
  const invite = page.getByRole('row', { name: /For the fair/ })
  // Neither reloading nor going back sends the form again.
  await page.reload()
  await openPage(page, 'Settings')
  await page.goBack()
  await expect(invite).toHaveCount(1)
  await act(invite, 'Revoke')
  await expect(done(page)).toContainText('It can no longer be used.')

  await act(page, 'Create an account', { Username: 'kim_of_the_fair', 'Email address': 'kim@mail.example' })
  await expect(done(page)).toContainText('The account kim_of_the_fair was created.')
  await act(page, 'Block an email domain', { Domain: 'spam.example' })
  await expect(done(page)).toContainText('Addresses at spam.example are blocked.')
  await act(page.getByRole('row', { name: /spam\.example/ }), 'Unblock')
  await expect(done(page)).toContainText('Addresses at spam.example are allowed again.')
  const refused = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const { username } = await register(refused.request)
  await openPage(page, 'Members')
  await page.getByRole('link', { name: username }).click()
  await act(page, 'Refuse', { Reason: 'Not a person.' })
  await expect(done(page)).toContainText(`${username} is refused`)
  await expect(page.getByRole('heading', { name: 'Invites' })).toBeVisible()

  const creator = await browser.newContext({ baseURL: `http://localhost:${port}` })
  await registerApproved(await creator.newPage())
  const zine = await uploadAndPublish(creator.request, uniqueName('Needles'), 'photo.avif')
  await openPage(page, 'Zines')
  await page.getByLabel('Search').fill(zine.title)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('row', { name: zine.title }).getByRole('link').first().click()
  await act(page, 'Set the content note', { Note: 'Needles', Reason: 'Page 1.' })
  await expect(done(page)).toContainText('has the content note')
  await act(page, 'Hide', { Reason: 'A letter.' })
  await expect(done(page)).toContainText('is hidden')
  await act(page, 'Show again')
  await expect(done(page)).toContainText('is visible again')
  await expectAccessible(page, 'a zine')
  await act(page, 'Block its pictures', { Note: 'Needles' })
  await expect(done(page)).toContainText('It is blocked.')
  await act(page, 'Remove', { Reason: 'A letter.', Confirm: 'yes' })
  await expect(done(page)).toContainText('is removed, and its creator gets an email')
  await act(page.getByRole('row', { name: /Needles/ }), 'Unblock')
  await expect(done(page)).toContainText('It is unblocked.')

  await openPage(page, 'Mail and jobs')
  await act(page, 'Send a test email', { Address: 'robin@mail.example' })
  await expect(done(page)).toContainText('saved as a file')
  await act(page, 'Retry all failed emails')
  await expect(done(page)).toContainText('has failed.')
  await act(page, 'Retry all failed jobs')
  await expect(done(page)).toContainText('No job has failed.')
  await expectAccessible(page, 'mail and jobs')
  await openPage(page, 'Backups')
  await act(page, 'Make a backup now')
  await expect(done(page)).toContainText('A backup is requested.')
  await expect(async () => {
    await openPage(page, 'Backups')
    await expect(page.getByRole('row')).toHaveCount(2, { timeout: 100 })
  }).toPass()
  await openPage(page, 'Announcement')
  await act(page, 'Announce', { Text: 'Closed on Friday.' })
  await expect(done(page)).toContainText('is shown at the top of every page')
  await act(page, 'Remove')
  await expect(done(page)).toContainText('The announcement is removed.')
  await openPage(page, 'Settings')
  await expect(page.getByRole('row', { name: 'SIGN_UPS' })).toContainText('approval')
  await expectAccessible(page, 'the settings')
  await Promise.all([newcomer.close(), refused.close(), creator.close()])
})

test('the pages open in one browser, and no other site can use or show them', async ({ page, browser }) => {
  const link = await openPages(page)
  const other = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage()
  await other.goto(link.replace(/^http:\/\/[^/]+/, `http://localhost:${port}`))
  await other.getByRole('button', { name: 'Open' }).click()
  await expect(other.getByRole('alert')).toHaveText('This link has expired or was used before.')
  await other.goto('/operate/members')
  await expect(other.getByRole('navigation')).toHaveCount(0)
  await other.context().close()

  // Another site, in the browser that has the session.
  const attack = `<form method="post" action="http://localhost:${port}/operate/announcement"><input name="command" value="announce"><input name="text" value="Attacked"></form><iframe src="http://localhost:${port}/operate"></iframe>`
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: attack }))
  const evil = await page.context().newPage()
  await evil.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: attack }))
  await evil.goto('http://evil.example/')
  expect(await evil.frames()[1]?.locator('nav').count()).toBe(0)
  const [answer] = await Promise.all([
    evil.waitForResponse(/announcement/),
    evil.evaluate(() => document.querySelector('form')?.submit()),
  ])
  expect(answer.status()).toBe(403)
  expect(await site.runAdmin('announcement', 'show')).toEqual({ says: 'There is no announcement.' })

  await page.getByRole('button', { name: 'End the session' }).click()
  await expect(page).toHaveURL('/operate/open')
  await page.goto('/operate')
  await expect(page.getByRole('alert')).toContainText('There is no open session.')
})
