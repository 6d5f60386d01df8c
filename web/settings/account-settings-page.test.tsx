import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectToast, expectVisible, heading } from '#web/site/expectations.testing.ts'
import { errorResponse, member, signInOnSheet } from '#web/site/site.testing.tsx'
import { card, fakeSettings, openSettings, phone, thisDevice } from './settings-fake.testing.tsx'

const server = fakeSettings()

test('a guest is denied access, signs in and is there', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await openSettings()
  await expectVisible(page.getByRole('heading', { name: 'Access Denied' }))
  await expectVisible('You need to be logged in to access account settings.')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  server.responses['/api/auth/user'] = { user: member }
  await signInOnSheet()
  await expectVisible(heading('Account Settings'))
  await expectGone(page.getByRole('dialog'))
  await expectVisible('at /account-settings')
})

test('a card that failed to load says so and can be loaded again, and the rest of the page works', async () => {
  server.responses['/api/auth/sessions'] = errorResponse('internal', 'Something went wrong.')
  await openSettings()
  const devices = card('Devices')
  await expectVisible(devices.getByText(/Could not load your devices/))
  await expect.element(card('Username').getByLabelText('Username')).toHaveValue('wren')
  server.responses['/api/auth/sessions'] = { sessions: [thisDevice] }
  await devices.getByRole('button', { name: 'Try again to load your devices' }).click()
  await expectVisible(devices.getByText('Firefox on Linux'))
  await expect.element(devices).toHaveFocus()
})

test('a card that cannot be shown says so in its place, and the rest of the page works', async () => {
  server.responses['/api/auth/sessions'] = { sessions: [{ ...thisDevice, lastUsedAt: 'no time' }] }
  await openSettings()
  await expectVisible('This part of the page could not be shown.')
  await expect.element(card('Username').getByLabelText('Username')).toHaveValue('wren')
})

test('another device is signed out once the server confirms it', async () => {
  const path = `/api/auth/sessions/${phone.id}`
  server.responses[path] = errorResponse('too_many_requests', 'Please wait a moment.')
  await openSettings()
  const devices = card('Devices')
  await expectVisible(devices.getByText('This device'))
  const button = devices.getByRole('button', { name: 'Sign Out Safari on iOS' })
  await expect.element(devices.getByRole('button')).toHaveLength(1)
  await button.click()
  await expectToast({ title: 'Not signed out', description: 'Please wait a moment.', variant: 'destructive' })
  await expectVisible(devices.getByText('Safari on iOS').first())
  server.responses[path] = { success: true }
  await button.click()
  await expectGone(button)
  await expectToast({ title: 'Signed out', description: 'Safari on iOS is signed out.' })
  await expect.element(devices).toHaveFocus()
})

test('storage use and quota are shown, as a bar and in words', async () => {
  await openSettings()
  const space = card('Space')
  const bar = space.getByRole('meter', { name: '300 of 2,048 MB used' })
  await expect.element(bar).toHaveAttribute('max', String(2048 * 1024 * 1024))
  await expectVisible(space.getByText('300 of 2,048 MB used').first())
  await expectVisible(space.getByText('3 of 1,024 MB of text'))
  await expectVisible(space.getByText('12 of 20,000 zines'))
  await expectGone(space.getByText(/focus session/))
})
