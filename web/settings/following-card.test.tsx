import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, member, memberId } from '#web/site/site.testing.tsx'
import { card, fakeSettings, openSettings, subscriptions, success } from './settings-fake.testing.tsx'

const server = fakeSettings()
const following = card('Following')
const path = `/api/users/${memberId}/subscriptions`
const digestPath = `/api/users/${memberId}/digest`
const feedPath = `/api/users/${memberId}/following-feed`
const feedUrl = 'https://zines.example/feeds/following.atom?key=moths'
const renewedUrl = 'https://zines.example/feeds/following.atom?key=lamps'
const dialog = page.getByRole('alertdialog')
const address = following.getByLabelText('Private feed')

test('the digest is off until the member chooses it, and a choice that failed is undone', async () => {
  await openSettings()
  await expect.element(following.getByRole('radio', { name: 'Off' })).toBeChecked()
  await expectVisible(following.getByText('Goes to wren@moths.example, only when there is something new.'))
  server.responses[digestPath] = errorResponse('unavailable', 'Please try again in a moment.')
  await following.getByText('Weekly').click()
  await expectToast({
    title: 'Email digest not changed',
    description: 'Please try again in a moment.',
    variant: 'destructive',
  })
  await expect.element(following.getByRole('radio', { name: 'Off' })).toBeChecked()
  server.responses[digestPath] = success
  await following.getByText('Daily').click()
  await expect.element(following.getByRole('radio', { name: 'Daily' })).toBeChecked()
  expect(server.requests.findLast((request) => request.path === digestPath)?.body).toEqual({ digest: 'daily' })
})

test('an unconfirmed address gets no digest, and the card says so', async () => {
  server.responses['/api/auth/user'] = { user: { ...member, emailVerified: false } }
  await openSettings()
  await expectVisible(following.getByText('Confirm your email address first. Until then, no digest is sent.'))
})

test('a site without email offers only the feed', async () => {
  server.responses[path] = { ...subscriptions, canSendDigest: false }
  await openSettings()
  await expectVisible(following.getByText('This site does not send email, so there is no email digest.'))
  await expectGone(following.getByRole('radio'))
  await expectVisible(following.getByRole('button', { name: 'Create Address' }))
})

test('a member creates the address of the feed, renews it and switches it off', async () => {
  server.responses[`POST ${feedPath}`] = { feedUrl }
  await openSettings()
  await following.getByRole('button', { name: 'Create Address' }).click()
  await expect.element(address).toHaveValue(feedUrl)
  await expect.element(following).toHaveFocus()
  await expectVisible(following.getByRole('button', { name: 'Copy Address' }))

  server.responses[`POST ${feedPath}`] = { feedUrl: renewedUrl }
  await following.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(address).toHaveValue(feedUrl)
  await following.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await expectToast({ title: 'Address renewed', description: 'Copy it into your feed reader.' })
  await expect.element(address).toHaveValue(renewedUrl)

  server.responses[`DELETE ${feedPath}`] = success
  await following.getByRole('button', { name: 'Switch Off' }).click()
  await dialog.getByRole('button', { name: 'Switch Off' }).click()
  await expectToast({ title: 'Feed switched off', description: 'Its address no longer works.' })
  await expectVisible(following.getByRole('button', { name: 'Create Address' }))
  await expectGone(address)
  await expect.element(following).toHaveFocus()
})

test('the address is shown after the password, and again on the next visit', async () => {
  server.responses[path] = { ...subscriptions, hasFeed: true }
  const needed = errorResponse('confirmation_needed', 'You signed in a while ago. Please enter your password again.')
  server.responses[`GET ${feedPath}`] = needed
  await openSettings()
  await expectGone(address)
  await following.getByRole('button', { name: 'Show Address' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(address)
  await following.getByRole('button', { name: 'Show Address' }).click()
  await question.getByLabelText('Password', { exact: true }).fill('moths at night')
  server.responses[`GET ${feedPath}`] = { feedUrl }
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(address).toHaveValue(feedUrl)

  server.responses[`POST ${feedPath}`] = needed
  await following.getByRole('button', { name: 'Renew' }).click()
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await question.getByLabelText('Password', { exact: true }).fill('moths at night')
  server.responses[`POST ${feedPath}`] = { feedUrl: renewedUrl }
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(address).toHaveValue(renewedUrl)
})

test('an address that could not be created says why', async () => {
  server.responses[`POST ${feedPath}`] = errorResponse('storage_full', 'The server’s disk is full.')
  await openSettings()
  await following.getByRole('button', { name: 'Create Address' }).click()
  await expectToast({ title: 'Address not created', description: 'The server’s disk is full.', variant: 'destructive' })
  await expectVisible(following.getByRole('button', { name: 'Create Address' }))
})
