import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Draft, DraftInput, DraftTicket } from '#contract/drafts.ts'
import { sweepMedia } from '#server/media/media.jobs.ts'
import { addRasterisedPdf, createDraft, createPublishableDraft } from '#tests/support/drafts.ts'
import { addImages, addMedia, mediaExists, publishOnePage } from '#tests/support/library.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'
import { saveDraft } from './save-draft.ts'

const site = await openTestApp({ settings: { LONG_ZINE_PAGES: '6' } })
const owner = await site.signUp()
const stranger = await site.signUp()

type ResponseBody = { draft: Draft; current?: Draft; code: string; error: string }
const create = (body: object, as = owner) => site.post<ResponseBody>('/api/drafts', body, as)
const read = (id: string, as = owner) => site.call<ResponseBody>({ path: `/api/drafts/${id}`, as })
const save = (id: string, version: number, content: object, as = owner) =>
  site.put<ResponseBody>(`/api/drafts/${id}`, { version, content }, as)
const remove = (id: string, as = owner) => site.delete<ResponseBody>(`/api/drafts/${id}`, as)

const hashOf = (url: string) => url.slice('/media/'.length, -'-1600.webp'.length)
const asPages = (urls: string[]) => urls.map((url) => ({ url }))
/** Runs the sweep as of two days from now, when it deletes all unused media. */
const sweep = () => sweepMedia(site.media, new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))

describe('beginning a draft', () => {
  test('stores its content, and returns the sizes of its pages', async () => {
    const [url = ''] = await addMedia(site, owner, ['image'])
    const page = { url: `https://zines.example${url}`, altText: ' A moth ', transcript: 'Dust ' }
    const response = await create({ content: { title: ' Night ', pages: [page] } })
    expect(response.status).toBe(201)
    const draft = Draft.parse(response.body.draft)
    expect(draft).toMatchObject({ version: 1, projectId: null, publishAt: null, refusal: null })
    expect(draft.content).toEqual({
      title: ' Night ',
      description: '',
      aspectRatio: '4:5',
      readingDirection: 'ltr',
      mayPrint: false,
      paper: 'pictures',
      placed: {},
      details: {},
      contentNote: null,
      pages: [
        {
          id: expect.any(String),
          url,
          altText: ' A moth ',
          transcript: 'Dust ',
          contentNote: '',
          isFromDocument: false,
          recipe: null,
          captions: [],
          width: 800,
          height: 1000,
          placeholder: 'data:image/webp;base64,AAAA',
        },
      ],
    })
    expect((await read(draft.id)).body.draft).toEqual(response.body.draft)
  })

  test('five times concurrently with one ID creates it once', async () => {
    const id = randomUUID()
    const [url = ''] = await addMedia(site, owner, ['image'])
    const body = { id, content: { title: 'Once', pages: asPages([url]) } }
    const responses = await callConcurrently(5, () => create(body))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    await save(id, 1, { title: 'Changed since' })
    expect((await create(body)).body.draft.content.title).toBe('Changed since')
  })

  test('with an ID of another member, or of a published draft, is rejected', async () => {
    const { id } = await createDraft(site, owner)
    expect(await create({ id }, stranger)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const published = await createPublishableDraft(site, owner, 'Out')
    expect((await site.post(`/api/drafts/${published.id}/publish`, { version: 1 }, owner)).status).toBe(201)
    for (const as of [owner, stranger]) expect((await create({ id: published.id }, as)).status).toBe(400)
  })

  test('in a project takes its title, unless it has one', async () => {
    const project = await createProject(site, owner, { title: 'Moth atlas' })
    const { draft } = (await create({ projectId: project.id })).body
    expect([draft.projectId, draft.content.title]).toEqual([project.id, 'Moth atlas'])
    const named = await createDraft(site, owner, { title: 'Mine' }, { projectId: project.id })
    expect(named.content.title).toBe('Mine')
    await site.delete(`/api/projects/${project.id}`, owner, {})
    expect((await read(draft.id)).body.draft.projectId).toBe(null)
  })

  test('in a stranger’s project, or an unknown one, is not found', async () => {
    const project = await createProject(site, stranger)
    for (const projectId of [project.id, randomUUID()])
      expect(await create({ projectId })).toMatchObject({
        status: 404,
        body: { code: 'not_found', error: 'There is no such project.' },
      })
    // Publishing such a draft would link its zine to the stranger's project.
    const named = { projectId: project.id, content: { title: 'Mine' } }
    expect(await create(named)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('a stranger', () => {
  test('cannot see or change a draft', async () => {
    const draft = await createPublishableDraft(site, owner, 'Mine')
    const path = `/api/drafts/${draft.id}`
    const publishAt = new Date(Date.now() + 60_000).toISOString()
    const responses = [
      await read(draft.id, stranger),
      await save(draft.id, 1, { title: 'Theirs' }, stranger),
      await remove(draft.id, stranger),
      await site.put(`${path}/schedule`, { version: 1, publishAt }, stranger),
      await site.post(`${path}/publish`, { version: 1 }, stranger),
    ]
    for (const response of responses)
      expect(response).toMatchObject({ status: 404, body: { error: 'There is no such draft.' } })
    expect((await site.call({ path: `/api/users/${owner.id}/drafts`, as: stranger })).status).toBe(403)
    expect((await read(draft.id)).body.draft).toEqual(draft)
  })
})

describe('the list', () => {
  test('shows the latest changed first, with the first page for a cover', async () => {
    const ana = await site.signUp()
    const first = await createPublishableDraft(site, ana, 'First', { pages: 2 })
    const second = await createDraft(site, ana, { title: 'Second' })
    await save(first.id, 1, { title: 'First', pages: asPages([first.content.pages[1]?.url ?? '']) }, ana)
    const { body } = await site.call<{ drafts: DraftTicket[] }>({
      path: `/api/users/${ana.id}/drafts`,
      as: ana,
    })
    expect(body.drafts.map((draft) => DraftTicket.parse(draft))).toMatchObject([
      { id: first.id, title: 'First', pageCount: 1, coverUrl: first.content.pages[1]?.url },
      { id: second.id, title: 'Second', pageCount: 0, coverUrl: null, publishAt: null, refusal: null },
    ])
  })
})

describe('saving', () => {
  test('increases the version, and does not overwrite other changes', async () => {
    const { id } = await createDraft(site, owner, { title: 'One' })
    const saved = await save(id, 1, { title: 'Two' })
    expect(saved).toMatchObject({ status: 200, body: { draft: { version: 2, content: { title: 'Two' } } } })
    const outdated = await save(id, 1, { title: 'Also two' })
    expect(outdated).toMatchObject({
      status: 409,
      body: { code: 'changed_elsewhere', current: { version: 2, content: { title: 'Two' } } },
    })
    Draft.parse(outdated.body.current)
    expect(outdated.body.draft, 'for browsers that loaded 1.0').toEqual(outdated.body.current)
    expect((await read(id)).body.draft).toEqual(saved.body.draft)
  })

  test('the same again after a lost response returns the saved draft', async () => {
    const [url = ''] = await addMedia(site, owner, ['image'])
    const { id } = await createDraft(site, owner)
    const content = { title: 'Same', pages: [{ url, altText: 'Moth' }] }
    const first = await save(id, 1, content)
    const repeated = await save(id, 1, content)
    expect([repeated.status, repeated.text]).toEqual([200, first.text])
    const { draft } = first.body
    expect((await save(id, 2, draft.content)).body.draft).toEqual(draft)
  })

  test('from one version five times concurrently succeeds once', async () => {
    const { id } = await createDraft(site, owner)
    const responses = await Promise.all([1, 2, 3, 4, 5].map((n) => save(id, 1, { title: `By ${n}` })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test.each([
    [{ title: 'x'.repeat(201) }, 'The title can be at most 200 characters long.'],
    [{ pages: [{}] }, 'A page needs the URL of its image.'],
    [{ surprise: 1 }, 'Unknown key: "surprise".'],
    [{ aspectRatio: '2:1' }, 'aspectRatio must be 1:1, 4:5 or 9:16.'],
    [{ paper: 'A5' }, 'The paper format must be one of a-size, half-letter, square, 4:5, 9:16, pictures.'],
    [{ pages: [{ url: '/media/elsewhere.png' }] }, 'Each page must be the URL of an image you uploaded.'],
  ])('%j is rejected', async (content, message) => {
    const { id } = await createDraft(site, owner)
    expect(await save(id, 1, content)).toMatchObject({ status: 400, body: { error: message } })
    expect((await read(id)).body.draft.version).toBe(1)
  })

  test('allows at most the site’s number of pages', async () => {
    const urls = await addImages(site, owner, 7)
    const { id } = await createDraft(site, owner)
    const tooManyPagesResponse = { status: 400, body: { error: 'A zine can have at most 6 pages.' } }
    expect(await save(id, 1, { pages: asPages(urls) })).toMatchObject(tooManyPagesResponse)
    expect(await create({ content: { pages: asPages(urls) } })).toMatchObject(tooManyPagesResponse)
    expect((await save(id, 1, { pages: asPages(urls.slice(0, 6)) })).status).toBe(200)
  })

  test('is possible above a lowered page limit without adding pages', async () => {
    const urls = await addMedia(site, owner, ['image', 'image', 'image', 'image'])
    const draft = await createDraft(site, owner, { pages: asPages(urls.slice(0, 3)) })
    const ref = { ownerId: owner.id, draftId: draft.id }
    const saveNow = (version: number, pages: number) => {
      const content = DraftInput.parse({ title: `${pages} pages`, pages: asPages(urls.slice(0, pages)) })
      return site.db.transaction().execute((tx) => saveDraft(tx, ref, { version, content, maxPages: 1, quotaMb: 1 }))
    }
    await saveNow(1, 3)
    await expect(saveNow(2, 4)).rejects.toThrow('A zine can have at most 1 page.')
    await saveNow(2, 2)
    await expect(saveNow(3, 3)).rejects.toThrow('A zine can have at most 1 page.')
    expect((await read(draft.id)).body.draft.content.title).toBe('2 pages')
  })

  test('the maximum text of 64 pages is accepted, and far more is rejected with a message', async () => {
    const texts = { altText: '\u0007'.repeat(1000), transcript: '\u0007'.repeat(4000) }
    const pages = Array.from({ length: 64 }, () => ({ url: `/media/${'a'.repeat(32)}-1600.webp`, ...texts }))
    const { id } = await createDraft(site, owner)
    expect((await save(id, 1, { pages })).body.error).toBe('A zine can have at most 6 pages.')
    const response = await save(id, 1, { title: 'x'.repeat(6_000_000) })
    expect(response).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('draft is too long') },
    })
  })
})

describe('the pages of a draft', () => {
  test('are not swept, also after removal from the draft, and are deleted with it', async () => {
    const urls = await addMedia(site, owner, ['image', 'image', 'image'])
    const { id } = await createDraft(site, owner, { pages: asPages(urls) })
    const [one = '', , three = ''] = urls
    await save(id, 1, { pages: asPages([three, one]) })
    await sweep()
    expect(await mediaExists(site, urls)).toEqual([true, true, true])
    const restored = await save(id, 2, { pages: asPages(urls) })
    expect(restored.body.draft.content.pages.map(({ url }) => url)).toEqual(urls)
    expect((await remove(id)).body).toEqual({ success: true })
    expect(await mediaExists(site, urls)).toEqual([false, false, false])
    expect((await read(id)).status).toBe(404)
    const { rows } = await site.pool.query<{ hashes: string }>(
      `select payload::text as hashes from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'`,
      [hashOf(one)],
    )
    expect(rows).toHaveLength(1)
  })

  test('that are no longer shown are deleted beyond a limit, the oldest first', async () => {
    const { id } = await createDraft(site, owner)
    const all: string[] = []
    for (let round = 1; round <= 6; round += 1) {
      const urls = await addImages(site, owner, 6)
      all.push(...urls)
      expect((await save(id, round, { pages: asPages(urls) })).status).toBe(200)
    }
    expect(await mediaExists(site, all)).toEqual(all.map((_, at) => at >= 6))
    const { rows } = await site.pool.query('select from draft_media where draft_id = $1', [id])
    expect(rows).toHaveLength(30)
  })

  test('the same picture can be on two if it was uploaded twice', async () => {
    const [url = ''] = await addMedia(site, owner, ['image'])
    const { id } = await createDraft(site, owner)
    const twice = { pages: asPages([url, url]) }
    expect(await save(id, 1, twice)).toMatchObject({ status: 409, body: { code: 'media_already_published' } })
    await addMedia(site, owner, ['image'], url)
    expect((await save(id, 1, twice)).body.draft.content.pages).toHaveLength(2)
  })

  test('cannot be a stranger’s, a zine’s, another draft’s or a video', async () => {
    const [theirs = ''] = await addMedia(site, stranger, ['image'])
    const [film = ''] = await addMedia(site, owner, ['video'])
    const zine = await publishOnePage(site, owner, 'Out already')
    const other = await createPublishableDraft(site, owner, 'Elsewhere')
    const { id } = await createDraft(site, owner)
    const attempts: [string, number, string][] = [
      [theirs, 400, 'media_not_yours'],
      [`/media/${'0'.repeat(32)}-1600.webp`, 400, 'media_not_yours'],
      [film, 400, 'media_refused'],
      [zine.imageUrl ?? '', 409, 'media_already_published'],
      [other.content.pages[0]?.url ?? '', 409, 'media_already_published'],
    ]
    for (const [url, status, code] of attempts)
      expect(await save(id, 1, { pages: asPages([url]) })).toMatchObject({ status, body: { code } })
    const { rows } = await site.pool.query('select from draft_media where draft_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('used by two drafts and a zine concurrently end up in one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [url = ''] = await addMedia(site, owner, ['image'])
      const content = { title: 'One of many', pages: asPages([url]) }
      const zine = { title: 'One of many', aspectRatio: '4:5', mediaFiles: [url] }
      const responses = await Promise.all([
        create({ content }),
        site.post<ResponseBody>('/api/zines', zine, owner),
        create({ content }),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      for (const { body } of responses) if (body.draft) await remove(body.draft.id)
    }
  })

  test('can be those of its PDFs, and no other draft’s', async () => {
    const [draft, other] = [await createDraft(site, owner), await createDraft(site, owner)]
    const { id, urls } = await addRasterisedPdf(site, owner, { draftId: draft.id })
    expect((await save(other.id, 1, { pages: asPages(urls) })).status).toBe(409)
    const content = { pages: asPages(urls.slice(0, 1)), placed: { [id]: 2 } }
    expect((await save(draft.id, 1, content)).body.draft.content).toMatchObject({
      placed: { [id]: 2 },
      pages: [{ url: urls[0], width: 800 }],
    })
    await remove(draft.id)
    expect(await mediaExists(site, urls)).toEqual([false, false])
    const { rows } = await site.pool.query('select from documents where id = $1', [id])
    expect(rows).toEqual([])
    const jobs = await site.pool.query(`select from graphile_worker.jobs where task_identifier = 'remove-pdf-files'`)
    expect(jobs.rows.length).toBeGreaterThan(0)
  })
})

describe('fifty drafts', () => {
  test('are the limit, also when many are created concurrently', async () => {
    const ana = await site.signUp()
    await site.pool.query(
      `insert into drafts (owner_id, content) select $1, '{"title":"","pages":[]}' from generate_series(1, 47)`,
      [ana.id],
    )
    const responses = await callConcurrently(8, () => create({}, ana))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 201, 201, 403, 403, 403, 403, 403])
    const [tooManyPagesResponse] = responses.filter(({ status }) => status === 403)
    expect(tooManyPagesResponse?.body).toMatchObject({
      code: 'quota_reached',
      error: 'You have 50 drafts, the maximum. Publish or delete one to create another.',
    })
    const { rows } = await site.pool.query('select id from drafts where owner_id = $1 limit 1', [ana.id])
    await remove(rows[0].id, ana)
    expect((await create({}, ana)).status).toBe(201)
  })
})

test('deleted five times concurrently, it is deleted once', async () => {
  const { id } = await createPublishableDraft(site, owner, 'Five hands')
  const responses = await callConcurrently(5, () => remove(id))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
})
