import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Draft, formerPageId } from '#contract/drafts.ts'
import type { FullZine } from '#contract/zines.ts'
import { addImages } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ settings: { LONG_ZINE_PAGES: '6' } })
const owner = await site.signUp()

type Answer = { draft: Draft; zine: FullZine; error: string }
const create = async (content: object, id?: string) =>
  site.post<Answer>('/api/drafts', { content: { title: 'Moths', ...content }, ...(id && { id }) }, owner)
const save = (draft: Draft, pages: object[]) =>
  site.put<Answer>(`/api/drafts/${draft.id}`, { version: draft.version, content: { title: 'Moths', pages } }, owner)
const publish = async ({ id, version }: Draft) =>
  (await site.post<Answer>(`/api/drafts/${id}/publish`, { version }, owner)).body.zine
const change = (zine: FullZine, pages: object[]) =>
  site.put<Answer>(`/api/zines/${zine.id}`, { version: zine.version, pages }, owner)
const idsOf = ({ pages }: { pages: { id: string }[] }) => pages.map(({ id }) => id)

async function createPages(count: number) {
  const urls = await addImages(site, owner, count)
  const { draft } = (await create({ pages: urls.map((url) => ({ url })) })).body
  return { urls, draft, ids: idsOf(draft.content) }
}

test('pages keep their ids when they move, change their pictures, are published and edited', async () => {
  const { urls, draft, ids } = await createPages(3)
  expect(new Set(ids).size).toBe(3)
  const [other] = await addImages(site, owner, 1)
  const moved = [
    { id: ids[2], url: urls[2] },
    { id: ids[0], url: other },
    { id: ids[1], url: urls[1], altText: 'A moth' },
  ]
  const saved = (await save(draft, moved)).body.draft
  expect(idsOf(saved.content)).toEqual([ids[2], ids[0], ids[1]])
  const zine = await publish(saved)
  expect(idsOf(zine)).toEqual([ids[2], ids[0], ids[1]])
  const [first, second, third] = zine.pages
  const edited = (
    await change(
      zine,
      [third, first, second].map((page) => ({ id: page?.id, url: page?.url })),
    )
  ).body.zine
  expect(idsOf(edited)).toEqual([ids[1], ids[2], ids[0]])
})

test('a client that knows no ids keeps them by the pictures of the pages', async () => {
  const { urls, draft, ids } = await createPages(2)
  const [added] = await addImages(site, owner, 1)
  const saved = (await save(draft, [{ url: urls[1] }, { url: added }, { url: urls[0] }])).body.draft
  expect(idsOf(saved.content)).toEqual([ids[1], expect.any(String), ids[0]])
  const again = (await save(saved, [{ url: urls[1] }, { url: added }, { url: urls[0] }])).body.draft
  expect(again).toEqual(saved)
  const zine = await publish(saved)
  const edited = (await change(zine, zine.pages.map(({ url }) => url).reverse() as never)).body.zine
  expect(idsOf(edited)).toEqual(idsOf(zine).reverse())
})

test('two pages with one id are rejected', async () => {
  const [first, second] = await addImages(site, owner, 2)
  const id = randomUUID()
  const pages = [first, second].map((url) => ({ id, url }))
  expect(await create({ pages })).toMatchObject({ status: 400, body: { error: 'Each page needs an id of its own.' } })
  expect((await create({ pages: [{ id: 'moth', url: first }] })).status).toBe(400)
  const { draft } = await createPages(2)
  const zine = await publish(draft)
  const equal = zine.pages.map(({ url }) => ({ id, url }))
  expect(await change(zine, equal)).toMatchObject({ status: 400, body: { error: 'Each page needs an id of its own.' } })
})

test('pages stored before they had ids have one by their position, and keep it', async () => {
  const { draft } = await createPages(2)
  await site.pool.query(
    `update drafts set content = jsonb_set(content, '{pages}',
      (select jsonb_agg(page - 'id') from jsonb_array_elements(content -> 'pages') page)) where id = $1`,
    [draft.id],
  )
  const former = (await site.call<Answer>({ path: `/api/drafts/${draft.id}`, as: owner })).body.draft
  expect(idsOf(former.content)).toEqual([formerPageId(0), formerPageId(1)])
  const reversed = former.content.pages.map(({ id, url }) => ({ id, url })).reverse()
  const saved = (await save(former, reversed)).body.draft
  expect(idsOf(saved.content)).toEqual([formerPageId(1), formerPageId(0)])
  const zine = await publish(saved)
  await site.pool.query('update zine_pages set page_id = null where zine_id = $1', [zine.id])
  const { pages } = (await site.call<Answer>({ path: `/api/zines/${zine.id}` })).body.zine
  expect(idsOf({ pages })).toEqual([formerPageId(0), formerPageId(1)])
})

test('the id of a draft is that of its zine, unless the client chose it', async () => {
  const { draft } = await createPages(1)
  expect(draft.zineId).toBe(draft.id)
  expect((await publish(draft)).id).toBe(draft.id)
  const id = randomUUID()
  const chosen = (await create({}, id)).body.draft
  expect(chosen.id).toBe(id)
  expect(chosen.zineId).not.toBe(id)
})
