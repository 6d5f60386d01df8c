import { expect, test } from 'vitest'
import { dateInWords, maskedEmail } from '#server/mail/render-mail.ts'

test.each([
  ['wren@moths.example', 'w…@m….example'],
  ['a@b.co.uk', 'a…@b….uk'],
  ['аня@пример.рф', 'а…@п….рф'],
  ['𝔞na@localhost', '𝔞…@l…'],
])('%s is shown to others as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})

test('a date is told in UTC', () => {
  expect(dateInWords(new Date('2026-03-01T23:59:30-01:00'))).toBe('2 March 2026, 00:59 UTC')
})
