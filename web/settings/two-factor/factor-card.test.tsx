import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { card, fakeSettings, oneFactor, openSettings, said } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const factor = card('Two-Factor')
const sheet = page.getByRole('dialog')
const enroll = '/api/auth/factors/enroll'
const unenroll = '/api/auth/factors/unenroll'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('an account without a password is not asked for one', async () => {
  server.answers['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  server.answers[enroll] = { id: '1', type: 'totp', uri: 'otpauth://totp/Foldout', secret }
  await openSettings()
  await factor.getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect.element(sheet.getByLabelText('Code')).toBeVisible()
  expect(server.bodyOf(enroll)).toEqual({})
})

test.each([
  [3, true],
  [4, false],
])('with %i recovery codes left, whether to take new ones is said: %s', async (recoveryCodesLeft, isSaid) => {
  server.answers['/api/auth/factors'] = { ...oneFactor, recoveryCodesLeft }
  await openSettings()
  await expect.element(factor.getByText(`${recoveryCodesLeft} recovery codes left`)).toBeVisible()
  expect(factor.getByText(/Take new ones in time/).elements()).toHaveLength(isSaid ? 1 : 0)
})

test('an account without a password gives a code alone', async () => {
  server.answers['/api/auth/factors'] = oneFactor
  server.answers['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  await openSettings()
  await factor.getByRole('button', { name: 'Turn Off' }).click()
  await expect.element(sheet.getByLabelText('Code')).toHaveFocus()
  await sheet.getByLabelText('Code').fill('123 456')
  await sheet.getByRole('button', { name: 'Turn Off' }).click()
  await said({ title: 'Two-factor is off' })
  expect(server.bodyOf(unenroll)).toEqual({ code: '123456' })
})
