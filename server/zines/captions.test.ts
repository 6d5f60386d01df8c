import { afterAll, describe, expect, test } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import { captionsBytes, captionTracks } from '#contract/limits.ts'
import { FullZine } from '#contract/zines.ts'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { rowProblems } from '#tests/support/integrity-check.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ settings: { MEMBER_QUOTA_MB: '3' } })
const { hide, restore, restoreMember, settle, suspend } = operatorActions(site)
const owner = await site.signUp('tidewatcher')
const stranger = await site.signUp('magpie')
afterAll(async () => expect(await rowProblems(site.pool)).toEqual([]))

type ResponseBody = { zine: FullZine; draft: Draft; code: string; error: string }
type SentCaptions = { language: string; body?: string; url?: string }

const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`
const large = (words: string) => vtt(words.repeat((captionsBytes - vtt('').length) / words.length))
const newVideo = async (as = owner) => (await addMedia(site, as, ['video']))[0] ?? ''
const post = (page: object, as = owner) =>
  site.post<ResponseBody>('/api/zines', { title: 'Tides', aspectRatio: '4:5', mediaFiles: [page] }, as)
async function publish(captions: SentCaptions[], as = owner) {
  const url = await newVideo(as)
  const { id } = await publishZine(site, as, { title: 'Tides', mediaFiles: [{ url, captions } as { url: string }] })
  return { id, url }
}
const read = async (id: string, as?: Member) =>
  FullZine.parse((await site.call<ResponseBody>({ path: `/api/zines/${id}`, as })).body.zine)
const captionsOf = async (id: string) => (await read(id)).pages[0]?.captions ?? []
const update = (id: string, page: object, { version = 1, as = owner } = {}) =>
  site.put<ResponseBody>(`/api/zines/${id}`, { version, pages: [page] }, as)
const textAt = (path: string, as?: Member) => site.app.inject({ url: path, headers: as ? { cookie: as.cookie } : {} })
const textsOf = async (id: string) =>
  Promise.all((await captionsOf(id)).map(async ({ language, url }) => [language, (await textAt(url)).body]))
const countCaptions = async () => Number((await site.pool.query('select count(*) from captions')).rows[0].count)

describe('captions', () => {
  test('are served as WebVTT that runs nothing, in the order in which they were sent', async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)> & </c><v Ann>\u202e{}'
    const { id } = await publish([
      { language: 'pt-br', body: '1\r\n00:00:01,000 --> 00:00:02,000\r\nA maré.\r\n' },
      { language: 'en', body: vtt(hostile) },
    ])
    expect((await captionsOf(id)).map(({ language }) => language)).toEqual(['pt-BR', 'en'])
    expect(await textsOf(id)).toEqual([
      ['pt-BR', vtt('A maré.')],
      ['en', vtt(hostile)],
    ])
    const [{ url } = { url: '' }] = await captionsOf(id)
    expect((await textAt(url)).headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, no-cache',
    })
    const other = await publish([{ language: 'en', body: vtt('Another') }])
    const [captions] = await captionsOf(other.id)
    for (const path of [url.slice(0, -1), url.replace(/.$/, 'g'), captions?.url.replace(other.id, id) ?? ''])
      expect((await textAt(path)).statusCode, path).toBeGreaterThanOrEqual(400)
  })

  test.each<[string, SentCaptions[], string]>([
    [
      'two in one language',
      ['en', 'EN'].map((language) => ({ language, body: vtt(language) })),
      'A video can have only one file of captions in each language.',
    ],
    [
      'a seventh',
      ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'].map((language) => ({ language, body: vtt('x') })),
      `A video can have captions in at most ${captionTracks} languages.`,
    ],
    [
      'too large',
      [{ language: 'en', body: `${large('x')}\n\n${vtt('x').slice(8)}` }],
      'Captions can have at most 200 kB.',
    ],
    [
      'an unknown language',
      [{ language: 'klingon!', body: vtt('x') }],
      'Unknown language. Use a tag such as en or pt-BR.',
    ],
    ['neither text nor a URL', [{ language: 'en' }], 'Captions need a body, or the URL they have.'],
    [
      'the URL of others',
      [{ language: 'en', url: `/api/zines/x/captions/${'0'.repeat(32)}` }],
      'The captions in the language en are no longer there. Add their file again.',
    ],
    [
      'a web page',
      [{ language: 'en', body: '<script>alert(1)</script>' }],
      'Line 1: this is not a caption file. A WebVTT file starts with WEBVTT.',
    ],
    [
      'a wrong time',
      [{ language: 'en', body: vtt('x').replace('02.000', '00.000') }],
      'Line 3: the cue ends before it starts.',
    ],
    [
      'a character that cannot be stored',
      [{ language: 'en', body: vtt('a\u0000b') }],
      'Line 4: there is a character that cannot be stored.',
    ],
  ])('%s: refused, and nothing is stored', async (_what, captions, error) => {
    const before = await countCaptions()
    const url = await newVideo()
    expect(await post({ url, captions })).toMatchObject({ status: 400, body: { error } })
    expect(await countCaptions()).toBe(before)
  })

  test('belong to videos only', async () => {
    const [url = ''] = await addMedia(site, owner, ['image'])
    const error = 'Only a video can have captions.'
    const captions = [{ language: 'en', body: vtt('x') }]
    expect((await post({ url, captions })).body.error).toBe(error)
    const draft = await createDraft(site, owner)
    const save = site.put<ResponseBody>(
      `/api/drafts/${draft.id}`,
      { version: 1, content: { pages: [{ url, captions }] } },
      owner,
    )
    expect((await save).body.error).toBe(error)
  })

  test('count toward the quota of their member, and no longer when they are removed', async () => {
    const member = await site.signUp()
    const used = async () => (await site.get<{ bytes: { used: number } }>('/api/auth/usage', member)).body.bytes.used
    const languages = ['en', 'es', 'fr', 'de', 'it', 'pt']
    const captions = languages.map((language) => ({ language, body: large(language) }))
    const first = await publish(captions, member)
    const before = await used()
    expect(before).toBeGreaterThan(6 * captionsBytes)
    await publish(captions, member)
    const url = await newVideo(member)
    expect(await post({ url, captions }, member)).toMatchObject({ status: 403, body: { code: 'quota_reached' } })
    expect((await update(first.id, { url: first.url, captions: [] }, { as: member })).status).toBe(200)
    expect((await post({ url, captions }, member)).status).toBe(201)
  })
})

describe('an update', () => {
  test('keeps captions that it names by URL or not at all, and changes, orders and removes the others', async () => {
    const { id, url } = await publish([
      { language: 'en', body: vtt('Sea') },
      { language: 'es', body: vtt('Mar') },
    ])
    expect((await update(id, { url, altText: 'Waves' })).body.zine.version).toBe(2)
    const [english, spanish] = await captionsOf(id)
    const sent = [
      { language: 'pt', url: spanish?.url },
      { language: 'en', body: vtt('Seas') },
    ]
    expect((await update(id, { url, captions: [english, spanish] }, { version: 2 })).body.zine.version).toBe(3)
    expect((await update(id, { url, captions: [english, spanish] }, { version: 1 })).body.zine.version).toBe(3)
    expect((await update(id, { url, captions: sent }, { version: 3 })).body.zine).toMatchObject({
      version: 4,
      printing: 1,
    })
    expect(await textsOf(id)).toEqual([
      ['pt', vtt('Mar')],
      ['en', vtt('Seas')],
    ])
    expect((await textAt(english?.url ?? '')).statusCode).toBe(404)
    expect((await update(id, { url, captions: [english] }, { version: 4 })).status).toBe(400)
    expect((await update(id, { url, captions: [] }, { version: 4 })).body.zine.pages[0]?.captions).toEqual([])
    expect((await site.call({ method: 'DELETE', path: `/api/zines/${id}`, body: {}, as: owner })).status).toBe(200)
  })

  test('by a stranger changes nothing', async () => {
    const { id, url } = await publish([{ language: 'en', body: vtt('Sea') }])
    const captions = [{ language: 'en', body: vtt('Mine') }]
    expect((await update(id, { url, captions }, { as: stranger })).status).toBe(403)
    expect((await post({ url, captions }, stranger)).body.code).toBe('media_not_yours')
    expect(await textsOf(id)).toEqual([['en', vtt('Sea')]])
  })

  test('sent at the same time as others is complete or rejected', async () => {
    const { id, url } = await publish([{ language: 'en', body: vtt('Sea') }])
    const languages = ['es', 'fr', 'de', 'it']
    const responses = await callConcurrently(languages.length, (n) =>
      update(id, { url, captions: [{ language: languages[n], body: vtt(`Sea ${n}`) }] }),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const saved = responses.findIndex(({ status }) => status === 200)
    expect(await textsOf(id)).toEqual([[languages[saved], vtt(`Sea ${saved}`)]])
  })
})

test('captions are as visible as their zine', async () => {
  const { id } = await publish([{ language: 'en', body: vtt('Sea') }])
  const [{ url } = { url: '' }] = await captionsOf(id)
  const statuses = async () =>
    Promise.all([undefined, stranger, owner].map(async (as) => (await textAt(url, as)).statusCode))
  expect(await statuses()).toEqual([200, 200, 200])
  await hide(id)
  expect(await statuses()).toEqual([404, 404, 200])
  await restore(id)
  await suspend(owner.id)
  await settle(owner.id)
  expect((await statuses()).slice(0, 2)).toEqual([404, 404])
  await restoreMember(owner.id)
  await settle(owner.id)
  expect((await statuses()).slice(0, 2)).toEqual([200, 200])
})

test('a draft of a video keeps its captions until it is a zine', async () => {
  const member = await site.signUp()
  const url = await newVideo(member)
  const { id } = await createDraft(site, member, { title: 'Tides' })
  await site.pool.query('update drafts set is_imported = true where id = $1', [id])
  const save = (version: number, page: object) =>
    site.put<ResponseBody>(`/api/drafts/${id}`, { version, content: { title: 'Tides', pages: [page] } }, member)
  const captions = [{ language: 'es', body: `\uFEFF${vtt('Mar')}` }]
  const stored = [{ language: 'es', body: vtt('Mar') }]
  expect((await save(1, { url, captions })).body.draft.content.pages[0]?.captions).toEqual(stored)
  expect((await save(1, { url, captions: stored })).body.draft.version).toBe(2)
  expect((await save(2, { url, altText: 'Waves' })).body.draft.content.pages[0]?.captions).toEqual(stored)
  expect((await save(3, { url, captions: [{ language: 'es', url: '/x' }] })).status).toBe(400)
  const published = await site.post<ResponseBody>(`/api/drafts/${id}/publish`, { version: 3 }, member)
  expect(await textsOf(published.body.zine.id)).toEqual([['es', vtt('Mar')]])
})
