import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import type { Project } from '#contract/projects.ts'
import { FullZine } from '#contract/zines.ts'
import { lockExistingCreator } from '#server/zines/publish-zine.ts'
import { addRasterisedPdf, createDraft, createPublishableDraft } from '#tests/support/drafts.ts'
import { addImages, mediaExists } from '#tests/support/library.ts'
import { untilLocksAreAwaited } from '#tests/support/locks.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'
import { publishDraft } from './publish-draft.ts'

const site = await openTestApp()
const owner = await site.signUp()

type ResponseBody = { zine: FullZine; draft: Draft; code: string; error: string }
const publish = (id: string, version = 1, as = owner) =>
  site.post<ResponseBody>(`/api/drafts/${id}/publish`, { version }, as)
const save = (id: string, version: number, content: object) =>
  site.put<ResponseBody>(`/api/drafts/${id}`, { version, content }, owner)
const read = (id: string) => site.call<ResponseBody>({ path: `/api/drafts/${id}`, as: owner })
const zinesOf = async (draftId: string) =>
  (await site.pool.query('select from zines where draft_id = $1', [draftId])).rows.length
const images = (count: number) => addImages(site, owner, count)

test('a draft of 40 pages becomes a zine with all its text, and the draft is deleted', async () => {
  const urls = await images(40)
  const pages = urls.map((url, at) => ({
    url,
    altText: ` Page ${at + 1} `,
    transcript: `\nWords ${at + 1} `,
  }))
  const texts = { title: ' Long ', description: '  ', readingDirection: 'rtl', mayPrint: true } as const
  const draft = await createDraft(site, owner, { ...texts, pages, aspectRatio: '1:1', paper: 'half-letter' })
  const response = await publish(draft.id)
  expect(response.status).toBe(201)
  const zine = FullZine.parse(response.body.zine)
  expect(zine).toMatchObject({
    title: 'Long',
    description: null,
    readingDirection: 'rtl',
    mayPrint: true,
    aspectRatio: '1:1',
    paper: 'half-letter',
    pageCount: 40,
    version: 1,
    printing: 1,
    creatorId: owner.id,
    mediaUrls: urls,
  })
  expect(zine.pages.map(({ url }) => url)).toEqual(urls)
  expect(zine.pages[39]).toMatchObject({ altText: 'Page 40', transcript: 'Words 40' })
  expect(await read(draft.id)).toMatchObject({ status: 404, body: { error: 'This draft has been published.' } })
  const path = `/api/search/zines?search=${encodeURIComponent('"page 17"')}`
  expect((await site.call<{ zines: object[] }>({ path })).body.zines).toMatchObject([{ id: zine.id }])
})

test('a draft saved before papers existed has that of its pictures', async () => {
  const { id } = await createPublishableDraft(site, owner, 'Old layout')
  await site.pool.query(`update drafts set content = content - 'paper' where id = $1`, [id])
  expect((await read(id)).body.draft.content.paper).toBe('pictures')
  expect((await publish(id)).body.zine.paper).toBe('pictures')
})

test('published five times concurrently, and again later, it is one zine', async () => {
  const { id } = await createPublishableDraft(site, owner, 'Once only')
  const responses = await callConcurrently(5, () => publish(id))
  responses.push(await publish(id, 7))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => body.zine.id)).size).toBe(1)
  expect(await zinesOf(id)).toBe(1)
  expect((await publish(id, 1, await site.signUp())).status).toBe(404)
})

test('a zine has the id that its draft named, also if a job publishes it', async () => {
  const { id, zineId } = await createPublishableDraft(site, owner, 'Known address')
  expect((await site.call({ path: `/api/zines/${zineId}` })).status).toBe(404)
  const responses = await callConcurrently(2, () => publish(id))
  expect(responses.map(({ body }) => body.zine.id)).toEqual([zineId, zineId])

  const due = await createPublishableDraft(site, owner, 'Later')
  const ref = { ownerId: owner.id, draftId: due.id }
  expect(await site.db.transaction().execute((tx) => publishDraft(tx, ref, { maxPages: 40 }))).toBe(due.zineId)
})

test('the id of another member’s zine cannot be reused, even after it is deleted', async () => {
  const stranger = await site.signUp()
  const draft = await createPublishableDraft(site, owner, 'Mine')
  const { zine } = (await publish(draft.id)).body
  for (const isDeleted of [false, true]) {
    if (isDeleted) await site.delete(`/api/zines/${zine.id}`, owner, {})
    const [url] = await addImages(site, stranger, 1)
    const content = { title: 'Yours', pages: [{ url }] }
    const begin = (body: object) => site.post<ResponseBody>('/api/drafts', { content, ...body }, stranger)
    expect((await begin({ zineId: zine.id })).status).toBe(400)
    const begun = await begin({ id: zine.id })
    expect(begun.status).toBe(isDeleted ? 201 : 400)
    const { draft: other } = isDeleted ? begun.body : (await begin({})).body
    const published = (await publish(other.id, 1, stranger)).body.zine
    expect(published.id).toBe(other.zineId)
    expect(published.id).not.toBe(zine.id)
    const { status, body } = await site.call<ResponseBody>({ path: `/api/zines/${zine.id}` })
    expect([status, body.zine?.title]).toEqual(isDeleted ? [404, undefined] : [200, 'Mine'])
    await site.delete(`/api/zines/${published.id}`, stranger, {})
  }
})

test('a change made meanwhile is not published unseen', async () => {
  const { id } = await createPublishableDraft(site, owner, 'Seen')
  await save(id, 1, { title: 'Unseen' })
  expect(await publish(id)).toMatchObject({
    status: 409,
    body: { code: 'changed_elsewhere', current: { id, version: 2, content: { title: 'Unseen' } } },
  })
  expect(await zinesOf(id)).toBe(0)
})

describe('an incomplete draft is rejected, and stays unchanged', () => {
  test.each([
    [{ title: ' ' }, 'A zine needs a title.'],
    [{ pages: [] }, 'A zine needs at least one page.'],
  ])('%j', async (override, message) => {
    const [url = ''] = await images(1)
    const draft = await createDraft(site, owner, { title: 'Whole', pages: [{ url }], ...override })
    expect(await publish(draft.id)).toMatchObject({ status: 400, body: { error: message } })
    expect((await read(draft.id)).body.draft).toEqual(draft)
  })

  test('with a longer note of a page than a zine may have', async () => {
    const { id } = await createPublishableDraft(site, owner, 'Noted')
    await site.pool.query(
      `update drafts set content = jsonb_set(content, '{pages,0,contentNote}', to_jsonb(repeat('n', 201))) where id = $1`,
      [id],
    )
    const error = expect.stringContaining('The content note of a page')
    expect(await publish(id)).toMatchObject({ status: 400, body: { error } })
  })

  test('while a PDF is being read', async () => {
    const draft = await createPublishableDraft(site, owner, 'Nearly')
    const document = await addRasterisedPdf(site, owner, { draftId: draft.id, state: 'reading' })
    expect(await publish(draft.id)).toMatchObject({
      status: 400,
      body: { error: 'A PDF of this draft is still being read. Publish it when all pages are here.' },
    })
    await site.pool.query(`update documents set state = 'done' where id = $1`, [document.id])
    expect((await publish(draft.id)).status).toBe(201)
  })

  test('when a page is lost', async () => {
    const draft = await createPublishableDraft(site, owner, 'Torn', { pages: 2 })
    const { rows } = await site.pool.query(
      `delete from draft_media where media_id in (
         select media_id from draft_media where draft_id = $1 limit 1) returning media_id`,
      [draft.id],
    )
    await site.pool.query('delete from media where id = $1', [rows[0].media_id])
    expect(await publish(draft.id)).toMatchObject({
      status: 400,
      body: { error: 'A page of this draft is missing. Please upload it again.' },
    })
    expect((await read(draft.id)).status).toBe(200)
  })

  test('when the site now allows fewer pages', async () => {
    const draft = await createPublishableDraft(site, owner, 'Long', { pages: 6 })
    const stricter = site.db
      .transaction()
      .execute((tx) => publishDraft(tx, { ownerId: owner.id, draftId: draft.id }, { version: 1, maxPages: 5 }))
    await expect(stricter).rejects.toThrow('A zine can have at most 5 pages.')
    expect((await read(draft.id)).body.draft).toEqual(draft)
  })

  test('when the member has too many zines', async () => {
    const ana = await site.signUp()
    const draft = await createPublishableDraft(site, ana, 'One more')
    await site.pool.query('update creator_stats set zine_count = 20000 where creator_id = $1', [ana.id])
    expect((await publish(draft.id, 1, ana)).status).toBe(403)
    expect((await site.call({ path: `/api/drafts/${draft.id}`, as: ana })).body.draft).toEqual(draft)
  })
})

test('unused media of a draft is deleted with it, including PDF pages, unless the zine uses it', async () => {
  const [shown = '', taken = ''] = await images(2)
  const draft = await createDraft(site, owner, { title: 'Some', pages: [{ url: shown }, { url: taken }] })
  const { urls } = await addRasterisedPdf(site, owner, { draftId: draft.id, pages: 3 })
  const [first = '', ...others] = urls
  const saved = await save(draft.id, 1, { title: 'Some', pages: [{ url: shown }, { url: first }] })
  expect(saved.status).toBe(200)
  expect((await publish(draft.id, 2)).body.zine.pages.map(({ url }) => url)).toEqual([shown, first])
  const there = await mediaExists(site, [shown, first, taken, ...others])
  expect(there).toEqual([true, true, false, false, false])
  const { rows } = await site.pool.query('select from documents where draft_id = $1', [draft.id])
  expect(rows).toEqual([])
})

describe('a draft of a project', () => {
  const projectOf = async (id: string) =>
    (await site.call<{ project: Project }>({ path: `/api/projects/${id}`, as: owner })).body.project

  test('records on the project which zine it became, until that is deleted', async () => {
    const project = await createProject(site, owner, { title: 'Atlas' })
    expect(project.zineId).toBe(null)
    const draft = await createPublishableDraft(site, owner, '', { projectId: project.id })
    const { zine } = (await publish(draft.id)).body
    expect(zine.title).toBe('Atlas')
    expect(await projectOf(project.id)).toEqual({ ...project, zineId: zine.id })
    const { body } = await site.call<{ projects: Project[] }>({
      path: `/api/users/${owner.id}/projects?brief=true`,
      as: owner,
    })
    expect(body.projects).toMatchObject([{ id: project.id, zineId: zine.id }])
    await site.delete(`/api/zines/${zine.id}`, owner, {})
    expect((await projectOf(project.id)).zineId).toBe(null)
    expect((await publish(draft.id)).status).toBe(404)
  })

  test('is published while the zine of an earlier one is deleted', async () => {
    const project = await createProject(site, owner, { title: 'Again' })
    const first = await createPublishableDraft(site, owner, '', { projectId: project.id })
    const { zine } = (await publish(first.id)).body
    const ref = {
      ownerId: owner.id,
      draftId: (await createPublishableDraft(site, owner, '', { projectId: project.id })).id,
    }
    const { id, deletion } = await site.db.transaction().execute(async (tx) => {
      await lockExistingCreator(tx, owner.id)
      await sql`select from projects where id = ${project.id} for no key update`.execute(tx)
      const deletion = site.delete(`/api/zines/${zine.id}`, owner, {})
      await untilLocksAreAwaited(site)
      return { id: await publishDraft(tx, ref, { maxPages: 40 }), deletion }
    })
    expect((await deletion).status).toBe(200)
    expect((await projectOf(project.id)).zineId).toBe(id)
  })

  test('that is deleted while it is published leaves a zine and no error', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await createProject(site, owner, { title: 'Going' })
      const draft = await createPublishableDraft(site, owner, '', { projectId: project.id })
      const deleteCall = {
        method: 'DELETE',
        path: `/api/projects/${project.id}`,
        body: {},
        as: owner,
      } as const
      const [published, deleted] = await Promise.all([publish(draft.id), site.call(deleteCall)])
      expect([published.status, deleted.status]).toEqual([201, 200])
    }
  })
})

test('all writes run concurrently without an error, and each page is in exactly one place', async () => {
  for (let round = 0; round < 10; round += 1) {
    const draft = await createPublishableDraft(site, owner, `Round ${round}`, { pages: 2 })
    const content = { title: 'Changed', pages: draft.content.pages.slice(1) }
    const path = `/api/drafts/${draft.id}`
    const responses = await Promise.all([
      save(draft.id, 1, content),
      publish(draft.id),
      publish(draft.id, 2),
      site.delete(path, owner),
      site.put(`${path}/schedule`, { version: 1, publishAt: null }, owner),
      createDraft(site, owner).then(({ id }) => save(id, 1, content)),
    ])
    // 400: the pages are in the other draft or were deleted with it.
    for (const { status, text } of responses) expect([200, 201, 400, 404, 409], text).toContain(status)
  }
  const { rows } = await site.pool.query(`
    select media_id from zine_pages join draft_media using (media_id)
    union all select media_id from zine_pages where not exists (select from media where id = media_id)
    union all select d.id from drafts d, jsonb_array_elements(content -> 'pages') page
      where not exists (select from draft_media join media m on m.id = media_id
        where draft_id = d.id and position(m.hash in page ->> 'url') > 0)`)
  // One row is the page that an earlier test deleted on purpose.
  expect(rows.length).toBeLessThanOrEqual(1)
})
