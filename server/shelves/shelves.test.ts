import { expect, test } from 'vitest'
import type { UserProfile } from '#contract/creators.ts'
import { memberShelves, shelfItems } from '#contract/limits.ts'
import { type ListedShelf, listShelves, readShelf, type ShelfItem } from '#contract/shelves.ts'
import type { OpenZine } from '#contract/zines.ts'
import { operatorsActs } from '#server/moderation/moderation.testing.ts'
import { publishAs } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { shelfCalls, type TakenOff } from './shelves.testing.ts'

const site = await openTestApp()
const keeper = await site.signUp('keeper')
const maker = await site.signUp('maker')
const stranger = await site.signUp('stranger')

const { post, put, remove, begin, add, read, titles } = shelfCalls(() => site)
const operator = operatorsActs(site)
const toRead = { id: 'to-read' }
const none = { id: '01a1fc0a-7117-7285-b635-c994aaf5edeb' }

async function shelvesOf(member: Member, as?: Member, query = '') {
  const answer = await site.get<{ shelves: ListedShelf[] }>(`/api/users/${member.id}/shelves${query}`, as)
  return listShelves.response.parse(answer.body).shelves
}

const lines = async (shelf: { id: string }) => (await read(shelf, keeper)).body.items
const told = (items: ShelfItem[]) =>
  items.map(({ note, privateNote, zine }) => [note, privateNote, zine?.title])

async function hasShelves(member: Member, as?: Member) {
  const { body } = await site.get<{ user: UserProfile }>(`/api/users/${member.id}`, as)
  return body.user.hasShelves
}

type Each<Titles extends string[]> = { [Title in keyof Titles]: OpenZine }

async function publishSome<const Titles extends string[]>(...some: Titles) {
  const zines: OpenZine[] = []
  for (const title of some) zines.push(await publishAs(site, maker, title))
  return zines as Each<Titles>
}

test('zines are on a shelf in their owner’s order, page by page', async () => {
  const shelf = await begin(keeper, { title: ' Night\nreading ', about: 'By bus', visibility: 'public' })
  expect(shelf).toMatchObject({ title: 'Night reading', about: 'By bus', itemCount: 0, version: 1 })
  const items: ShelfItem[] = []
  for (const zine of await publishSome('A', 'B', 'C', 'D'))
    items.push((await add(keeper, shelf, zine)).body.item)
  const [a, b, c, d] = items as [ShelfItem, ShelfItem, ShelfItem, ShelfItem]
  expect(await titles(shelf)).toEqual(['A', 'B', 'C', 'D'])
  const moves = [
    [d, { before: b.id }, 'ADBC'],
    [a, { after: c.id }, 'DBCA'],
    [c, { after: null }, 'CDBA'],
    [d, { before: null }, 'CBAD'],
    [b, { after: b.id }, 'CBAD'],
    [b, { before: a.id }, 'CBAD'],
  ] as const
  for (const [item, place, order] of moves) {
    expect((await put(`/${shelf.id}/items/${item.id}/place`, keeper, place)).status).toBe(200)
    expect((await titles(shelf)).join(''), JSON.stringify(place)).toBe(order)
  }
  const first = await read(shelf, undefined, '?limit=3')
  const second = await read(shelf, undefined, `?limit=3&cursor=${first.body.nextCursor}`)
  expect(readShelf.response.parse(first.body).items.map(({ zine }) => zine?.title)).toEqual(['C', 'B', 'A'])
  expect(second.body).toMatchObject({ items: [{ zine: { title: 'D' } }], nextCursor: null })
  for (const cursor of ['x', btoa('["a b","1"]'), btoa(`["${'a'.repeat(200)}","${none.id}"]`)])
    expect((await read(shelf, undefined, `?cursor=${cursor}`)).body.code).toBe('invalid_request')
  expect(second.body.shelf).toMatchObject({ itemCount: 4, owner: { username: 'keeper' } })
})

test('a zine added twice is on the shelf once, and one removed twice is off it', async () => {
  const shelf = await begin(keeper)
  const [a, b] = await publishSome('A', 'B')
  await add(keeper, shelf, a, { note: 'Read aloud', privateNote: 'Lent to Jo' })
  const again = await add(keeper, shelf, a, { note: 'Other' })
  expect(again.body.item).toMatchObject({ note: 'Read aloud', privateNote: 'Lent to Jo' })
  await add(keeper, shelf, b, { before: again.body.item.id })
  expect(await titles(shelf, keeper)).toEqual(['B', 'A'])
  const taken = { note: 'Read aloud', privateNote: 'Lent to Jo', after: (await lines(shelf))[0]?.id }
  for (const said of [{ taken }, {}])
    expect((await remove(`/${shelf.id}/zines/${a.id}`, keeper)).body).toEqual({ success: true, ...said })
  expect((await read(shelf, keeper)).body.shelf.itemCount).toBe(1)
  await add(keeper, shelf, a, { after: again.body.item.id })
  expect(await titles(shelf, keeper)).toEqual(['B', 'A'])
})

test('a removed item is restored with its notes and position from the response', async () => {
  const shelf = await begin(keeper, { visibility: 'public' })
  const zines = await publishSome('A', 'B', 'C')
  for (const zine of zines) await add(keeper, shelf, zine, { note: zine.title, privateNote: 'Mine' })
  // To read starts with the newest item.
  for (const zine of zines.toReversed()) await add(keeper, toRead, zine, { note: zine.title })
  for (const [on, privateNote] of [
    [shelf, 'Mine'],
    [toRead, ''],
  ] as const)
    for (const [at, zine] of zines.entries()) {
      const { id } = (await add(keeper, on, zine)).body.shelf
      const before = await lines({ id })
      const path = on === toRead || at === 1 ? `zines/${zine.id}` : `items/${before[at]?.id}`
      const { taken } = (await remove<TakenOff>(`/${on.id}/${path}`, keeper)).body
      expect(taken).toEqual({ note: zine.title, privateNote, after: before[at - 1]?.id ?? null })
      await add(keeper, on, zine, taken)
      expect(told(await lines({ id }))).toEqual(told(before))
    }
})

test('a restored zine returns to its place, also after a hidden item, and goes to the end if the item before it was removed', async () => {
  const shelf = await begin(keeper)
  const [a, b, c] = await publishSome('A', 'B', 'C')
  for (const zine of [a, b, c]) await add(keeper, shelf, zine, { note: zine.title })
  await operator.hide(a.id)
  const first = (await remove<TakenOff>(`/${shelf.id}/zines/${b.id}`, keeper)).body.taken
  await add(keeper, shelf, b, first)
  await operator.restore(a.id)
  expect(await titles(shelf, keeper)).toEqual(['A', 'B', 'C'])
  const { taken } = (await remove<TakenOff>(`/${shelf.id}/zines/${b.id}`, keeper)).body
  await remove(`/${shelf.id}/zines/${a.id}`, keeper)
  expect((await add(keeper, shelf, b, taken)).body.item).toMatchObject({ note: 'B' })
  expect(await titles(shelf, keeper)).toEqual(['C', 'B'])
})

test('To read exists from its first use, is private, starts with the newest and keeps its order', async () => {
  const member = await site.signUp()
  const [a, b] = await publishSome('A', 'B')
  expect((await remove(`/to-read/zines/${a.id}`, member)).status).toBe(200)
  expect(await shelvesOf(member, member)).toEqual([])
  await add(member, toRead, a)
  const { shelf } = (await add(member, toRead, b)).body
  expect(shelf).toMatchObject({ title: 'To read', isToRead: true, visibility: 'private', itemCount: 2 })
  expect(await titles(shelf, member)).toEqual(['B', 'A'])
  for (const change of [{ visibility: 'public' }, { title: 'Mine' }])
    expect((await put(`/${shelf.id}`, member, change)).body.code).toBe('invalid_request')
  expect(await shelvesOf(member, stranger)).toEqual([])
  for (const visibility of ['link', 'private']) await begin(member, { visibility })
  // Only public shelves count, even for their owner.
  for (const as of [member, undefined]) expect(await hasShelves(member, as)).toBe(false)
  const listed = await shelvesOf(member, member, `?zineId=${a.id}`)
  expect(listed.map(({ title, holdsZine }) => [title, holdsZine])).toEqual([
    ['To read', true],
    ['Night', false],
    ['Night', false],
  ])
  expect(listed[0]?.covers).toHaveLength(2)
  await remove(`/to-read/zines/${a.id}`, member)
  expect(await titles(shelf, member)).toEqual(['B'])
})

test('a private shelf is visible to its owner only, a link-only shelf is not listed, a public one is visible to everyone', async () => {
  const member = await site.signUp()
  const [zine] = await publishSome('Found on a shelf')
  for (const visibility of ['private', 'link', 'public'])
    await add(member, await begin(member, { title: visibility, visibility }), zine, { privateNote: 'psst' })
  const listed = async (as?: Member) => (await shelvesOf(member, as)).map(({ title }) => title)
  expect(await hasShelves(member, stranger)).toBe(true)
  expect(await listed(member)).toEqual(['public', 'link', 'private'])
  for (const other of [stranger, undefined]) {
    expect(await listed(other)).toEqual(['public'])
    for (const shelf of await shelvesOf(member, member)) {
      const answer = await read(shelf, other)
      const feed = await site.app.inject({ url: `/feeds/shelf/${shelf.id}.atom` })
      expect(answer.status, shelf.title).toBe(shelf.title === 'private' ? 404 : 200)
      expect(feed.statusCode, shelf.title).toBe(shelf.title === 'public' ? 200 : 404)
      expect(answer.text + feed.body).not.toMatch(/privateNote|psst/)
    }
  }
  const link = (await shelvesOf(member, member))[1]
  for (const path of ['/sitemap.xml', '/api/search/zines?search=link', `/feeds/creators/${member.id}.atom`])
    expect((await site.app.inject({ url: path })).body).not.toContain(link?.id)
})

test('notes are changed separately, and the private one is visible only to the owner', async () => {
  const shelf = await begin(keeper, { visibility: 'public' })
  const [zine] = await publishSome('Noted')
  const { id } = (await add(keeper, shelf, zine)).body.item
  await put(`/${shelf.id}/items/${id}`, keeper, { note: 'Loud' })
  const changed = await put<{ item: object }>(`/${shelf.id}/items/${id}`, keeper, { privateNote: 'Signed' })
  expect(changed.body.item).toMatchObject({ note: 'Loud', privateNote: 'Signed' })
  expect((await read(shelf, keeper)).body.items).toMatchObject([{ note: 'Loud', privateNote: 'Signed' }])
  for (const other of [stranger, undefined]) {
    const { body, text } = await read(shelf, other)
    expect(body.items).toMatchObject([{ note: 'Loud' }])
    expect(text).not.toMatch(/Signed|privateNote/)
  }
  expect((await site.app.inject({ url: `/feeds/shelf/${shelf.id}.atom` })).body).toContain('Loud')
})

test('a zine that its creator withdrew leaves its item, which can be moved, noted and removed', async () => {
  const shelf = await begin(keeper, { visibility: 'public' })
  const [going, staying] = await publishSome('Going', 'Staying')
  const { item } = (await add(keeper, shelf, going, { note: 'Was good' })).body
  await add(keeper, shelf, staying)
  await site.delete(`/api/zines/${going.id}`, maker)
  const left = { zine: { id: staying.id } }
  expect((await read(shelf)).body.items).toMatchObject([{ note: 'Was good', zine: null }, left])
  await put(`/${shelf.id}/items/${item.id}/place`, keeper, { before: null })
  expect(await titles(shelf)).toEqual(['Staying', null])
  for (const _twice of [1, 2])
    expect((await remove(`/${shelf.id}/items/${item.id}`, keeper)).status).toBe(200)
  expect((await read(shelf)).body).toMatchObject({ shelf: { itemCount: 1 }, items: [left] })
})

test('a hidden zine is not shown until it is restored, and a removed one leaves no item', async () => {
  const shelf = await begin(keeper, { visibility: 'public' })
  const [zine, other] = await publishSome('Hidden', 'Shown')
  await add(keeper, shelf, zine)
  await add(keeper, shelf, other)
  await operator.hide(zine.id)
  const countsFor = async (as: Member) => [
    ((await read(shelf, as)).body.shelf as { itemCount: number }).itemCount,
    (await shelvesOf(keeper, as)).find(({ id }) => id === shelf.id)?.itemCount,
  ]
  for (const as of [keeper, undefined]) expect(await titles(shelf, as)).toEqual(['Shown'])
  for (const as of [keeper, stranger]) expect(await countsFor(as)).toEqual([1, 1])
  const isSaidToHold = async (as: Member) =>
    (await shelvesOf(keeper, as, `?zineId=${zine.id}`)).find(({ id }) => id === shelf.id)?.holdsZine
  expect([await isSaidToHold(keeper), await isSaidToHold(stranger)]).toEqual([true, false])
  expect((await add(keeper, toRead, zine)).status).toBe(404)
  await operator.restore(zine.id)
  expect(await titles(shelf)).toEqual(['Hidden', 'Shown'])
  for (const as of [keeper, stranger]) expect(await countsFor(as)).toEqual([2, 2])
  expect(await isSaidToHold(stranger)).toBe(true)
  await operator.remove(zine.id)
  const left = [{ zine: { id: other.id } }]
  expect((await read(shelf)).body).toMatchObject({ shelf: { itemCount: 1 }, items: left })
})

test('members with a block between them and members who hid a zine do not see it, and a blocker’s zine cannot be added', async () => {
  const [reader, blocker] = [await site.signUp(), await site.signUp()]
  const shelf = await begin(keeper, { visibility: 'public' })
  const [wanted, unwanted] = await publishSome('Wanted', 'Unwanted')
  const theirs = await publishAs(site, blocker, 'Theirs')
  for (const zine of [wanted, unwanted, theirs]) await add(keeper, shelf, zine)
  await site.put(`/api/users/${reader.id}/unwanted-zines/${unwanted.id}`, undefined, reader)
  await site.put(`/api/users/${blocker.id}/blocks/${reader.id}`, undefined, blocker)
  expect(await titles(shelf, reader)).toEqual(['Wanted'])
  expect((await read(shelf, reader)).body).toMatchObject({ shelf: { itemCount: 1 } })
  expect((await shelvesOf(keeper, reader)).find(({ id }) => id === shelf.id)).toMatchObject({
    itemCount: 1,
    covers: [expect.anything()],
  })
  expect(await titles(shelf, stranger)).toEqual(['Wanted', 'Unwanted', 'Theirs'])
  const refused = await add(reader, toRead, theirs)
  expect(refused.body).toMatchObject({ code: 'not_found' })
  expect(refused.body.error).not.toMatch(/block/i)
})

test('the shelves of a suspended member are hidden from everyone', async () => {
  const member = await site.signUp()
  const shelf = await begin(member, { visibility: 'public' })
  await operator.suspend(member.id)
  expect((await read(shelf)).status).toBe(404)
  expect((await site.get(`/api/users/${member.id}/shelves`)).status).toBe(404)
  expect((await site.app.inject({ url: `/feeds/shelf/${shelf.id}.atom` })).statusCode).toBe(404)
})

test('a change is made from the version it names, and one that is there already is no change', async () => {
  const shelf = await begin(keeper)
  const change = { title: 'Day', visibility: 'public', version: 1 }
  for (const _twice of [1, 2])
    expect((await put(`/${shelf.id}`, keeper, change)).body).toMatchObject({ shelf: { version: 2 } })
  const late = await put(`/${shelf.id}`, keeper, { title: 'Dusk', version: 1 })
  expect(late.body).toMatchObject({ code: 'changed_elsewhere', shelf: { title: 'Day', version: 2 } })
  for (const title of ['', ' ', '\u202e\u200b', 'x'.repeat(81)])
    expect((await put(`/${shelf.id}`, keeper, { title })).body.code).toBe('invalid_request')
  const id = '0197a1fc-0a71-7728-b635-c994aaf5ede1'
  for (const _twice of [1, 2])
    expect((await post('', keeper, { id, title: 'Once' })).body).toMatchObject({ shelf: { id } })
  expect((await post('', stranger, { id, title: 'Mine' })).body.code).toBe('invalid_request')
})

test('a stranger finds nothing to change, and a guest is asked to sign in', async () => {
  const shelf = await begin(keeper, { visibility: 'public' })
  const [zine] = await publishSome('Left alone')
  const { item } = (await add(keeper, shelf, zine, { privateNote: 'psst' })).body
  const line = `/${shelf.id}/items/${item.id}`
  const calls = [
    [put, `/${shelf.id}`, { title: 'Mine' }],
    [remove, `/${shelf.id}`],
    [put, `/${shelf.id}/zines/${zine.id}`],
    [remove, `/${shelf.id}/zines/${zine.id}`],
    [remove, line],
    [put, line, { note: 'Mine' }],
    [put, `${line}/place`, { after: null }],
  ] as const
  const before = (await read(shelf, keeper)).text
  for (const [call, path, body] of calls) {
    const answer = await call(path, stranger, body)
    expect(answer.status, path).toBe(404)
    expect(answer.text, path).not.toMatch(/taken|psst/)
    expect((await call(path, undefined, body)).status, path).toBe(401)
  }
  expect((await read(shelf, keeper)).text).toBe(before)
  const own = await begin(stranger)
  expect((await remove(`/${own.id}/items/${item.id}`, stranger)).body).toEqual({ success: true })
  for (const foreign of [item, none])
    expect((await put(`/${own.id}/items/${foreign.id}/place`, stranger, { after: null })).status).toBe(404)
  for (const body of [{}, { before: item.id, after: null }])
    expect((await put(`${line}/place`, keeper, body)).status).toBe(400)
  expect((await put(`${line}/place`, keeper, { after: none.id })).status).toBe(404)
})

test('the numbers of shelves and of items are limited', async () => {
  const member = await site.signUp()
  await site.sql(
    `insert into shelves (owner_id, title, item_count) select $1, 'Shelf', ${shelfItems} from generate_series(1, ${memberShelves})`,
    member.id,
  )
  expect((await post('', member, { title: 'One more' })).body).toMatchObject({ code: 'quota_reached' })
  const [zine] = await publishSome('Too much')
  const [full] = await shelvesOf(member, member)
  expect((await add(member, full ?? none, zine)).body).toMatchObject({ code: 'quota_reached' })
  expect((await add(member, toRead, zine)).status).toBe(200)
})

test('deleting a shelf deletes nothing else', async () => {
  const shelf = await begin(keeper)
  const [zine] = await publishSome('Still there')
  await add(keeper, shelf, zine)
  expect((await remove(`/${shelf.id}`, keeper)).status).toBe(200)
  expect((await remove(`/${shelf.id}`, keeper)).status).toBe(404)
  expect((await read(shelf, keeper)).status).toBe(404)
  expect((await site.get(`/api/zines/${zine.id}`)).status).toBe(200)
})
