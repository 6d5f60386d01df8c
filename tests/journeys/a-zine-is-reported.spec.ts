import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import {
  callApi,
  expect,
  press,
  register,
  type TestMember,
  test,
  toast,
  uniqueName,
  visit,
  waitForMail,
} from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

/** The links in a moderation email about a zine: hide, keep and remove. */
async function moderationLinks(title: string) {
  const { links } = await waitForMail('operator@example.org', new RegExp(title))
  const [hide = '', keep = '', remove = ''] = links.filter((link) => link.includes('/moderate#'))
  return { hide, keep, remove }
}

async function reportFromMenu(page: Page, words: string) {
  await press(page, 'More about this zine', 'Report this zine')
  const dialog = page.getByRole('dialog', { name: 'Report this zine' })
  await press(dialog, 'Send report')
  await expectAccessible(page, 'a report', dialog.getByText('Please choose what is wrong.'))
  await dialog.getByText('It reveals someone’s private information').click()
  await dialog.getByLabel('In your own words').fill(words)
  await press(dialog, 'Send report')
  await expect(toast(page, 'Report sent')).toBeVisible()
}

async function hideFromEmail(page: Page, title: string) {
  const { hide } = await moderationLinks(title)
  await page.goto(hide)
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page).toHaveURL('/moderate')
  await expect(page.getByText('My street is on page 2.')).toBeVisible()
  await press(page, 'Hide this zine')
  await expectAccessible(
    page,
    'a decision with an error',
    page.getByText('Please give a reason. The creator will see it.'),
  )
  await page.getByLabel(/^Reason/).fill('Page 2 shows a home.')
  await press(page, 'Hide this zine')
  const decidedHeading = page.getByRole('heading', { name: 'Decided' })
  await expect(decidedHeading).toBeFocused()
  // The second click of a double click hits the place where the button was.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(decidedHeading).toBeFocused()
  await page.goto('/')
  await page.goto(hide)
  await expectAccessible(page, 'a link that has ended', page.getByRole('heading', { name: 'This link has expired' }))
}

/** Replies through the link in the email, in a signed-out browser. */
async function replyFromEmail(page: Page, maker: TestMember) {
  const { links } = await waitForMail(maker.email, /was hidden/)
  const link = links.find((each) => each.includes('/reply#')) ?? ''
  await page.goto(link)
  await expect(page.getByText('Page 2 shows a home.')).toBeVisible()
  await expect(page).toHaveURL('/reply')
  await press(page, 'Send reply')
  await expectAccessible(page, 'an answer with an error', page.getByText('Please write something.'))
  await page.getByLabel('Your reply').fill('It is my own home.')
  await press(page, 'Send reply')
  await expect(page.getByRole('heading', { name: 'Reply sent' })).toBeFocused()
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByText('It is my own home.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send reply' })).toHaveCount(0)
}

test('a guest reports a zine, the operator hides it, its creator replies', async ({ page, browser }) => {
  const maker = await register(page.request)
  const zine = await publish(page.request, uniqueName('Street'), 'photo.avif', 'wide.webp')
  const context = await browser.newContext()
  const guest = await context.newPage()
  await visit(guest, `/profile/${maker.id}`)
  await press(guest, 'More about this creator', 'Report this creator')
  await guest.getByRole('dialog').getByText('It is spam').click()
  await expectAccessible(guest, 'a report of a creator')
  await press(guest, 'Send report')
  await expect(toast(guest, 'Report sent')).toBeVisible()
  await visit(guest, `/zine/${zine.id}`)
  await reportFromMenu(guest, 'My street is on page 2.')
  await hideFromEmail(guest, zine.title)
  expect((await guest.request.get(`/api/zines/${zine.id}`)).status()).toBe(404)

  await visit(page, `/zine/${zine.id}`)
  await expect(page.getByText('Not shown to others')).toBeVisible()
  await expectAccessible(page, 'a zine that is hidden', page.getByText('Page 2 shows a home.'))
  await replyFromEmail(guest, maker)
  await context.close()

  await page.getByRole('link', { name: 'reply on your profile' }).click()
  const rack = page.getByRole('region', { name: 'Not shown to others' })
  await expect(rack.getByRole('link', { name: zine.title })).toBeVisible()
  await page.getByText(`“${zine.title}” is hidden`).click()
  await expectAccessible(page, 'a decision on the profile', page.getByText('It is my own home.'))
})

test('a creator replies to a decision on the profile, once', async ({ page, otherRequest }) => {
  await register(page.request)
  const zine = await publish(page.request, uniqueName('Answered'))
  await callApi(otherRequest, 'post', '/api/reports', { zineId: zine.id, reason: 'spam' })
  await page.goto((await moderationLinks(zine.title)).keep)
  await page.getByLabel(/^Reason/).fill('It is a map.')
  await press(page, 'Keep this zine')
  await expect(page.getByRole('heading', { name: 'Decided' })).toBeVisible()
  await visit(page, '/profile')
  await page.getByText(`“${zine.title}” stays online`).click()
  await page.getByLabel('Your reply').fill('Thank you.')
  await press(page, 'Send reply')
  await expect(toast(page, 'Reply sent')).toBeVisible()
  await expect(page.getByText('Thank you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send reply' })).toHaveCount(0)
})
