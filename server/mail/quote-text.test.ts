import { expect, test } from 'vitest'
import { contentOf } from '#server/auth/account-mail/account-mail.texts.ts'
import type { AccountMail } from '#server/auth/account-mail/account-mail.ts'
import { pendingMembersMail } from '#server/auth/sign-ups/approval.ts'
import { replyEmail } from '#server/moderation/moderation.jobs.ts'
import { moderationEmailContent } from '#server/reports/reports.jobs.ts'
import { digestContent } from '#server/subscriptions/digest-mail.ts'
import { type MailContent, quoteText, renderMail } from './render-mail.ts'

test.each([
  ['Rain on the Roof', '“Rain on the Roof”'],
  ['No. 4: tea, v. 2 … and 12:30', '“No. 4: tea, v. 2 … and 12:30”'],
  ['東京。大阪', '“東京[.]大阪”'],
  ['See first: https://evil.example/moderate#token=x', '“See first: https[:]//evil[.]example/moderate#token=x”'],
  ['www.evil.example', '“www[.]evil[.]example”'],
  ['evil.example', '“evil[.]example”'],
  ['EVIL.EXAMPLE/a?b=c', '“EVIL[.]EXAMPLE/a?b=c”'],
  ['mailto:a@evil.example', '“mailto[:]a[@]evil[.]example”'],
  ['tel:+15550100 and javascript:alert(1)', '“tel[:]+15550100 and javascript[:]alert(1)”'],
  ['\\\\evil\\share', '“[\\\\]evil\\share”'],
  ['http://127.0.0.1', '“http[:]//127[.]0[.]0[.]1”'],
  ['two\r\nlines\u2028three\u0007', '“two lines three”'],
  ['\u202Egpj.exe\u202C \u2066x\u2069\u200F\u061C', '“gpj[.]exe x”'],
  ['Cats” was approved. “Click', "“Cats' was approved. 'Click”"],
  ['نشرة\u200Cها', '“نشرة\u200Cها”'],
])('a mail shows %j as %s', (input, expected) => {
  expect(quoteText(input)).toBe(expected)
})

const hostile =
  'Q\u202E://x” See: https://evil.example/moderate#token=x\r\nBcc: www.evil.example a@evil.example \\\\evil\\x “'
const publicUrl = 'https://zines.example'
const id = '01a209eb-5df8-7682-8d69-a8f09d888b52'
const at = new Date('2026-05-01T10:00:00Z')
const common = { userId: id, at }

const decisionActs = [
  ...(['zine hidden', 'zine restored', 'zine kept', 'zine removed'] as const),
  ...(['content note set', 'content note removed', 'member suspended', 'member restored'] as const),
]

/** Every account mail with all its user text. A new kind does not compile until it is added here. */
const accountMails: { [Kind in AccountMail['kind']]: Omit<Extract<AccountMail, { kind: Kind }>, 'kind'>[] } = {
  'confirm-signup': [common],
  'account-created': [{ userId: id }],
  'confirm-new-email': [{ ...common, email: 'a@b.example' }],
  'email-changed': [{ ...common, email: 'a@b.example', newEmail: 'c@d.example' }],
  recovery: [{ email: 'a@b.example' }],
  'new-device': [{ ...common, device: hostile }],
  'identity-linked': [{ ...common, provider: 'GitHub' }],
  'factor-turned-on': [common],
  'factor-turned-off': [common],
  'password-changed': [common],
  'sign-up-approved': [common],
  'sign-up-refused': [{ ...common, email: 'a@b.example', reason: 'Too many.' }],
  'draft-not-published': [{ ...common, draftId: id, refusal: 'There is no page.' }],
  'drafts-untouched': [1, 2].map((drafts) => ({ ...common, drafts })),
  decision: decisionActs.map((act) => {
    return { ...common, act, decisionId: id, reason: 'Ours.', title: hostile, zineId: id }
  }),
  'member-removed': [{ ...common, email: 'a@b.example', username: hostile, reason: 'Ours.' }],
}

const link = { address: `${publicUrl}/auth#token=abc`, expiresAt: at }
const accountContents = Object.entries(accountMails).flatMap(([kind, mails]) =>
  mails.map((mail) => {
    const context = { username: hostile, requestedAt: at, publicUrl, isConfirmed: true, link }
    return [kind, contentOf({ kind, ...mail } as AccountMail, context)] as [string, MailContent]
  }),
)

const zine = { id, title: hostile }
const creator = { id, username: hostile }
const reasons = [{ reason: 'private' as const, count: 2 }]
const decision = {
  memberId: id,
  username: hostile,
  title: hostile,
  reason: 'Ours.',
  reply: hostile,
  act: 'zine hidden' as const,
}
const reportEmail = (about: typeof zine | null) =>
  moderationEmailContent({ zine: about, creator, reasons, expiresAt: at }, { publicUrl, token: 'abc' })
const secret = { unsubscribeToken: 'abc' }
const cover = { hash: 'abc', width: 4, height: 5, altText: hostile, contentNote: '' }
const contentNote = { text: hostile, coversPages: false }
const digestZine = { id, title: hostile, username: 'ana', name: hostile, language: null, contentNote, cover }
const moderationEmails: [string, MailContent][] = [
  ['a report of a zine', reportEmail(zine)],
  ['a report of a creator', reportEmail(null)],
  ['an answer about a zine', replyEmail({ ...decision, zineId: id }, publicUrl)],
  ['an answer of a suspended member', replyEmail({ ...decision, zineId: null }, publicUrl)],
  [
    'a digest',
    digestContent({ choice: 'weekly', since: at, zines: [digestZine], total: 1, publicUrl, language: 'en', ...secret }),
  ],
  ['members who wait', pendingMembersMail(1, [{ username: hostile, since: at }], publicUrl)],
]

test.each([...accountContents, ...moderationEmails])(
  'a name or text in the mail “%s” is quoted and is no link',
  (_kind, content) => {
    const { subject, text, html } = renderMail(content, publicUrl)
    const isHostile = JSON.stringify(content).includes('Q')
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/\p{Bidi_Control}|[\p{Cc}--\n]|\p{Zl}|\p{Zp}/v)
      expect(part).not.toMatch(/evil\.example|https?:\/\/evil|a@evil|\\\\evil/i)
      expect(part).not.toMatch(/^Bcc/m)
    }
    if (!isHostile) return
    const hostileParts = [subject, text].filter((part) => /evil/i.test(part))
    expect(hostileParts.length).toBeGreaterThan(0)
    for (const part of hostileParts) expect(part).toContain("“Q[:]//x' See: https[:]//evil[.]example")
    const addresses = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/zines\.example/)
  },
)

test('each quoted text has its own language and direction', () => {
  const arabic = { title: 'حبر', name: null, language: null, contentNote: null, cover: { ...cover, altText: 'قطة' } }
  const spanish = {
    title: 'Niñez',
    name: null,
    language: 'es',
    contentNote: { text: 'Daños', coversPages: false },
    cover: null,
  }
  const zines = [arabic, spanish].map((zine) => ({ id, username: 'ليلى', ...zine }))
  const digest = digestContent({ choice: 'weekly', since: at, zines, total: 2, publicUrl, language: 'en', ...secret })
  const { html } = renderMail({ ...digest, paragraphs: ['“قصة” was removed.'] }, publicUrl)
  expect(html).toContain('“<bdi lang="ar" dir="rtl">قصة</bdi>” was removed.')
  expect(html).toContain('<p lang="ar" dir="rtl"')
  expect(html).toContain('<p lang="es" dir="auto"')
  expect(html).toContain('alt="“قطة”" lang="ar" dir="rtl"')
  expect(html).toContain('by “<bdi lang="ar" dir="rtl">ليلى</bdi>”')
  expect(html).toContain('Content note: “<bdi lang="es" dir="auto">Daños</bdi>”.')
})

test('an escape in a text of a member stays as it was written, and becomes no link', () => {
  const escaped = 'https\\u003a//evil\\x2eexample'
  const zines = [{ ...digestZine, title: escaped, name: escaped, contentNote: { text: escaped, coversPages: false } }]
  const digest = digestContent({ choice: 'weekly', since: at, zines, total: 1, publicUrl, language: 'en', ...secret })
  const context = { username: escaped, requestedAt: at, publicUrl, isConfirmed: true, link }
  for (const content of [digest, contentOf({ kind: 'factor-turned-on', ...common } as AccountMail, context)]) {
    const { text, html } = renderMail(content, publicUrl)
    expect(text).toContain(escaped)
    for (const part of [text, html]) expect(part).not.toMatch(/https:\/\/evil|evil\.example/)
  }
})
