import { expect, test } from 'vitest'
import { memberShelves } from '#contract/limits.ts'
import { publishAs } from '#tests/support/library.ts'
import { atOnce, openTestApp } from '#tests/support/test-app.ts'
import { shelfCalls, type TakenOff } from './shelves.testing.ts'

const site = await openTestApp()
const keeper = await site.signUp('keeper')
const zines: { id: string }[] = []
for (const title of 'ABCDEFGH') zines.push(await publishAs(site, keeper, title))

const { post, put, remove, begin, add, read, titles } = shelfCalls(() => site)

async function filled() {
  const shelf = await begin(keeper)
  const items = []
  for (const zine of zines) items.push((await add(keeper, shelf, zine)).body.item)
  return { shelf, items }
}

const positions = async ({ id }: { id: string }) => {
  const rows = await site.sql('select position from shelf_items where shelf_id = $1 order by position', id)
  return rows.map(({ position }) => position as string)
}

test('twenty concurrent moves end in one order for every reader, and nothing is lost', async () => {
  const { shelf, items } = await filled()
  const moves = Array.from({ length: 20 }, (_, n) => {
    const [item, other] = [items[n % 8], items[(n * 3 + 1) % 8]]
    return put(`/${shelf.id}/items/${item?.id}/place`, keeper, { [n % 2 ? 'before' : 'after']: other?.id })
  })
  for (const { status } of await Promise.all(moves)) expect(status).toBe(200)
  const seen = await Promise.all([1, 2, 3].map(() => titles(shelf, keeper)))
  expect(new Set(seen.map((order) => order.join(''))).size).toBe(1)
  expect(seen[0]?.toSorted().join('')).toBe('ABCDEFGH')
  expect(new Set(await positions(shelf)).size).toBe(8)
})

test('twenty concurrent first uses of To read create one shelf with the zine on it once', async () => {
  const member = await site.signUp()
  const [zine = { id: '' }] = zines
  const answers = await atOnce(20, () => add(member, { id: 'to-read' }, zine))
  for (const { status } of answers) expect(status).toBe(200)
  expect(new Set(answers.map(({ body }) => `${body.shelf.id} ${body.item.id}`)).size).toBe(1)
  expect((await read({ id: answers[0]?.body.shelf.id ?? '' }, member)).body.shelf.itemCount).toBe(1)
})

test('concurrent requests cannot exceed the shelf limit', async () => {
  const member = await site.signUp()
  await site.sql(
    `insert into shelves (owner_id, title) select $1, 'Shelf' from generate_series(1, ${memberShelves - 1})`,
    member.id,
  )
  const made = await atOnce(10, () => post('', member, { title: 'Last' }))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('a shelf’s count is right during concurrent adding, removing, moving and deleting', async () => {
  const { shelf, items } = await filled()
  const doomed = await publishAs(site, keeper, 'Doomed')
  await add(keeper, shelf, doomed)
  const calls = zines.flatMap((zine, n) => [
    remove(`/${shelf.id}/zines/${zine.id}`, keeper),
    add(keeper, shelf, zine),
    put(`/${shelf.id}/items/${items[n]?.id}/place`, keeper, { after: null }),
  ])
  const deletion = site.delete(`/api/zines/${doomed.id}`, keeper)
  for (const { status } of await Promise.all([...calls, deletion])) expect([200, 404]).toContain(status)
  const { body } = await read(shelf, keeper)
  expect(body.shelf.itemCount).toBe(body.items.length)
  expect(body.items.filter(({ zine }) => zine === null)).toHaveLength(1)
})

test('of ten concurrent removals one returns the item, and concurrent restores add it once', async () => {
  const { shelf } = await filled()
  const [first, zine = { id: '' }] = zines
  const before = (await read(shelf, keeper)).body.items
  const ten = Array.from({ length: 10 })
  const answers = await Promise.all(ten.map(() => remove<TakenOff>(`/${shelf.id}/zines/${zine.id}`, keeper)))
  const told = answers.flatMap(({ body }) => body.taken ?? [])
  expect(told).toEqual([{ note: '', privateNote: '', after: before[0]?.id }])
  expect(before[0]?.zine?.id).toBe(first?.id)
  const back = await Promise.all(ten.map(() => add(keeper, shelf, zine, told[0])))
  expect(new Set(back.map(({ status, body }) => `${status} ${body.item.id}`)).size).toBe(1)
  expect((await titles(shelf, keeper)).join('')).toBe('ABCDEFGH')
})

test('deleting a shelf while it is filled and reordered ends without an error', async () => {
  const { shelf, items } = await filled()
  const calls = zines.flatMap((zine, n) => [
    add(keeper, shelf, zine),
    put(`/${shelf.id}/items/${items[n]?.id}/place`, keeper, { before: null }),
  ])
  const answers = await Promise.all([...calls, remove(`/${shelf.id}`, keeper)])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  expect((await read(shelf, keeper)).status).toBe(404)
})

test('long positions are reassigned, in the same order', async () => {
  const { shelf, items } = await filled()
  const deep = `a1${'0'.repeat(57)}1`
  await site.sql('update shelf_items set position = $2 where id = $1', items[1]?.id, deep)
  const move = (n: number) =>
    put(`/${shelf.id}/items/${items[n]?.id}/place`, keeper, { before: items[1]?.id })
  const order = await titles(shelf, keeper)
  expect(order.join('')).toBe('ABCDEFGH')
  for (const n of [7, 6]) expect((await move(n)).status).toBe(200)
  expect((await titles(shelf, keeper)).join('')).toBe('AHGBCDEF')
  expect(Math.max(...(await positions(shelf)).map((position) => position.length))).toBeLessThan(10)
})
