import { expect, test } from 'vitest'
import { memberShelves } from '#contract/limits.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { type RemovalResult, shelfCalls } from './shelves.testing.ts'

const site = await openTestApp()
const owner = await site.signUp('keeper')
const zines: { id: string }[] = []
for (const title of 'ABCDEFGH') zines.push(await publishOnePage(site, owner, title))

const { post, put, remove, begin, add, read, titles } = shelfCalls(() => site)

async function filledShelf() {
  const shelf = await begin(owner)
  const items = []
  for (const zine of zines) items.push((await add(owner, shelf, zine)).body.item)
  return { shelf, items }
}

const positions = async ({ id }: { id: string }) => {
  const rows = await site.sql('select position from shelf_items where shelf_id = $1 order by position', id)
  return rows.map(({ position }) => position as string)
}

test('twenty concurrent moves end in one order for every reader, and nothing is lost', async () => {
  const { shelf, items } = await filledShelf()
  const moves = Array.from({ length: 20 }, (_, n) => {
    const [item, other] = [items[n % 8], items[(n * 3 + 1) % 8]]
    return put(`/${shelf.id}/items/${item?.id}/place`, owner, { [n % 2 ? 'before' : 'after']: other?.id })
  })
  for (const { status } of await Promise.all(moves)) expect(status).toBe(200)
  const orders = await Promise.all([1, 2, 3].map(() => titles(shelf, owner)))
  expect(new Set(orders.map((order) => order.join(''))).size).toBe(1)
  expect(orders[0]?.toSorted().join('')).toBe('ABCDEFGH')
  expect(new Set(await positions(shelf)).size).toBe(8)
})

test('twenty concurrent first uses of To read create one shelf with the zine on it once', async () => {
  const member = await site.signUp()
  const [zine = { id: '' }] = zines
  const responses = await callConcurrently(20, () => add(member, { id: 'to-read' }, zine))
  for (const { status } of responses) expect(status).toBe(200)
  expect(new Set(responses.map(({ body }) => `${body.shelf.id} ${body.item.id}`)).size).toBe(1)
  expect((await read({ id: responses[0]?.body.shelf.id ?? '' }, member)).body.shelf.itemCount).toBe(1)
})

test('concurrent requests cannot exceed the shelf limit', async () => {
  const member = await site.signUp()
  await site.sql(
    `insert into shelves (owner_id, title) select $1, 'Shelf' from generate_series(1, ${memberShelves - 1})`,
    member.id,
  )
  const created = await callConcurrently(10, () => post('', member, { title: 'Last' }))
  expect(created.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('a shelf’s count is right during concurrent adding, removing, moving and deleting', async () => {
  const { shelf, items } = await filledShelf()
  const doomed = await publishOnePage(site, owner, 'Doomed')
  await add(owner, shelf, doomed)
  const calls = zines.flatMap((zine, n) => [
    remove(`/${shelf.id}/zines/${zine.id}`, owner),
    add(owner, shelf, zine),
    put(`/${shelf.id}/items/${items[n]?.id}/place`, owner, { after: null }),
  ])
  const deletion = site.delete(`/api/zines/${doomed.id}`, owner)
  for (const { status } of await Promise.all([...calls, deletion])) expect([200, 404]).toContain(status)
  const { body } = await read(shelf, owner)
  expect(body.shelf.itemCount).toBe(body.items.length)
  expect(body.items.filter(({ zine }) => zine === null)).toHaveLength(1)
})

test('of ten concurrent removals one returns the item, and concurrent restores add it once', async () => {
  const { shelf } = await filledShelf()
  const [first, zine = { id: '' }] = zines
  const before = (await read(shelf, owner)).body.items
  const ten = Array.from({ length: 10 })
  const responses = await Promise.all(ten.map(() => remove<RemovalResult>(`/${shelf.id}/zines/${zine.id}`, owner)))
  const removed = responses.flatMap(({ body }) => body.taken ?? [])
  expect(removed).toEqual([{ note: '', privateNote: '', after: before[0]?.id }])
  expect(before[0]?.zine?.id).toBe(first?.id)
  const restored = await Promise.all(ten.map(() => add(owner, shelf, zine, removed[0])))
  expect(new Set(restored.map(({ status, body }) => `${status} ${body.item.id}`)).size).toBe(1)
  expect((await titles(shelf, owner)).join('')).toBe('ABCDEFGH')
})

test('deleting a shelf while it is filled and reordered ends without an error', async () => {
  const { shelf, items } = await filledShelf()
  const calls = zines.flatMap((zine, n) => [
    add(owner, shelf, zine),
    put(`/${shelf.id}/items/${items[n]?.id}/place`, owner, { before: null }),
  ])
  const responses = await Promise.all([...calls, remove(`/${shelf.id}`, owner)])
  for (const { status } of responses) expect([200, 404]).toContain(status)
  expect((await read(shelf, owner)).status).toBe(404)
})

test('long positions are reassigned, in the same order', async () => {
  const { shelf, items } = await filledShelf()
  const deep = `a1${'0'.repeat(57)}1`
  await site.sql('update shelf_items set position = $2 where id = $1', items[1]?.id, deep)
  const move = (n: number) => put(`/${shelf.id}/items/${items[n]?.id}/place`, owner, { before: items[1]?.id })
  const order = await titles(shelf, owner)
  expect(order.join('')).toBe('ABCDEFGH')
  for (const n of [7, 6]) expect((await move(n)).status).toBe(200)
  expect((await titles(shelf, owner)).join('')).toBe('AHGBCDEF')
  expect(Math.max(...(await positions(shelf)).map((position) => position.length))).toBeLessThan(10)
})
