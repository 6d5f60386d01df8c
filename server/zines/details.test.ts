import { expect, test } from 'vitest'
import type { Details } from '#contract/details.ts'
import * as limits from '#contract/limits.ts'
import type { FullZine } from '#contract/zines.ts'
import { createDraft } from '#tests/support/drafts.ts'
import { addImages, addMedia, publishOnePage } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'

const site = await openTestApp()
const wren = await site.signUp('wren')

type ResponseBody = { zine: FullZine; error: string; code: string }

const allDetails: Required<Details> = {
  series: 'Mothlight',
  issue: 'Winter',
  languages: ['pt-BR', 'en'],
  madeIn: 'Porto',
  year: 1994,
  subjects: ['Moths', 'The night'],
  kind: 'comic',
  with: ['Ada', 'Bo'],
  rights: 'cc-by-sa',
  ai: 'none',
  paper: { words: '$3 or trade', url: 'https://moths.example' },
  size: 'quarter',
  binding: 'sewn',
}
const contentNote = { text: 'Talks about grief', coversPages: true }

async function publish(overrides: object) {
  const mediaFiles = await addMedia(site, wren, ['image'])
  const body = { title: 'Moths', description: null, aspectRatio: '4:5', mediaFiles, ...overrides }
  return site.post<ResponseBody>('/api/zines', body, wren)
}

const update = (zine: { id: string; version: number }, change: object) =>
  site.put<ResponseBody>(`/api/zines/${zine.id}`, { version: zine.version, ...change }, wren)
const read = async (id: string) => (await site.call<ResponseBody>({ path: `/api/zines/${id}` })).body.zine

test('every detail of a zine can be removed', async () => {
  const { body } = await publish({ details: { kind: 'comic' } })
  expect(body.zine.details).toEqual({ kind: 'comic' })
  expect((await update(body.zine, { details: {} })).body.zine.details).toEqual({})
  const rows = await site.pool.query('select from zine_details where zine_id = $1', [body.zine.id])
  expect(rows.rowCount).toBe(0)
})

test('all details and a note survive publishing, other changes, a draft, and the export', async () => {
  const { body } = await publish({ details: allDetails, contentNote })
  expect(body.zine).toMatchObject({ details: allDetails, contentNote, version: 1 })
  const renamed = await update(body.zine, { title: 'Moths again' })
  expect(renamed.body.zine).toMatchObject({ title: 'Moths again', details: allDetails, contentNote })
  const [url = ''] = await addMedia(site, wren, ['image'])
  const pages = [{ url, altText: '', contentNote: 'A spider' }]
  const { id } = await createDraft(site, wren, { title: 'Drafted', pages, details: allDetails, contentNote })
  const drafted = await site.post<ResponseBody>(`/api/drafts/${id}/publish`, { version: 1 }, wren)
  expect(drafted.body.zine).toMatchObject({
    details: allDetails,
    contentNote,
    pages: [{ contentNote: 'A spider' }],
  })
  const zip = await site.app.inject({ url: `/api/users/${wren.id}/export`, headers: { cookie: wren.cookie } })
  const text = Buffer.concat([...(await unzip(zip.rawPayload)).values()]).toString()
  for (const word of ['"Mothlight"', 'Talks about grief', 'A spider', '$3 or trade']) expect(text).toContain(word)
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

test('an update that only reorders fields changes nothing', async () => {
  const { body } = await publish({ details: allDetails, contentNote })
  const reversed = Object.fromEntries(Object.entries(allDetails).reverse())
  const unchanged = await update({ ...body.zine, version: 99 }, { details: reversed, contentNote })
  expect([unchanged.status, unchanged.body.zine.version, unchanged.body.zine.editedAt]).toEqual([200, 1, null])
  const outdated = await update({ ...body.zine, version: 99 }, { details: { ...allDetails, year: 1995 } })
  expect([outdated.status, outdated.body.code]).toEqual([409, 'changed_elsewhere'])
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
  [{ paper: { url: 'https://a:b@moths.example' } }, 'Please enter a web address without a username or password.'],
  [{ series: 'x'.repeat(121) }, /120/],
  [{ colour: 'red' }, /colour/],
])('%j is rejected with a message', async (details, message) => {
  const { status, body } = await publish({ details })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.error).toMatch(message)
})

test('an address with http: that was published before is shown, and stays until the details are changed', async () => {
  const zine = await publishOnePage(site, wren, 'From before')
  const details = { paper: { url: 'https://moths.example' }, kind: 'perzine' }
  const update = (body: object) => site.put<{ error?: string }>(`/api/zines/${zine.id}`, body, wren)
  expect((await update({ version: 1, details })).status).toBe(200)
  await site.pool.query(
    `update zine_details set details = replace(details::text, 'https:', 'http:')::jsonb where zine_id = $1`,
    [zine.id],
  )
  const old = { paper: { url: 'http://moths.example' }, kind: 'perzine' }
  expect((await update({ version: 2, title: 'Renamed' })).status).toBe(200)
  expect((await read(zine.id)).details).toEqual(old)
  expect((await update({ version: 3, details: old })).body.error).toMatch(/starts with https/)
})

test('all values at their maximum length, in letters that JSON escapes with six bytes, are accepted', async () => {
  const textOfLength = (length: number) => '\u{1F70A}'.repeat(length / 2)
  const lines = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => String.fromCodePoint(0x1f400 + n) + textOfLength(length - 2))
  const details = {
    ...allDetails,
    series: textOfLength(limits.series),
    issue: textOfLength(limits.issue),
    madeIn: textOfLength(limits.madeIn),
    subjects: lines(6, limits.subject),
    with: lines(10, limits.name),
    paper: {
      words: textOfLength(limits.paperText),
      url: `https://m.example/${'x'.repeat(limits.website - 18)}`,
    },
  }
  const mediaFiles = (await addImages(site, wren, 5)).map((url) => ({
    url,
    altText: textOfLength(limits.altText),
    transcript: textOfLength(limits.transcript),
    contentNote: textOfLength(limits.contentNote),
  }))
  const body = {
    title: textOfLength(limits.zineTitle),
    description: textOfLength(limits.zineDescription),
    aspectRatio: '4:5',
    mediaFiles,
    details,
    contentNote: { text: textOfLength(limits.contentNote), coversPages: true },
  }
  const payload = JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/zines',
    payload,
    headers: { cookie: wren.cookie, 'content-type': 'application/json', origin: site.config.publicUrl },
  })
  expect(response.statusCode, response.body).toBe(201)
})
