import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isMailbox, smtpServer } from './mail-settings.ts'

const read = (env: Record<string, string>) => readConfig({ SECRET: 'x'.repeat(32), ...env })

test('without settings mail comes from the public host name', () => {
  const config = read({ PUBLIC_URL: 'https://zines.example.org' })
  expect(config.smtpUrl).toBeUndefined()
  expect(config.mailFrom).toEqual({ name: 'Foldout', address: 'no-reply@zines.example.org' })
})

test.each([
  ['post@example.org', { name: '', address: 'post@example.org' }],
  ['<post@example.org>', { name: '', address: 'post@example.org' }],
  ['The Foldout desk <post@example.org>', { name: 'The Foldout desk', address: 'post@example.org' }],
  ['"Foldout, at night" <post@example.org>', { name: 'Foldout, at night', address: 'post@example.org' }],
])('%s is a sender', (text, sender) => {
  expect(read({ MAIL_FROM: text }).mailFrom).toEqual(sender)
})

test('a sender with a line break stops the start', () => {
  const MAIL_FROM = 'Foldout\r\nBcc: other@example.org <post@example.org>'
  expect(() => read({ MAIL_FROM })).toThrow('MAIL_FROM must be ')
})

test('an SMTP_URL is parsed, with its password decoded', () => {
  expect(smtpServer('smtps://ana%40example.org:p%2Fw@mail.example.org')).toEqual({
    host: 'mail.example.org',
    port: 465,
    secure: true,
    auth: { user: 'ana@example.org', pass: 'p/w' },
  })
  expect(smtpServer('smtp://[::1]:2525')).toEqual({ host: '::1', port: 2525, secure: false })
  expect(smtpServer('smtp://localhost')).toMatchObject({ port: 587 })
})

test('a mailbox is one address and nothing else', () => {
  expect(isMailbox('ana+zines@example.org')).toBe(true)
  expect(isMailbox('аня@пример.рф')).toBe(true)
  const invalidAddresses = ['a@b.org,c@d.org', 'a@b.org\r\nBcc: c@d.org', '<a@b.org>', 'a b@c.org', 'a@b@c.org', '']
  expect(invalidAddresses.filter(isMailbox)).toEqual([])
})
