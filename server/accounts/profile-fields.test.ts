import { describe, expect, test } from 'vitest'
import type { UserProfile } from '#contract/creators.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const member = await site.signUp()

const updateProfile = (body: object) =>
  site.put<{ user: UserProfile; error?: string }>(`/api/users/${member.id}`, body, member)
const written = async () => {
  const sql = 'select name, bio, website_url, contact_email, contact_website from profiles where user_id = $1'
  return (await site.sql(sql, member.id))[0]
}

const start = 'Please enter a web address that starts with https://.'
const credentials = 'Please enter a web address without a username or password.'
const wrongWebsites = [
  ...[
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org',
    'mailto:a@example.org',
    '//example.org',
    '/profile/x',
    'example.org',
    'https:example.org',
    'https:/example.org',
    'https:///example.org',
    'https:\\\\example.org',
    'https://',
    'https://?',
    'https://example.org\\@evil.example',
    'https://.',
    'https://localhost',
    'https://example.org:99999',
    'https://exa mple.org',
    'https://example.org/a b',
    'https://exam\tple.org',
    'https://example.org/\r\nset-cookie: a=b',
    'https://example.org/\u202Egnp.exe',
    'https://exam\u200Bple.org',
  ].map((website) => [website, start] as const),
  ['https://user:secret@example.org', credentials],
  ['https://example.org@evil.example', credentials],
  ['https://@evil.example', credentials],
  [`https://example.org/${'x'.repeat(500)}`, 'The website can be at most 500 characters long.'],
  [`https://example.org/${'ж'.repeat(300)}`, 'The website can be at most 500 characters long.'],
  [7, 'The website must be text.'],
  [['https://example.org'], 'The website must be text.'],
] as const

const invalidEmailMessage = 'Please enter a valid email address.'
const wrongEmails = [
  'nobody',
  'a@b',
  'a@@example.org',
  '.a@example.org',
  'a..b@example.org',
  'a!b@example.org',
  'a@example.org, b@example.org',
  'a@example.org;b@example.org',
  'a@example.org b@example.org',
  'a@example.org\r\nBcc: b@example.org',
  'a@example.org%0aBcc:b@example.org',
  'a@example.org?subject=x&bcc=b@example.org',
  'mailto:a@example.org',
  'Name <a@example.org>',
  '"a b"@example.org',
  'a\u202E@example.org',
  'а@example.org',
]

describe('a profile field', () => {
  test.each<[change: object, error: string]>([
    ...wrongWebsites.map(([value, error]): [object, string] => [{ websiteUrl: value }, error]),
    ...wrongWebsites.map(([value, error]): [object, string] => [{ contactInfo: { website: value } }, error]),
    ...wrongEmails.map((value): [object, string] => [{ contactInfo: { email: value } }, invalidEmailMessage]),
    [{ name: 'x'.repeat(81) }, 'The name can be at most 80 characters long.'],
    [{ bio: 'x'.repeat(2001) }, 'The bio can be at most 2000 characters long.'],
    [{ name: 'null\u0000' }, 'The name contains a character that cannot be stored.'],
    [{ bio: 'half \ud800' }, 'The bio contains a character that cannot be stored.'],
    [{ name: ['x'] }, 'The name must be text.'],
  ])('refuses %j, and writes nothing', async (change, error) => {
    const before = await written()
    expect(await updateProfile({ bio: 'Not written.', ...change })).toMatchObject({
      status: 400,
      body: { error },
    })
    expect(await written()).toEqual(before)
  })

  test.each([
    ['  https://Example.ORG/Zines ', 'https://example.org/Zines'],
    ['HTTPS://example.org', 'https://example.org'],
    ['https://example.org/', 'https://example.org'],
    ['http://example.org:80/a/../b?c=d#e', 'http://example.org/b?c=d#e'],
    ['https://xn--exmple-cua.example', 'https://xn--exmple-cua.example'],
    ['https://müller.example/ж', 'https://xn--mller-kva.example/%D0%B6'],
    ['https://example.org/@wren', 'https://example.org/@wren'],
    ['https://example.org?q="><script>', 'https://example.org/?q=%22%3E%3Cscript%3E'],
    ['', null],
    ['   ', null],
  ])('stores the website %j unchanged', async (input, stored) => {
    const { status, body } = await updateProfile({ websiteUrl: input, contactInfo: { website: input } })
    expect(status).toBe(200)
    expect([body.user.websiteUrl, body.user.contactInfo.website]).toEqual([stored, stored])
  })

  test.each([
    ['Wren\u202Enimda', 'Wrennimda'],
    ['\u2066Wren\u2069 \u200F\u200E', 'Wren'],
    ['W\u200Bre\u200Dn\uFEFF', 'Wren'],
    ['Wr\u00ADen\u2060\u{E0041}', 'Wren'],
    ['Wren\r\nFoldout\u2028staff', 'Wren Foldout staff'],
    ['\u200B\u2063\u3164', null],
    ['\u034F', null],
    ['\u2800\u17B4\uFFF0', null],
    ['\uFE0F\u180B\u{1D173}', null],
    ['\u0301', null],
    ['葛\u{E0100}飾 \u2764\uFE0F', '葛\u{E0100}飾 \u2764\uFE0F'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['क्\u200Dष', 'क्\u200Dष'],
    ['Ana 👩🏽\u200D🚀 🏳️\u200D🌈', 'Ana 👩🏽\u200D🚀 🏳️\u200D🌈'],
    ['<b onclick=alert(1)>Wren</b>', '<b onclick=alert(1)>Wren</b>'],
    ['&lt;Wren&amp;', '&lt;Wren&amp;'],
  ])('stores the visible part of the name %j as text', async (given, kept) => {
    expect((await updateProfile({ name: given })).body.user.name).toBe(kept)
  })

  test('stores the line breaks of a bio, and removes text direction marks', async () => {
    const bio = '<script>alert("1")</script>\r\nTwo\u0007 lines\u202E.\n\n\u200BThree\u2067?  '
    expect((await updateProfile({ bio })).body.user.bio).toBe('<script>alert("1")</script>\nTwo lines.\n\nThree?')
  })
})

test('the bio given at registration is read the same way', async () => {
  const body = {
    email: 'wren@example.org',
    username: 'wren_again',
    password: 'long enough',
    bio: 'Zines\u202E and moths',
  }
  const { body: created } = await site.post<{ user: { id: string } }>('/api/auth/sign-up/email', body)
  const { body: read } = await site.get<{ user: UserProfile }>(`/api/users/${created.user.id}`)
  expect(read.user.bio).toBe('Zines and moths')
})
