import { expect, test } from 'vitest'
import { contentOf } from '#server/auth/account-mail/account-mail.texts.ts'
import type { AccountMail } from '#server/auth/account-mail/account-mail.ts'
import { waitingLetter } from '#server/auth/sign-ups/approval.ts'
import { replyLetter } from '#server/moderation/moderation.jobs.ts'
import { letterOf } from '#server/reports/reports.jobs.ts'
import { type MailContent, quoted, renderMail } from './render-mail.ts'

test.each([
  ['Rain on the Roof', '“Rain on the Roof”'],
  ['No. 4: tea, v. 2 … and 12:30', '“No. 4: tea, v. 2 … and 12:30”'],
  ['東京。大阪', '“東京[.]大阪”'],
  [
    'See first: https://evil.example/moderate#token=x',
    '“See first: https[:]//evil[.]example/moderate#token=x”',
  ],
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
])('a mail shows %j as %s', (written, shown) => {
  expect(quoted(written)).toBe(shown)
})

const hostile =
  'Q\u202E://x” See: https://evil.example/moderate#token=x\r\nBcc: www.evil.example a@evil.example \\\\evil\\x “'
const publicUrl = 'https://zines.example'
const id = '01a209eb-5df8-7682-8d69-a8f09d888b52'
const at = new Date('2026-05-01T10:00:00Z')
const of = { userId: id, at }

const acts = [
  ...(['zine hidden', 'zine restored', 'zine kept', 'zine removed'] as const),
  ...(['member suspended', 'member restored'] as const),
]

/** Every account mail with all its user text. A new kind does not compile until it is added here. */
const accountMails: { [Kind in AccountMail['kind']]: Omit<Extract<AccountMail, { kind: Kind }>, 'kind'>[] } =
  {
    'confirm-signup': [of],
    'account-created': [{ userId: id }],
    'confirm-new-email': [{ ...of, email: 'a@b.example' }],
    'email-changed': [{ ...of, email: 'a@b.example', newEmail: 'c@d.example' }],
    recovery: [{ email: 'a@b.example' }],
    'new-device': [{ ...of, device: hostile }],
    'identity-linked': [{ ...of, provider: 'GitHub' }],
    'factor-turned-on': [of],
    'factor-turned-off': [of],
    'password-changed': [of],
    'sign-up-approved': [of],
    'sign-up-refused': [{ ...of, email: 'a@b.example', reason: 'Too many.' }],
    'draft-not-published': [{ ...of, draftId: id, refusal: 'There is no page.' }],
    'drafts-untouched': [1, 2].map((drafts) => ({ ...of, drafts })),
    decision: acts.map((act) => {
      return { ...of, act, decisionId: id, reason: 'Ours.', title: hostile, zineId: id }
    }),
    'member-removed': [{ ...of, email: 'a@b.example', username: hostile, reason: 'Ours.' }],
  }

const link = { address: `${publicUrl}/auth#token=abc`, expiresAt: at }
const accountContents = Object.entries(accountMails).flatMap(([kind, mails]) =>
  mails.map((mail) => {
    const context = { username: hostile, askedAt: at, publicUrl, isConfirmed: true, link }
    return [kind, contentOf({ kind, ...mail } as AccountMail, context)] as [string, MailContent]
  }),
)

const zine = { id, title: hostile }
const creator = { id, username: hostile }
const reasons = [{ reason: 'private' as const, count: 2 }]
const decided = {
  ...{ memberId: id, username: hostile, title: hostile, reason: 'Ours.', reply: hostile },
  act: 'zine hidden' as const,
}
const reported = (about: typeof zine | null) =>
  letterOf({ zine: about, creator, reasons, expiresAt: at }, { publicUrl, token: 'abc' })
const letters: [string, MailContent][] = [
  ['a report of a zine', reported(zine)],
  ['a report of a creator', reported(null)],
  ['an answer about a zine', replyLetter({ ...decided, zineId: id }, publicUrl)],
  ['an answer of a suspended member', replyLetter({ ...decided, zineId: null }, publicUrl)],
  ['members who wait', waitingLetter(1, [{ username: hostile, since: at }], publicUrl)],
]

test.each([...accountContents, ...letters])(
  'a name or text in the mail “%s” is quoted and is no link',
  (_kind, content) => {
    const { subject, text, html } = renderMail(content, publicUrl)
    const shown = JSON.stringify(content).includes('Q')
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/\p{Bidi_Control}|[\p{Cc}--\n]|\p{Zl}|\p{Zp}/v)
      expect(part).not.toMatch(/evil\.example|https?:\/\/evil|a@evil|\\\\evil/i)
      expect(part).not.toMatch(/^Bcc/m)
    }
    if (!shown) return
    const there = [subject, text].filter((part) => /evil/i.test(part))
    expect(there.length).toBeGreaterThan(0)
    for (const part of there) expect(part).toContain("“Q[:]//x' See: https[:]//evil[.]example")
    const addresses = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/zines\.example/)
  },
)
