import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import type { ZineImport } from '#contract/imports.ts'
import type { FullZine } from '#contract/zines.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { createOperator } from '#tests/support/operator.ts'
import { sendUpload } from '#tests/support/send-upload.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { unzip } from '#tests/support/unzip.ts'
import { type Files, zipOf } from '#tests/support/zip-of.ts'
import { readImports } from './read-imports.ts'

const folder = createTestFolder()
const site = await startTestApp({ settings: { MEMBER_QUOTA_MB: '2' } })
afterAll(() => site.close())

type ResponseBody = { import: ZineImport; draft: Draft; zine: FullZine }

async function importZip(as: Member, files: Files) {
  const uploadId = basename(await sendUpload(await listening(site), as, await zipOf(files)))
  const { body } = await site.post<ResponseBody>('/api/imports', { uploadId }, as)
  await readImports({ ...site.documents, sliceMs: Number.POSITIVE_INFINITY })
  return (await site.call<ResponseBody>({ path: `/api/imports/${body.import.id}`, as })).body.import.rows
}

const captionsOf = async (as: Member, id: unknown) =>
  (await site.call<ResponseBody>({ path: `/api/drafts/${id}`, as })).body.draft.content.pages[0]?.captions

async function exportOf(member: Member) {
  const { rawPayload } = await site.app.inject({
    url: `/api/users/${member.id}/export`,
    headers: { cookie: member.cookie },
  })
  return unzip(rawPayload)
}

const usedBytes = async (as: Member) =>
  (await site.get<{ bytes: { used: number } }>('/api/auth/usage', as)).body.bytes.used

const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`
const table = (captions: string) => `title,files,captions\nTides,tides.webm,${captions}\n`
const video = { 'tides.webm': fixture('clip-vp9.webm') }

test('captions are imported, exported with the draft and the zine, and imported again', async () => {
  const maker = await site.signUp()
  const files = {
    ...video,
    'zines.csv': table('tides.pt-BR.srt | subtitles/tides.en.vtt'),
    'tides.pt-BR.srt': '\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nMaré\r\n',
    'subtitles/tides.en.vtt': vtt('Sea'),
  }
  const captions = [
    { language: 'pt-BR', body: vtt('Maré') },
    { language: 'en', body: vtt('Sea') },
  ]
  const [row] = await importZip(maker, files)
  expect(row).toMatchObject({ outcome: 'created', message: null })
  expect(await captionsOf(maker, row?.draftId)).toEqual(captions)
  expect((await importZip(maker, files))[0]).toMatchObject({ outcome: 'existing', draftId: row?.draftId })

  const fromDraft = await exportOf(maker)
  await site.post<ResponseBody>(`/api/drafts/${row?.draftId}/publish`, { version: 1 }, maker)
  const exported = await exportOf(maker)
  for (const [list, unzipped] of [
    ['drafts.json', fromDraft],
    ['zines.json', exported],
  ] as const) {
    const [{ pages }] = JSON.parse(String(unzipped.get(list)))
    const folder = dirname(pages[0].file)
    const names = ['pt-BR', 'en'].map((language) => ({ language, file: `${folder}/01.${language}.vtt` }))
    expect(pages[0].captions).toEqual(names)
    expect(names.map(({ file }) => String(unzipped.get(file)))).toEqual(captions.map(({ body }) => body))
    expect(unzipped.has('missing.txt')).toBe(false)
  }
  const [{ pages }] = JSON.parse(String(exported.get('zines.json')))
  const names = pages[0].captions.map(({ file }: { file: string }) => file)
  const reader = await site.signUp()
  const [again] = await importZip(reader, {
    ...Object.fromEntries([...exported].filter(([name]) => name.startsWith('media/'))),
    'zines.csv': `title,files,captions\nTides,${pages[0].file},${names.join('|')}\n`,
  })
  expect(again).toMatchObject({ outcome: 'created', message: null })
  expect(await captionsOf(reader, again?.draftId)).toEqual(captions)
})

test.each<[string, Files, string]>([
  [
    'a.vtt',
    { 'a.vtt': vtt('x') },
    'a.vtt: The name must end with the language and .vtt or .srt, such as tides.es.vtt.',
  ],
  ['none.es.vtt', {}, 'none.es.vtt: There is no file named none.es.vtt.'],
  [
    'a.es.vtt',
    { 'a.es.vtt': Buffer.from([0xff]) },
    'a.es.vtt: This file is not in UTF-8. Save it as UTF-8 and try again.',
  ],
  ['a.es.vtt', { 'a.es.vtt': 'x'.repeat(400_001) }, 'a.es.vtt: Captions can have at most 200 kB.'],
  ['a.es.vtt', { 'a.es.vtt': vtt('x').replace('02.', '00.') }, 'a.es.vtt: Line 3: the cue ends before it starts.'],
  [
    'a.es.vtt|b.es.vtt',
    { 'a.es.vtt': vtt('x'), 'b.es.vtt': vtt('y') },
    'A video can have only one file of captions in each language.',
  ],
  [
    ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'].map((language) => `a.${language}.vtt`).join('|'),
    Object.fromEntries(['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'].map((language) => [`a.${language}.vtt`, vtt('x')])),
    'A video can have captions in at most 6 languages.',
  ],
])('the captions %s are refused, and no draft is made: %#', async (captions, files, message) => {
  const member = await site.signUp()
  expect(await importZip(member, { ...video, ...files, 'zines.csv': table(captions) })).toMatchObject([
    { outcome: 'refused', message, draftId: null },
  ])
})

test('pictures have no captions', async () => {
  const member = await site.signUp()
  const files = { 'tides.webm': fixture('wide.webp'), 'a.es.vtt': vtt('x'), 'zines.csv': table('a.es.vtt') }
  expect(await importZip(member, files)).toMatchObject([
    { outcome: 'refused', message: 'Only a video can have captions.' },
  ])
})

test('captions of a draft count toward the quota, and publishing the draft adds nothing', async () => {
  const maker = await site.signUp()
  const rows = `title,files,captions\nTides,tides.webm,\nMore tides,tides.webm,\n`
  const [one, two] = await importZip(maker, { ...video, 'zines.csv': rows })
  const languages = ['en', 'es', 'fr', 'de', 'it', 'pt']
  async function caption(draftId: unknown, words: string) {
    const path = `/api/drafts/${draftId}`
    const { version, content } = (await site.call<ResponseBody>({ path, as: maker })).body.draft
    const captions = languages.map((language) => ({ language, body: vtt(words) }))
    const pages = content.pages.map((page) => ({ ...page, captions }))
    const body = { version, content: { ...content, pages } }
    return site.call<{ code: string }>({ method: 'PUT', path, as: maker, body })
  }
  const [before, large] = [await usedBytes(maker), 'Waves '.repeat(30_000).trim()]
  expect((await caption(one?.draftId, large)).status).toBe(200)
  const after = await usedBytes(maker)
  expect(after - before).toBe(languages.length * vtt(large).length)
  expect(await caption(two?.draftId, large)).toMatchObject({ status: 403, body: { code: 'quota_reached' } })
  expect((await caption(one?.draftId, large.replaceAll('Waves', 'Tides'))).status).toBe(200)
  await site.post<ResponseBody>(`/api/drafts/${one?.draftId}/publish`, {}, maker)
  expect(await usedBytes(maker)).toBe(after)
  expect((await caption(two?.draftId, 'Sea')).status).toBe(200)
})

test('an operator may import captions beyond the quota of a member', async () => {
  const maker = await site.signUp()
  await importZip(maker, { ...video, 'zines.csv': table('') })
  await site.pool.query('update media set byte_size = 2097152 where owner_id = $1', [maker.id])
  const files = { ...video, 'zines.csv': table('tides.en.vtt'), 'tides.en.vtt': vtt('Sea') }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  const command = ['import', folder, '--member', maker.username, '--publish']
  expect(await createOperator(site).runJson(...command)).toMatchObject({ rows: [{ outcome: 'published' }] })
})
