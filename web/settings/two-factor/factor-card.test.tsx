import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '#web/site/site.testing.tsx'
import {
  card,
  describedBy,
  done,
  fakeSettings,
  oneFactor,
  openSettings,
  said,
} from '../settings-fake.testing.tsx'

const server = fakeSettings()
const factor = card('Two-Factor')
const sheet = page.getByRole('dialog')
const enroll = '/api/auth/factors/enroll'
const verify = '/api/auth/factors/verify'
const renew = '/api/auth/factors/recovery-codes'
const unenroll = '/api/auth/factors/unenroll'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const recoveryCodes = ['moth-aaaa', 'moth-bbbb']
const wrongCode = refusal(400, 'This code is not right.', 'wrong_code')

async function toTheKey() {
  server.answers[enroll] = { id: '1', type: 'totp', uri: `otpauth://totp/Foldout?secret=${secret}`, secret }
  await openSettings()
  await factor.getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await sheet.getByLabelText('Password').fill('mothmoth')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect.element(sheet.getByLabelText('Code')).toHaveFocus()
}

async function toTheCodes() {
  await toTheKey()
  server.answers[verify] = { user: { id: '1' }, recoveryCodes }
  server.answers['/api/auth/factors'] = oneFactor
  await sheet.getByLabelText('Code').fill('123 456')
  await sheet.getByRole('button', { name: 'Turn On' }).click()
  await expect.element(sheet.getByText('moth-aaaa')).toBeVisible()
}

test('the key comes as a picture and as text', async () => {
  await toTheKey()
  expect(server.bodyOf(enroll)).toEqual({ password: 'mothmoth' })
  const picture = sheet.getByRole('img', { name: 'QR code of the key' })
  await expect.element(picture).toBeVisible()
  await (picture.element() as HTMLImageElement).decode()
  await expect.element(sheet.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
})

test('a wrong password is told at its field', async () => {
  server.answers[enroll] = refusal(400, 'Current password is incorrect', 'wrong_password')
  await openSettings()
  await factor.getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await sheet.getByLabelText('Password').fill('mothmoths')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect
    .element(sheet.getByLabelText('Password'))
    .toHaveAccessibleDescription(describedBy('Current password is incorrect'))
})

test('an account without a password is not asked for one', async () => {
  server.answers['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  server.answers[enroll] = { id: '1', type: 'totp', uri: 'otpauth://totp/Foldout', secret }
  await openSettings()
  await factor.getByRole('button', { name: 'Set Up Two-Factor' }).click()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect.element(sheet.getByLabelText('Code')).toBeVisible()
  expect(server.bodyOf(enroll)).toEqual({})
})

test('a wrong code is told at its field, and cancelling leaves nothing on', async () => {
  await toTheKey()
  server.answers[verify] = wrongCode
  await sheet.getByLabelText('Code').fill('123456')
  await sheet.getByRole('button', { name: 'Turn On' }).click()
  await said({ title: 'Two-factor not turned on', description: 'This code is not right.' })
  await expect
    .element(sheet.getByLabelText('Code'))
    .toHaveAccessibleDescription(describedBy('This code is not right.'))
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(factor.getByRole('button', { name: 'Set Up Two-Factor' })).toHaveFocus()
})

test('with the right code it is on, and the recovery codes are shown once', async () => {
  await toTheCodes()
  expect(server.bodyOf(verify)).toEqual({ code: '123456' })
  await said({ title: 'Two-factor is on' })
  const file = sheet.getByRole('link', { name: 'Download' })
  await expect.element(file).toHaveAttribute('download', 'foldout-recovery-codes.txt')
  expect(decodeURIComponent(file.element().getAttribute('href') ?? '')).toContain('moth-aaaa\nmoth-bbbb')
  await sheet.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(factor.getByText('On', { exact: true })).toBeVisible()
  await expect.element(factor.getByText('8 recovery codes left')).toBeVisible()
  await expect.element(factor).toHaveFocus()
})

test('leaving the recovery codes without having kept them asks', async () => {
  await toTheCodes()
  await sheet.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave Without the Codes?' })
  await question.getByRole('button', { name: 'Back to the Codes' }).click()
  await expect.element(sheet.getByText('moth-bbbb')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
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

test('new recovery codes are given for a code of the app', async () => {
  server.answers['/api/auth/factors'] = oneFactor
  server.answers[renew] = wrongCode
  await openSettings()
  await factor.getByRole('button', { name: 'New Recovery Codes' }).click()
  await expect.element(sheet.getByLabelText('Password')).toHaveFocus()
  await sheet.getByLabelText('Password').fill('mothmoth')
  await sheet.getByRole('button', { name: 'Get New Codes' }).click()
  await expect
    .element(sheet.getByLabelText('Code'))
    .toHaveAccessibleDescription(describedBy('Please enter a code.'))
  await sheet.getByLabelText('Code').fill('000000')
  await sheet.getByRole('button', { name: 'Get New Codes' }).click()
  await said({ title: 'No new recovery codes', description: 'This code is not right.' })
  server.answers[renew] = { recoveryCodes }
  await sheet.getByRole('button', { name: 'Get New Codes' }).click()
  await expect.element(sheet.getByText('moth-aaaa')).toBeVisible()
})

test('it is turned off with the password and a code', async () => {
  server.answers['/api/auth/factors'] = oneFactor
  server.answers[unenroll] = refusal(400, 'Current password is incorrect', 'wrong_password')
  await openSettings()
  await factor.getByRole('button', { name: 'Turn Off' }).click()
  await sheet.getByLabelText('Password').fill('mothmoths')
  await sheet.getByLabelText('Code').fill('moth-aaaa')
  await sheet.getByRole('button', { name: 'Turn Off' }).click()
  await expect
    .element(sheet.getByLabelText('Password'))
    .toHaveAccessibleDescription(describedBy('Current password is incorrect'))
  await sheet.getByLabelText('Password').fill('mothmoth')
  server.answers['/api/auth/factors'] = { factors: [], recoveryCodesLeft: 0 }
  server.answers[unenroll] = done
  await sheet.getByRole('button', { name: 'Turn Off' }).click()
  await said({ title: 'Two-factor is off' })
  const given = server.asked.findLast(({ path }) => path === unenroll)
  expect(given?.body).toEqual({ code: 'moth-aaaa', password: 'mothmoth' })
  await expect.element(factor.getByRole('button', { name: 'Set Up Two-Factor' })).toBeVisible()
  await expect.element(factor).toHaveFocus()
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
