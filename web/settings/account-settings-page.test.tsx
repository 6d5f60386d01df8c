import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { member, memberId, refusal } from '#web/site/site.testing.tsx'
import { card, fakeSettings, here, openSettings, phone, said } from './settings-fake.testing.tsx'

const server = fakeSettings()

test('a guest is denied access, signs in and is there', async () => {
  server.answers['/api/auth/user'] = { user: null }
  server.answers['/api/auth/sign-in/email'] = { user: { id: memberId } }
  server.answers['/api/users/create-profile'] = { user: { id: memberId, username: 'wren' } }
  await openSettings()
  await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect.element(page.getByText('You need to be logged in to access account settings.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Email or username').fill('wren@moths.example')
  await dialog.getByLabelText('Password').fill('mothmoth')
  server.answers['/api/auth/user'] = { user: member }
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('at /account-settings')).toBeVisible()
})

test('what could not be read says so and can be tried again, and the rest of the page stands', async () => {
  server.answers['/api/auth/sessions'] = refusal(500, 'Something went wrong.', 'internal')
  await openSettings()
  const devices = card('Devices')
  await expect.element(devices.getByText(/Could not read your devices/)).toBeVisible()
  await expect.element(card('Username').getByLabelText('Username')).toHaveValue('wren')
  server.answers['/api/auth/sessions'] = { sessions: [here] }
  await devices.getByRole('button', { name: 'Try again to read your devices' }).click()
  await expect.element(devices.getByText('Firefox on Linux')).toBeVisible()
  await expect.element(devices).toHaveFocus()
})

test('a card that cannot be shown says so in its place, and the rest of the page stands', async () => {
  server.answers['/api/auth/sessions'] = { sessions: [{ ...here, lastUsedAt: 'no time' }] }
  await openSettings()
  await expect.element(page.getByText('This part of the page could not be shown.')).toBeVisible()
  await expect.element(card('Username').getByLabelText('Username')).toHaveValue('wren')
})

test('another device is signed out once the server says so', async () => {
  const path = `/api/auth/sessions/${phone.id}`
  server.answers[path] = refusal(429, 'Too many tries. Please wait a moment.', 'too_many_requests')
  await openSettings()
  const devices = card('Devices')
  await expect.element(devices.getByText('This device')).toBeVisible()
  const button = devices.getByRole('button', { name: 'Sign Out Safari on iOS' })
  await expect.element(devices.getByRole('button')).toHaveLength(1)
  await button.click()
  await said({
    title: 'Not signed out',
    description: 'Too many tries. Please wait a moment.',
    variant: 'destructive',
  })
  await expect.element(devices.getByText('Safari on iOS').first()).toBeVisible()
  server.answers[path] = { success: true }
  await button.click()
  await expect.element(button).not.toBeInTheDocument()
  await said({ title: 'Signed out', description: 'Safari on iOS is signed out.' })
  await expect.element(devices).toHaveFocus()
})

test('what is kept is shown of all that can be, as a bar and in words', async () => {
  await openSettings()
  const space = card('Space')
  const bar = space.getByRole('meter', { name: '300 of 2,048 MB used' })
  await expect.element(bar).toHaveAttribute('max', String(2048 * 1024 * 1024))
  await expect.element(space.getByText('300 of 2,048 MB used').first()).toBeVisible()
  await expect.element(space.getByText('3 of 1,024 MB of text')).toBeVisible()
  await expect.element(space.getByText('12 of 20,000 zines')).toBeVisible()
  await expect.element(space.getByText(/focus session/)).not.toBeInTheDocument()
})
