import { readFileSync } from 'node:fs'
import { msg, plural } from '@lingui/core/runtime-macro'
import PO from 'pofile'
import { expect, test } from 'vitest'
import { contentOf } from '#server/auth/account-mail/account-mail.texts.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { refusalIn, toStored } from './stored-sentences.ts'
import { sentencesIn, translateTexts } from './translate-texts.ts'

const id = '00000000-0000-4000-8000-000000000000'
const site = await openTestApp({ settings: { RATE_LIMITS: 'on' } })

const catalogueOf = (language: string) => PO.parse(readFileSync(`languages/${language}.po`, 'utf8')).items
const translationIn = (language: string, english: string) =>
  catalogueOf(language).find(({ msgid }) => msgid === english)?.msgstr[0]

const accepting = (language: string) => ({ headers: { 'accept-language': language } })

test('two requests at the same time are each refused in their own language, and in English for programs', async () => {
  const path = `/api/zines/${id}`
  const english = 'There is no such zine.'
  const languages = ['de', 'ja', 'en', 'tlh'].flatMap((language) => Array.from({ length: 20 }, () => language))
  const answers = await Promise.all(
    languages.map(async (language) => ({ language, ...(await site.call({ path, ...accepting(language) })) })),
  )
  for (const { language, body } of answers)
    expect(body).toEqual({
      error: english,
      code: 'not_found',
      requestId: expect.any(String),
      ...(['de', 'ja'].includes(language) && { translation: translationIn(language, english) }),
    })
})

test('each problem with a form is explained in the language of the page', async () => {
  const body = { email: 'ana@mail.example', password: 'x', username: 'ana' }
  const answer = await site.call({ method: 'POST', path: '/api/auth/sign-up/email', body, ...accepting('de') })
  const error = 'Password must be at least 6 characters long.'
  expect(answer.body).toMatchObject({ error, issues: [{ path: 'password', message: error }] })
  const { translation, issues } = answer.body
  expect(translation).toMatch(/\b6\b/)
  expect(translation).not.toBe(error)
  expect((issues as { translation: string }[])[0]?.translation).toBe(translation)
})

test('a check of a registration names a wrong character in the language of the page', async () => {
  const body = { email: 'ana@mail.example', username: 'a na' }
  const { issues } = (await site.call({ method: 'POST', path: '/api/validate-registration', body, ...accepting('fr') }))
    .body
  const english = 'Usernames cannot have spaces. Use _ . or - instead.'
  expect(issues).toEqual([{ path: 'username', message: english, translation: translationIn('fr', english) }])
})

test.each([
  ['ar', [0, 1, 2, 3, 11, 100]],
  ['fr', [1, 2, 1_000_000]],
  ['ja', [1]],
])('counts have all plural forms of their language: %s', (language, counts) => {
  const textOf = (total: number) =>
    String(
      translateTexts(sentencesIn(language), msg`${plural({ total }, { one: '# new zine', other: '# new zines' })}`),
    )
  const forms = counts.map((count) => textOf(count).replace(/[\d٠-٩]/g, ''))
  expect(new Set(forms).size).toBe(counts.length)
  expect(textOf(100)).toMatch(/100|١٠٠/)
})

test('a stored refusal is translated when it is read, and one stored by an earlier version stays English', () => {
  const sentence = msg`Page ${{ page: 3 }} is too complex. Flatten it, or export it as an image.`
  const english = 'Page 3 is too complex. Flatten it, or export it as an image.'
  const german = translationIn('de', sentence.message ?? '')?.replace('{page}', '3')
  expect(refusalIn('de', toStored(sentence))).toEqual({ refusal: english, refusalTranslation: german })
  expect(refusalIn('en', toStored(sentence))).toEqual({ refusal: english, refusalTranslation: undefined })
  expect(refusalIn('de', english)).toEqual({ refusal: english, refusalTranslation: undefined })
  expect(refusalIn('de', null)).toEqual({ refusal: null, refusalTranslation: undefined })
})

test('the mail about a draft that was not published gives the reason in the member’s language', () => {
  const refusal = toStored(msg`A zine needs at least one page.`)
  const mail = { kind: 'draft-not-published', userId: id, draftId: id, refusal, at: new Date(0) } as const
  const content = contentOf(mail, { username: 'ana', requestedAt: new Date(0), publicUrl: '', isConfirmed: true })
  expect(renderMail(content, 'https://zines.example', 'de').text).toContain(
    translationIn('de', 'A zine needs at least one page.'),
  )
})
