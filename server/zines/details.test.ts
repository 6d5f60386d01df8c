import { expect, test } from 'vitest'
import type { Details } from '#contract/details.ts'
import * as limits from '#contract/limits.ts'
import type { OpenZine } from '#contract/zines.ts'
import { unzip } from '#server/accounts/export/unzip.testing.ts'
import { beginDraft } from '#tests/support/drafts.ts'
import { addImages, addMedia, publishAs } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const wren = await site.signUp('wren')

type Answer = { zine: OpenZine; error: string; code: string }

const whole: Required<Details> = {
  ...{ series: 'Mothlight', issue: 'Winter', languages: ['pt-BR', 'en'], madeIn: 'Porto', year: 1994 },
  ...{ subjects: ['Moths', 'The night'], kind: 'comic', with: ['Ada', 'Bo'], rights: 'cc-by-sa', ai: 'none' },
  ...{ paper: { words: '$3 or trade', url: 'https://moths.example' }, size: 'quarter', binding: 'sewn' },
}
const contentNote = { text: 'Talks about grief', coversPages: true }

async function publish(more: object) {
  const mediaFiles = await addMedia(site, wren, ['image'])
  const body = { title: 'Moths', description: null, aspectRatio: '4:5', mediaFiles, ...more }
  return site.post<Answer>('/api/zines', body, wren)
}

const update = (zine: { id: string; version: number }, change: object) =>
  site.put<Answer>(`/api/zines/${zine.id}`, { version: zine.version, ...change }, wren)
const read = async (id: string) => (await site.call<Answer>({ path: `/api/zines/${id}` })).body.zine

test('what a zine says of itself it can unsay', async () => {
  const { body } = await publish({ details: { kind: 'comic' } })
  expect(body.zine.details).toEqual({ kind: 'comic' })
  expect((await update(body.zine, { details: {} })).body.zine.details).toEqual({})
  const rows = await site.pool.query('select from zine_details where zine_id = $1', [body.zine.id])
  expect(rows.rowCount).toBe(0)
})

test('all details and a note survive publishing, other changes, a draft, and the export', async () => {
  const { body } = await publish({ details: whole, contentNote })
  expect(body.zine).toMatchObject({ details: whole, contentNote, version: 1 })
  const renamed = await update(body.zine, { title: 'Moths again' })
  expect(renamed.body.zine).toMatchObject({ title: 'Moths again', details: whole, contentNote })
  const [url = ''] = await addMedia(site, wren, ['image'])
  const pages = [{ url, altText: '', contentNote: 'A spider' }]
  const { id } = await beginDraft(site, wren, { title: 'Drafted', pages, details: whole, contentNote })
  const drafted = await site.post<Answer>(`/api/drafts/${id}/publish`, { version: 1 }, wren)
  expect(drafted.body.zine).toMatchObject({
    details: whole,
    contentNote,
    pages: [{ contentNote: 'A spider' }],
  })
  const zip = await site.app.inject({ url: `/api/users/${wren.id}/export`, headers: { cookie: wren.cookie } })
  const text = Buffer.concat([...(await unzip(zip.rawPayload)).values()]).toString()
  for (const word of ['"Mothlight"', 'Talks about grief', 'A spider', '$3 or trade'])
    expect(text).toContain(word)
})

test('blank and repeated values, also in other case, are removed', async () => {
  const details = {
    series: ' Moth\n light ',
    subjects: [' a ', 'a', ''],
    languages: ['PT-br'],
    with: [''],
    paper: {},
  }
  const { body } = await publish({ details, contentNote: { text: ' ', coversPages: true } })
  expect(body.zine.details).toEqual({ series: 'Moth light', subjects: ['a'], languages: ['pt-BR'] })
  expect(body.zine.contentNote).toBeNull()
})

test('an update without changes does nothing, whatever its order', async () => {
  const { body } = await publish({ details: whole, contentNote })
  const reversed = Object.fromEntries(Object.entries(whole).reverse())
  const same = await update({ ...body.zine, version: 99 }, { details: reversed, contentNote })
  expect([same.status, same.body.zine.version, same.body.zine.editedAt]).toEqual([200, 1, null])
  const behind = await update({ ...body.zine, version: 99 }, { details: { ...whole, year: 1995 } })
  expect([behind.status, behind.body.code]).toEqual([409, 'changed_elsewhere'])
})

test.each([
  [{ year: 1899 }, 'The year must be 1900 or later.'],
  [{ year: 3000 }, 'The year cannot be in the future.'],
  [{ languages: ['klingon!'] }, 'Unknown language. Use a tag such as en or pt-BR.'],
  [{ languages: ['en', 'pt', 'fr', 'de'] }, 'A zine can have at most 3 languages.'],
  [{ subjects: Array.from({ length: 7 }, (_, n) => `s${n}`) }, 'A zine can have at most 6 subjects.'],
  [{ with: Array.from({ length: 11 }, (_, n) => `n${n}`) }, 'A zine can have at most 10 names.'],
  [{ kind: 'novel' }, /^The kind must be one of perzine, /],
  [{ paper: { url: 'javascript:alert(1)' } }, 'Please enter a web address that starts with https://.'],
  [{ paper: { url: 'http://moths.example' } }, 'Please enter a web address that starts with https://.'],
  [
    { paper: { url: 'https://a:b@moths.example' } },
    'Please enter a web address without a username or password.',
  ],
  [{ series: 'x'.repeat(121) }, /120/],
  [{ colour: 'red' }, /colour/],
])('%j is rejected with a message', async (details, sentence) => {
  const { status, body } = await publish({ details })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.error).toMatch(sentence)
})

test('an address with http: that was published before is shown, and stays until the details are changed', async () => {
  const zine = await publishAs(site, wren, 'From before')
  const details = { paper: { url: 'https://moths.example' }, kind: 'perzine' }
  const put = (body: object) => site.put<{ error?: string }>(`/api/zines/${zine.id}`, body, wren)
  expect((await put({ version: 1, details })).status).toBe(200)
  await site.pool.query(
    `update zine_details set details = replace(details::text, 'https:', 'http:')::jsonb where zine_id = $1`,
    [zine.id],
  )
  const old = { paper: { url: 'http://moths.example' }, kind: 'perzine' }
  expect((await put({ version: 2, title: 'Renamed' })).status).toBe(200)
  expect((await read(zine.id)).details).toEqual(old)
  expect((await put({ version: 3, details: old })).body.error).toMatch(/starts with https/)
})

test('all values at their maximum length, in letters that JSON escapes with six bytes, are accepted', async () => {
  const long = (length: number) => '\u{1F70A}'.repeat(length / 2)
  const lines = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => String.fromCodePoint(0x1f400 + n) + long(length - 2))
  const details = {
    ...whole,
    ...{ series: long(limits.series), issue: long(limits.issue), madeIn: long(limits.madeIn) },
    ...{ subjects: lines(6, limits.subject), with: lines(10, limits.name) },
    paper: { words: long(limits.paperWords), url: `https://m.example/${'x'.repeat(limits.website - 18)}` },
  }
  const mediaFiles = (await addImages(site, wren, 5)).map((url) => ({
    ...{ url, altText: long(limits.altText), transcript: long(limits.transcript) },
    contentNote: long(limits.contentNote),
  }))
  const body = {
    ...{ title: long(limits.zineTitle), description: long(limits.zineDescription), aspectRatio: '4:5' },
    ...{ mediaFiles, details, contentNote: { text: long(limits.contentNote), coversPages: true } },
  }
  const payload = JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const answer = await site.app.inject({
    ...{ method: 'POST', url: '/api/zines', payload },
    headers: { cookie: wren.cookie, 'content-type': 'application/json', origin: site.config.publicUrl },
  })
  expect(answer.statusCode, answer.body).toBe(201)
})
