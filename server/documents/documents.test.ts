import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { changeUntilFinished } from '#tests/support/change-until-finished.ts'
import { listening, startTestApp } from '#tests/support/test-app.ts'
import { maxDocuments } from './documents.queries.ts'
import { layoutTable, transcriptsOf } from './documents.testing.ts'
import * as testPdfs from './pdf.testing.ts'

// Each page needs two processes, which is slow on a busy machine.

const site = await startTestApp({ settings: { LONG_ZINE_PAGES: '12' } })
afterAll(() => site.close())
const table = layoutTable(site, await listening(site))
const [ana, ben] = [await site.signUp(), await site.signUp()]
beforeEach(() => site.pool.query('delete from documents'))

const files = async (folder: string) => readdir(join(site.dataDir, folder)).catch(() => [])
const storedFileCount = async ({ id }: { id: string }) =>
  (await files('documents')).filter((name) => name.includes(id)).length
const errorOf = ({ body }: { body: { code: string; error: string } }) => [body.code, body.error]

describe('a PDF added to a draft', () => {
  test('becomes pages, each with its text', async () => {
    const waiting = await table.addPdf(ana, testPdfs.numberedPages(2))
    expect(waiting).toMatchObject({ state: 'waiting', pageCount: null, pagesDone: 0, pages: [] })
    await table.readAll()
    const { document } = (await table.readDocument(ana, waiting.id)).body
    expect(document).toMatchObject({ state: 'done', pageCount: 2, pagesDone: 2, looksLikeSpreads: false })
    expect(transcriptsOf(document)).toEqual(['Page 1', 'Page 2'])
    for (const { url, width, height, placeholder } of document.pages) {
      expect([width, height, placeholder?.slice(0, 22)]).toEqual([1750, 2479, 'data:image/webp;base64'])
      for (const width of ['400', '800', '1600'])
        expect((await site.call({ path: (url ?? '').replace('1600', width) })).status).toBe(200)
    }
    const media = await site.db.selectFrom('media').selectAll().where('owner_id', '=', ana.id).execute()
    expect(media.map(({ kind, print_width }) => [kind, print_width])).toEqual([
      ['image', 1750],
      ['image', 1750],
    ])
    expect(await files('uploads')).toEqual([])
  })

  test('is the same one when it is requested again or twice concurrently', async () => {
    const draftId = await table.beginDraft(ana)
    const uploadId = await table.upload(ana, testPdfs.flatPages(1))
    const responses = await Promise.all([1, 2, 3].map(() => table.add(ana, draftId, uploadId)))
    responses.push(await table.add(ana, draftId, uploadId))
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(new Set(responses.map(({ body }) => body.document.id)).size).toBe(1)
    await table.readAll()
  })

  test('is rejected before it is uploaded completely, and if it is not a PDF', async () => {
    const draftId = await table.beginDraft(ana)
    const notAPdf = await table.upload(ana, Buffer.from('These are words.'))
    expect(errorOf(await table.add(ana, draftId, notAPdf))).toEqual([
      'media_refused',
      'This file is not a PDF, or it is damaged. Export it again and retry.',
    ])
    expect((await table.add(ana, draftId, notAPdf)).status).toBe(404)
  })

  test('is rejected where zines are limited to the pages of the upload dialog', async () => {
    const draftId = await table.beginDraft(ana)
    const uploadId = await table.upload(ana, testPdfs.flatPages(1))
    changeUntilFinished(site.config, { longZinePages: 5 })
    const { status, body } = await table.add(ana, draftId, uploadId)
    expect([status, body.code]).toEqual([501, 'not_offered'])
  })
})

describe('what cannot be read', () => {
  test.each([
    ['locked', testPdfs.lockedPdf(), 'This PDF is locked with a password. Save it without one and try again.'],
    ['cut', testPdfs.flatPages(9).subarray(0, 2_000), 'This PDF is damaged. Export it again and retry.'],
    ['long', testPdfs.flatPages(13), 'This PDF has 13 pages. The limit is 12.'],
  ])('says why: %s', async (_title, pdf, refusal) => {
    const document = await table.addAndReadPdf(ana, pdf)
    expect(document).toMatchObject({ state: 'refused', refusal, pages: [] })
    const repeated = await table.split(ana, document.id, { spread: 'booklet' })
    expect(errorOf(repeated)).toEqual(['media_refused', refusal])
  })

  test('is one page, and the others are read', async () => {
    const document = await table.addAndReadPdf(ana, testPdfs.selfDrawing())
    expect(document).toMatchObject({ state: 'done', pageCount: 2, pagesDone: 2 })
    expect(document.pages).toMatchObject([
      { number: 1, url: null, transcript: '', refusal: 'Page 1 is too complex. Flatten it, or export it as an image.' },
      { number: 2, refusal: null, transcript: 'After it' },
    ])
  })

  test('is a page with text that no font of the site has, or a field that is not drawn', async () => {
    const { pages } = await table.addAndReadPdf(ana, testPdfs.pageInScript('坂の上'))
    const form = await table.addAndReadPdf(ana, testPdfs.annotatedPage(['/Subtype/Line/L[40 550 300 580]']))
    expect([...pages, ...form.pages].map(({ url, refusal }) => [url, refusal])).toEqual([
      [null, 'Page 1 has text whose font is not in the PDF. Embed the fonts, or export the page as an image.'],
      [null, 'Page 1 has a form field or note that cannot be shown. Flatten the PDF and add it again.'],
    ])
  })

  test('stops after twenty minutes in total, and its pages so far stay', async () => {
    const { id } = await table.addPdf(ana, testPdfs.flatPages(3))
    await table.readPage()
    await site.pool.query('update documents set reading_ms = 1200000 where id = $1', [id])
    await table.readPage()
    expect((await table.readDocument(ana, id)).body.document).toMatchObject({
      state: 'refused',
      pagesDone: 1,
      pages: [{ transcript: 'Page 1' }],
      refusal: 'This PDF is too complex. Flatten it, or export its pages as images.',
    })
  })
})

describe('spreads', () => {
  const booklet = testPdfs.pdfOf({
    pages: [testPdfs.spreadPage(['4', '1']), testPdfs.spreadPage(['2', '3'])],
  })

  test('require a choice, and a booklet is put in order, however often it is split', async () => {
    const document = await table.addAndReadPdf(ana, booklet)
    expect(document).toMatchObject({
      looksLikeSpreads: true,
      coverAlone: false,
      backAlone: false,
      pageCount: 2,
    })
    const inOrder = async (changes: object) => {
      const { status, body } = await table.split(ana, document.id, changes)
      expect([status, body.document]).toMatchObject([200, { state: 'waiting', pageCount: 4, pages: [] }])
      await table.readAll()
      return (await table.readDocument(ana, document.id)).body.document
    }
    const left = await inOrder({ spread: 'booklet' })
    expect(transcriptsOf(left)).toEqual(['1', '2', '3', '4'])
    expect(left.pages[0]).toMatchObject({ number: 1, width: 1750, height: 208 })
    expect(transcriptsOf(await inOrder({ spread: 'in_order', direction: 'rtl' }))).toEqual(['1', '4', '3', '2'])
    const { rows } = await site.pool.query(
      'select count(*)::int as media from media m join document_pages p on p.media_id = m.id where p.document_id = $1',
      [document.id],
    )
    expect(rows).toEqual([{ media: 4 }])
  })

  test('that would become too many pages are not split', async () => {
    const long = testPdfs.pdfOf({ pages: Array.from({ length: 7 }, () => testPdfs.spreadPage(['a', 'b'])) })
    const { id } = await table.addPdf(ana, long)
    await table.readPage()
    const response = await table.split(ana, id, { spread: 'in_order' })
    expect(errorOf(response)).toEqual(['media_refused', 'This PDF has 14 pages. The limit is 12.'])
    expect((await table.readDocument(ana, id)).body.document).toMatchObject({
      state: 'reading',
      pageCount: 7,
    })
    const covered = await table.split(ana, id, { spread: 'in_order', coverAlone: true, backAlone: true })
    expect(covered.body.document.pageCount).toBe(12)
  })
})

describe('is not found for a stranger', () => {
  test('for every call, and changes nothing', async () => {
    const document = await table.addAndReadPdf(ana, testPdfs.flatPages(1))
    const uploadId = await table.upload(ben, testPdfs.flatPages(1))
    const calls = [
      await table.readDocument(ben, document.id),
      await table.split(ben, document.id, { spread: 'booklet' }),
      await table.remove(ben, document.id),
      await table.add(ben, document.draftId, uploadId),
      await table.add(ben, randomUUID(), uploadId),
      await table.add(ben, await table.beginDraft(ben), await table.upload(ana, testPdfs.flatPages(1))),
      await site.call<{ code: string }>({ path: `/api/drafts/${document.draftId}/documents`, as: ben }),
    ]
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(calls.map(() => [404, 'not_found']))
    const guest = await site.call({ path: `/api/documents/${document.id}` })
    expect(guest.status).toBe(401)
    expect((await table.readDocument(ana, document.id)).body.document).toEqual(document)
  })

  test('and so does an upload that became another draft’s', async () => {
    const uploadId = await table.upload(ana, testPdfs.flatPages(1))
    await table.add(ana, await table.beginDraft(ana), uploadId)
    expect((await table.add(ana, await table.beginDraft(ana), uploadId)).status).toBe(404)
    await table.readAll()
  })
})

describe('one member', () => {
  test('has one PDF read after the other', async () => {
    const { id, draftId } = await table.addPdf(ana, testPdfs.flatPages(1))
    const uploadId = await table.upload(ana, testPdfs.flatPages(1))
    const response = await table.add(ana, draftId, uploadId)
    expect([response.status, ...errorOf(response)]).toEqual([
      429,
      'too_many_requests',
      'Your other PDF is still being read. Add this one when it is done.',
    ])
    expect((await table.addPdf(ben, testPdfs.flatPages(1))).state).toBe('waiting')
    await table.readAll()
    expect((await table.add(ana, draftId, uploadId)).status).toBe(202)
    await table.readAll()
    const { body } = await site.call<{ documents: { id: string }[] }>({
      path: `/api/drafts/${draftId}/documents`,
      as: ana,
    })
    expect(body.documents).toMatchObject([{ id }, { state: 'done' }])
    expect(body.documents.length).toBe(2)
  })

  test('a draft can have at most ten', async () => {
    const draftId = await table.beginDraft(ana)
    await site.pool.query(
      `insert into documents (draft_id, owner_id, state) select $1, $2, 'done' from generate_series(1, $3)`,
      [draftId, ana.id, maxDocuments],
    )
    const response = await table.add(ana, draftId, await table.upload(ana, testPdfs.flatPages(1)))
    expect([response.status, response.body.code]).toEqual([403, 'quota_reached'])
    expect(response.body.error).toContain('10 PDFs')
  })

  test('counts toward the member’s storage until it is removed', async () => {
    const [before, media] = [await usage(), await mediaOfBen()]
    const pdf = Buffer.concat([testPdfs.flatPages(1), Buffer.alloc(3 * 1024 * 1024)])
    const document = await table.addAndReadPdf(ben, pdf)
    expect((await usage()) - before).toBeGreaterThanOrEqual(pdf.length)
    expect(await storedFileCount(document)).toBe(1)
    expect((await table.remove(ben, document.id)).body).toEqual({ success: true })
    expect(await usage()).toBe(before)
    expect(await storedFileCount(document)).toBe(0)
    expect((await table.remove(ben, document.id)).status).toBe(404)
    expect(await mediaOfBen()).toBe(media)
  })

  const mediaOfBen = async () =>
    (await site.pool.query('select id from media where owner_id = $1', [ben.id])).rows.length

  async function usage() {
    const { body } = await site.call<{ bytes: { used: number } }>({ path: '/api/auth/usage', as: ben })
    return body.bytes.used
  }
})

describe('removing a PDF', () => {
  test('leaves the pages that its draft shows', async () => {
    const { id, draftId, pages } = await table.addAndReadPdf(ana, testPdfs.flatPages(2))
    const hash = pages[0]?.url?.slice(7, 39)
    await site.pool.query(
      'insert into draft_media (draft_id, media_id) select $1, m.id from media m join document_pages p on p.media_id = m.id where p.document_id = $2 and p.number = 1',
      [draftId, id],
    )
    await table.remove(ana, id)
    const left = await site.db
      .selectFrom('draft_media as d')
      .innerJoin('media as m', 'm.id', 'd.media_id')
      .select('hash')
      .where('draft_id', '=', draftId)
      .execute()
    expect(left).toEqual([{ hash }])
  })
})
