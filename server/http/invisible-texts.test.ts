import { expect, test } from 'vitest'
import { isBlank } from '#contract/visible-text.ts'
import { createPublishableDraft } from '#tests/support/drafts.ts'
import { addImages, publishOnePage } from '#tests/support/library.ts'
import { createOperator } from '#tests/support/operator.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'

const site = await openTestApp()
const member = await site.signUp()

const invisibleTexts = {
  'zero-width space': '\u200B',
  'zero-width joiners': '\u200C\u200D',
  'word joiner': '\u2060',
  'byte order mark': '\uFEFF',
  'soft hyphen': '\u00AD',
  'direction mark': '\u200F',
  'Braille blank': '\u2800',
  'Hangul fillers': '\u3164\u115F\u1160\uFFA0',
  'grapheme joiner': '\u034F',
  'Mongolian vowel separator': '\u180E',
  'Khmer inherent vowel': '\u17B4',
  'variation selectors': '\uFE0F\u{E0100}\u180B',
  'tag characters': '\u{E0041}\u{E007F}',
  'combining marks': '\u0301\u20DD',
  'object replacement': '\uFFFC',
  'empty note head': '\u{1D159}',
  'empty hieroglyphs': '\u{13441}\u{13442}',
  'controls and spaces': '\u0007 \u3000\t\u00A0',
}

/** A call that sends a required text. */
type Send = (text: string) => Promise<{ status: number; body: { error?: string } }>

async function sendRequiredTexts(): Promise<Record<string, Send>> {
  const zine = await publishOnePage(site, member, 'Moths')
  const project = await createProject(site, member)
  const shelf = await site.post<{ shelf: { id: string } }>('/api/shelves', { title: 'Night', id: zine.id }, member)
  const mediaFiles = await addImages(site, member, 1)
  const decision = { token: 'x', act: 'hide' }
  const { id: draftId } = await createPublishableDraft(site, member, 'Draft')
  const path = `/api/drafts/${draftId}`
  const pages = (await site.get<{ draft: { content: { pages: object[] } } }>(path, member)).body.draft.content.pages
  let version = 1
  return {
    'a zine’s title': (title) => site.post('/api/zines', { title, mediaFiles, aspectRatio: '4:5' }, member),
    'a changed title': (title) => site.put(`/api/zines/${zine.id}`, { title, version: 1 }, member),
    'a draft’s title': async (title) => {
      await site.put(path, { version, content: { title, pages } }, member)
      version += 1
      return site.post(`${path}/publish`, { version }, member)
    },
    'a project’s title': (title) => site.post('/api/projects', { title }, member),
    'a changed project’s title': (title) => site.put(`/api/projects/${project.id}`, { title }, member),
    'a shelf’s title': (title) => site.post('/api/shelves', { title }, member),
    'a changed shelf’s title': (title) =>
      site.put(`/api/shelves/${shelf.body.shelf.id}`, { title, version: 1 }, member),
    'a username': (username) =>
      site.auth('sign-up/email', { email: 'x@example.org', password: 'correct horse', username }),
    'a changed username': (username) => site.put(`/api/users/${member.id}`, { username }, member),
    'the reason of a decision': (reason) => site.post('/api/reports/email/decide', { ...decision, reason }),
    'a reply to a decision': (words) => site.post(`/api/decisions/${zine.id}/reply`, { words }, member),
  }
}

test('an invisible text is refused like an empty one, wherever a text is required', async () => {
  for (const [name, send] of Object.entries(await sendRequiredTexts())) {
    const { status, body } = await send('')
    expect(status, name).toBe(400)
    for (const [kind, text] of Object.entries(invisibleTexts)) {
      const answer = await send(text)
      expect([answer.status, answer.body.error], `${name}: ${kind}`).toEqual([status, body.error])
    }
  }
})

test('an optional text without a visible character is absent', async () => {
  for (const [kind, text] of Object.entries(invisibleTexts)) {
    const pages = (await addImages(site, member, 1)).map((url) => ({ url, altText: text, contentNote: text }))
    const { body } = await site.post(
      '/api/zines',
      {
        title: 'Moths',
        description: text,
        contentNote: { text },
        details: { series: text, subjects: [text], with: [text] },
        aspectRatio: '4:5',
        mediaFiles: pages,
      },
      member,
    )
    expect(body, kind).toMatchObject({
      zine: { description: null, contentNote: null, details: {}, pages: [{ altText: '', contentNote: '' }] },
    })
    expect((body.zine as { details: object }).details, kind).toEqual({})
  }
})

test('operators’ required texts need a visible character too', async () => {
  const operator = createOperator(site)
  for (const text of ['\u200B', '\u2800', '\u3164']) {
    expect(await operator.runJson('announce', text)).toMatchObject(await operator.runJson('announce', ''))
    const suspend = (reason: string) => operator.runJson('member', 'suspend', member.username, '--reason', reason)
    expect(await suspend(text)).toMatchObject(await suspend(''))
  }
})

test.each(['…', '♥', '☕️', '1', '“', 'ㅤa', '한', '\u115F\u1161a', '👨‍👩‍👧', 'क्\u200Dष', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])(
  '%j is visible',
  (text) => {
    expect(isBlank(text)).toBe(false)
  },
)
