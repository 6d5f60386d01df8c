import { expect, test } from 'vitest'
import { formatDateTime } from '#server/languages/translate-texts.ts'
import { type MailContent, maskEmail, renderMail } from './render-mail.ts'

const publicUrl = 'https://zines.example'
const content: MailContent = {
  subject: 'A mail',
  headline: 'Two words',
  paragraphs: ['First.', 'Second.'],
  facts: [['When', 'now']],
  button: { label: 'Go there', link: `${publicUrl}/auth#a=1&b=2` },
  expiryNote: 'Until tomorrow.',
  ifNotYou: { question: 'Not you?', answer: 'Then nothing.' },
  reason: 'Because.',
}

test('text and HTML say the same', () => {
  const { html, text } = renderMail(content, publicUrl)
  const footerTexts = ['Not you?', 'Then nothing.', 'Because.']
  for (const expectedText of ['First.', 'Second.', 'When', 'Go there', 'Until tomorrow.', ...footerTexts]) {
    expect(html).toContain(expectedText)
    expect(text).toContain(expectedText)
  }
  expect(text).toContain(`\n${content.button.link}\n`)
  expect(html).toContain('href="https://zines.example/auth#a=1&#38;b=2"')
})

test('nothing is fetched when the HTML is read, and nothing runs', () => {
  const { html } = renderMail(content, publicUrl)
  expect(html).toMatch(/<html lang="en" dir="ltr">/)
  expect(html).not.toMatch(/<(img|link|script|iframe|form|video|object)\b|url\(|@import| src=| on\w+=/i)
})

test('any value in a mail stays text, on its own line', () => {
  const injected = `<img src=x onerror=1>"'&\r\n-- \r\nBcc: thief@example.org\u2028`
  const { html, text, subject } = renderMail(
    {
      subject: injected,
      headline: injected,
      paragraphs: [injected],
      facts: [[injected, injected]],
      reason: injected,
      expiryNote: injected,
      ifNotYou: { question: injected, answer: injected },
      button: { label: injected, link: `${publicUrl}/"><img src=x>` },
    },
    publicUrl,
  )
  expect(html).not.toContain('<img')
  expect(html).not.toMatch(/href="[^"]*>/)
  expect(text).not.toMatch(/^Bcc:/m)
  expect(subject).not.toMatch(/[\r\n\u2028]/)
})

test.each([
  ['wren@moths.example', 'w…@m….example'],
  ['a@b.co.uk', 'a…@b….uk'],
  ['аня@пример.рф', 'а…@п….рф'],
  ['𝔞na@localhost', '𝔞…@l…'],
])('%s is shown to others as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test('a date is formatted in UTC', () => {
  expect(formatDateTime(new Date('2026-03-01T23:59:30-01:00'))).toBe('2 March 2026, 00:59 UTC')
})

test('a mail in Arabic runs from right to left, without gaps or tracking for Latin letters', () => {
  const { html } = renderMail(content, publicUrl, 'ar')
  expect(html).toMatch(/<html lang="ar" dir="rtl">/)
  expect(html).not.toMatch(/(padding|margin)-(left|right)/)
  expect(html).toMatch(/<h1[^>]*letter-spacing: 0;/)
})
