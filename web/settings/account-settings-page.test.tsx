import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { heading, isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { member, refusal, signInOnSheet } from '#web/site/site.testing.tsx'
import { card, fakeSettings, here, openSettings, phone } from './settings-fake.testing.tsx'

const server = fakeSettings()

test('a guest is denied access, signs in and is there', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await openSettings()
  await isSeen(page.getByRole('heading', { name: 'Access Denied' }))
  await isSeen('You need to be logged in to access account settings.')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  server.answers['/api/auth/user'] = { user: member }
  await signInOnSheet()
  await isSeen(heading('Account Settings'))
  await isGone(page.getByRole('dialog'))
  await isSeen('at /account-settings')
})

test('a card that failed to load says so and can be loaded again, and the rest of the page works', async () => {
  server.answers['/api/auth/sessions'] = refusal(500, 'Something went wrong.', 'internal')
  await openSettings()
  const devices = card('Devices')
  await isSeen(devices.getByText(/Could not load your devices/))
  await expect.element(card('Username').getByLabelText('Username')).toHaveValue('wren')
  server.answers['/api/auth/sessions'] = { sessions: [here] }
  await devices.getByRole('button', { name: 'Try again to load your devices' }).click()
  await isSeen(devices.getByText('Firefox on Linux'))
  await expect.element(devices).toHaveFocus()
})

test('a card that cannot be shown says so in its place, and the rest of the page works', async () => {
  server.answers['/api/auth/sessions'] = { sessions: [{ ...here, lastUsedAt: 'no time' }] }
  await openSettings()
  await isSeen('This part of the page could not be shown.')
  await expect.element(card('Username').getByLabelText('Username')).toHaveValue('wren')
})

test('another device is signed out once the server confirms it', async () => {
  const path = `/api/auth/sessions/${phone.id}`
  server.answers[path] = refusal(429, 'Please wait a moment.', 'too_many_requests')
  await openSettings()
  const devices = card('Devices')
  await isSeen(devices.getByText('This device'))
  const button = devices.getByRole('button', { name: 'Sign Out Safari on iOS' })
  await expect.element(devices.getByRole('button')).toHaveLength(1)
  await button.click()
  await said({ title: 'Not signed out', description: 'Please wait a moment.', variant: 'destructive' })
  await isSeen(devices.getByText('Safari on iOS').first())
  server.answers[path] = { success: true }
  await button.click()
  await isGone(button)
  await said({ title: 'Signed out', description: 'Safari on iOS is signed out.' })
  await expect.element(devices).toHaveFocus()
})

test('storage use and quota are shown, as a bar and in words', async () => {
  await openSettings()
  const space = card('Space')
  const bar = space.getByRole('meter', { name: '300 of 2,048 MB used' })
  await expect.element(bar).toHaveAttribute('max', String(2048 * 1024 * 1024))
  await isSeen(space.getByText('300 of 2,048 MB used').first())
  await isSeen(space.getByText('3 of 1,024 MB of text'))
  await isSeen(space.getByText('12 of 20,000 zines'))
  await isGone(space.getByText(/focus session/))
})
