import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isSeen, said } from '#web/site/seen.testing.ts'
import { refusal } from '#web/site/site.testing.tsx'
import { card, describedBy, fakeSettings, oneFactor, openSettings } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const factor = card('Two-Factor')
const sheet = page.getByRole('dialog')
const enroll = '/api/auth/factors/enroll'
const renew = '/api/auth/factors/recovery-codes'
const unenroll = '/api/auth/factors/unenroll'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

test('an account without a password is not asked for one', async () => {
  server.answers['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  server.answers[enroll] = { id: '1', type: 'totp', uri: 'otpauth://totp/Foldout', secret }
  await openSettings()
  await factor.getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await isSeen(sheet.getByLabelText('Code'))
  expect(server.bodyOf(enroll)).toEqual({})
})

test.each([
  [3, true],
  [4, false],
])('with %i recovery codes left, whether to take new ones is said: %s', async (recoveryCodesLeft, isSaid) => {
  server.answers['/api/auth/factors'] = { ...oneFactor, recoveryCodesLeft }
  await openSettings()
  await isSeen(factor.getByText(`${recoveryCodesLeft} recovery codes left`))
  expect(factor.getByText(/Get new ones before you run out/).elements()).toHaveLength(isSaid ? 1 : 0)
})

test('new recovery codes require a code of the app, and closing them asks first', async () => {
  server.answers['/api/auth/factors'] = oneFactor
  server.answers[renew] = refusal(400, 'This code is wrong.', 'wrong_code')
  await openSettings('/account-settings', ['/before'])
  await factor.getByRole('button', { name: 'New Recovery Codes' }).click()
  await expect.element(sheet.getByLabelText('Password')).toHaveFocus()
  await sheet.getByLabelText('Password').fill('mothmoth')
  const get = sheet.getByRole('button', { name: 'Get New Codes' })
  const code = sheet.getByLabelText('Code')
  await get.click()
  await expect.element(code).toHaveAccessibleDescription(describedBy('Please enter a code.'))
  await code.fill('000000')
  await get.click()
  await said({ title: 'No new recovery codes', description: 'This code is wrong.' })
  await expect.element(code).toHaveAccessibleDescription(describedBy('This code is wrong.'))
  server.answers[renew] = { recoveryCodes: ['moth-aaaa', 'moth-bbbb'] }
  await get.click()
  await isSeen(sheet.getByText('moth-aaaa'))

  const question = page.getByRole('alertdialog', { name: 'Leave Without the Codes?' })
  const goBack = page.getByRole('button', { name: 'Go back', includeHidden: true })
  for (const leave of [sheet.getByRole('button', { name: 'Close' }), goBack]) {
    ;(leave.element() as HTMLElement).click()
    await question.getByRole('button', { name: 'Back to the Codes' }).click()
    await isSeen(sheet.getByText('moth-bbbb'))
  }
  ;(goBack.element() as HTMLElement).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await isSeen('at /before')
})

test('an account without a password enters only a code', async () => {
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
