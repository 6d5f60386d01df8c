import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse } from '#web/site/site.testing.tsx'
import { card, describedBy, fakeSettings, oneFactor, openSettings, thisDevice } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const factor = card('Two-Factor')
const sheet = page.getByRole('dialog')
const enroll = '/api/auth/factors/enroll'
const renew = '/api/auth/factors/recovery-codes'
const unenroll = '/api/auth/factors/unenroll'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('an account without a password is not asked for one', async () => {
  server.responses['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  server.responses[enroll] = { id: thisDevice.id, type: 'totp', uri: 'otpauth://totp/Foldout', secret }
  await openSettings()
  await factor.getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expectVisible(sheet.getByLabelText('Code'))
  expect(server.bodyOf(enroll)).toEqual({})
})

test.each([
  [3, true],
  [4, false],
])('with %i recovery codes left, whether to take new ones is said: %s', async (recoveryCodesLeft, hasHint) => {
  server.responses['/api/auth/factors'] = { ...oneFactor, recoveryCodesLeft }
  await openSettings()
  await expectVisible(factor.getByText(`${recoveryCodesLeft} recovery codes left`))
  expect(factor.getByText(/Get new ones before you run out/).elements()).toHaveLength(hasHint ? 1 : 0)
})

test('new recovery codes require a code of the app, and closing them asks first', async () => {
  server.responses['/api/auth/factors'] = oneFactor
  server.responses[renew] = errorResponse('wrong_code', 'This code is wrong.')
  await openSettings('/account-settings', ['/before'])
  await factor.getByRole('button', { name: 'New Recovery Codes' }).click()
  await expect.element(sheet.getByLabelText('Password')).toHaveFocus()
  await sheet.getByLabelText('Password').fill('mothmoth')
  const submitButton = sheet.getByRole('button', { name: 'Get New Codes' })
  const code = sheet.getByLabelText('Code')
  await submitButton.click()
  await expect.element(code).toHaveAccessibleDescription(describedBy('Please enter a code.'))
  await code.fill('000000')
  await submitButton.click()
  await expectToast({ title: 'No new recovery codes', description: 'This code is wrong.' })
  await expect.element(code).toHaveAccessibleDescription(describedBy('This code is wrong.'))
  server.responses[renew] = { recoveryCodes: ['moth-aaaa', 'moth-bbbb'] }
  await submitButton.click()
  await expectVisible(sheet.getByText('moth-aaaa'))

  const question = page.getByRole('alertdialog', { name: 'Leave Without the Codes?' })
  const backButton = page.getByRole('button', { name: 'Go back', includeHidden: true })
  for (const exit of [sheet.getByRole('button', { name: 'Close' }), backButton]) {
    ;(exit.element() as HTMLElement).click()
    await question.getByRole('button', { name: 'Back to the Codes' }).click()
    await expectVisible(sheet.getByText('moth-bbbb'))
  }
  ;(backButton.element() as HTMLElement).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectVisible('at /before')
})

test('an account without a password enters only a code', async () => {
  server.responses['/api/auth/factors'] = oneFactor
  server.responses['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  await openSettings()
  await factor.getByRole('button', { name: 'Turn Off' }).click()
  await expect.element(sheet.getByLabelText('Code')).toHaveFocus()
  await sheet.getByLabelText('Code').fill('123 456')
  await sheet.getByRole('button', { name: 'Turn Off' }).click()
  await expectToast({ title: 'Two-factor is off' })
  expect(server.bodyOf(unenroll)).toEqual({ code: '123456' })
})
