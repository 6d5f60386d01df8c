import { expect, test } from 'vitest'
import type { UserProfile } from '#contract/creators.ts'
import { memberShelves, shelfItems } from '#contract/limits.ts'
import { type ListedShelf, listShelves, readShelf, type ShelfItem } from '#contract/shelves.ts'
import type { FullZine } from '#contract/zines.ts'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { type RemovalResult, shelfCalls } from './shelves.testing.ts'

const site = await openTestApp()
const owner = await site.signUp('keeper')
const maker = await site.signUp('maker')
const stranger = await site.signUp('stranger')

const { post, put, remove, begin, add, read, titles } = shelfCalls(() => site)
const operator = operatorActions(site)
const toRead = { id: 'to-read' }
const unknownShelf = { id: '01a1fc0a-7117-7285-b635-c994aaf5edeb' }

async function shelvesOf(member: Member, as?: Member, query = '') {
  const response = await site.get<{ shelves: ListedShelf[] }>(`/api/users/${member.id}/shelves${query}`, as)
  return listShelves.response.parse(response.body).shelves
}

const itemsOf = async (shelf: { id: string }) => (await read(shelf, owner)).body.items
const summary = (items: ShelfItem[]) => items.map(({ note, privateNote, zine }) => [note, privateNote, zine?.title])

async function hasShelves(member: Member, as?: Member) {
  const { body } = await site.get<{ user: UserProfile }>(`/api/users/${member.id}`, as)
  return body.user.hasShelves
}

type Zines<Titles extends string[]> = { [Title in keyof Titles]: FullZine }

async function publishMany<const Titles extends string[]>(...titleList: Titles) {
  const zines: FullZine[] = []
  for (const title of titleList) zines.push(await publishOnePage(site, maker, title))
  return zines as Zines<Titles>
}

test('zines are on a shelf in their owner’s order, page by page', async () => {
  const shelf = await begin(owner, { title: ' Night\nreading ', about: 'By bus', visibility: 'public' })
  expect(shelf).toMatchObject({ title: 'Night reading', about: 'By bus', itemCount: 0, version: 1 })
  const items: ShelfItem[] = []
  for (const zine of await publishMany('A', 'B', 'C', 'D')) items.push((await add(owner, shelf, zine)).body.item)
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
    expect((await put(`/${shelf.id}/items/${item.id}/place`, owner, place)).status).toBe(200)
    expect((await titles(shelf)).join(''), JSON.stringify(place)).toBe(order)
  }
  const first = await read(shelf, undefined, '?limit=3')
  const second = await read(shelf, undefined, `?limit=3&cursor=${first.body.nextCursor}`)
  expect(readShelf.response.parse(first.body).items.map(({ zine }) => zine?.title)).toEqual(['C', 'B', 'A'])
  expect(second.body).toMatchObject({ items: [{ zine: { title: 'D' } }], nextCursor: null })
  for (const cursor of ['x', btoa('["a b","1"]'), btoa(`["${'a'.repeat(200)}","${unknownShelf.id}"]`)])
    expect((await read(shelf, undefined, `?cursor=${cursor}`)).body.code).toBe('invalid_request')
  expect(second.body.shelf).toMatchObject({ itemCount: 4, owner: { username: 'keeper' } })
})

test('a zine added twice is on the shelf once, and one removed twice is off it', async () => {
  const shelf = await begin(owner)
  const [a, b] = await publishMany('A', 'B')
  await add(owner, shelf, a, { note: 'Read aloud', privateNote: 'Lent to Jo' })
  const repeated = await add(owner, shelf, a, { note: 'Other' })
  expect(repeated.body.item).toMatchObject({ note: 'Read aloud', privateNote: 'Lent to Jo' })
  await add(owner, shelf, b, { before: repeated.body.item.id })
  expect(await titles(shelf, owner)).toEqual(['B', 'A'])
  const taken = { note: 'Read aloud', privateNote: 'Lent to Jo', after: (await itemsOf(shelf))[0]?.id }
  for (const expected of [{ taken }, {}])
    expect((await remove(`/${shelf.id}/zines/${a.id}`, owner)).body).toEqual({ success: true, ...expected })
  expect((await read(shelf, owner)).body.shelf.itemCount).toBe(1)
  await add(owner, shelf, a, { after: repeated.body.item.id })
  expect(await titles(shelf, owner)).toEqual(['B', 'A'])
})

test('a removed item is restored with its notes and position from the response', async () => {
  const shelf = await begin(owner, { visibility: 'public' })
  const zines = await publishMany('A', 'B', 'C')
  for (const zine of zines) await add(owner, shelf, zine, { note: zine.title, privateNote: 'Mine' })
  // To read starts with the newest item.
  for (const zine of zines.toReversed()) await add(owner, toRead, zine, { note: zine.title })
  for (const [on, privateNote] of [
    [shelf, 'Mine'],
    [toRead, ''],
  ] as const)
    for (const [at, zine] of zines.entries()) {
      const { id } = (await add(owner, on, zine)).body.shelf
      const before = await itemsOf({ id })
      const path = on === toRead || at === 1 ? `zines/${zine.id}` : `items/${before[at]?.id}`
      const { taken } = (await remove<RemovalResult>(`/${on.id}/${path}`, owner)).body
      expect(taken).toEqual({ note: zine.title, privateNote, after: before[at - 1]?.id ?? null })
      await add(owner, on, zine, taken)
      expect(summary(await itemsOf({ id }))).toEqual(summary(before))
    }
})

test('a restored zine returns to its place, also after a hidden item, and to the end if the item before it was removed', async () => {
  const shelf = await begin(owner)
  const [a, b, c] = await publishMany('A', 'B', 'C')
  for (const zine of [a, b, c]) await add(owner, shelf, zine, { note: zine.title })
  await operator.hide(a.id)
  const first = (await remove<RemovalResult>(`/${shelf.id}/zines/${b.id}`, owner)).body.taken
  await add(owner, shelf, b, first)
  await operator.restore(a.id)
  expect(await titles(shelf, owner)).toEqual(['A', 'B', 'C'])
  const { taken } = (await remove<RemovalResult>(`/${shelf.id}/zines/${b.id}`, owner)).body
  await remove(`/${shelf.id}/zines/${a.id}`, owner)
  expect((await add(owner, shelf, b, taken)).body.item).toMatchObject({ note: 'B' })
  expect(await titles(shelf, owner)).toEqual(['C', 'B'])
})

test('To read exists from its first use, is private, starts with the newest and keeps its order', async () => {
  const member = await site.signUp()
  const [a, b] = await publishMany('A', 'B')
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

test('a list of shelves names covered zines instead of their covers, but shows their maker the covers', async () => {
  const shelf = await begin(owner, { title: 'Careful', visibility: 'public' })
  const [open] = await publishMany('Open')
  const covered = await publishZine(site, maker, {
    title: 'Covered',
    contentNote: { text: 'War', coversPages: true },
    mediaFiles: (await addMedia(site, maker, ['image'])).map((url) => ({
      url,
      altText: 'A tank',
      contentNote: 'Blood',
    })),
  })
  const announced = await publishZine(site, maker, {
    title: 'Announced',
    contentNote: { text: 'War', coversPages: false },
    mediaFiles: (await addMedia(site, maker, ['image'])).map((url) => ({ url })),
  })
  for (const zine of [covered, open, announced]) await add(owner, shelf, zine)
  const listed = (await shelvesOf(owner, stranger)).find(({ id }) => id === shelf.id)
  const shown = { altText: '', contentNote: '', url: expect.stringMatching(/^\/media\//) }
  expect(listed?.covers).toMatchObject([
    { zineId: covered.id, title: 'Covered', contentNote: 'War · Blood', url: '', posterUrl: null, altText: '' },
    { ...shown, zineId: open.id, title: 'Open' },
    { ...shown, zineId: announced.id, title: 'Announced' },
  ])
  const seenByMaker = (await shelvesOf(owner, maker)).find(({ id }) => id === shelf.id)
  expect(seenByMaker?.covers[0]).toMatchObject({ ...shown, zineId: covered.id, altText: 'A tank' })
})

test('a private shelf is visible to its owner only, a link-only shelf is not listed, a public one is visible to everyone', async () => {
  const member = await site.signUp()
  const [zine] = await publishMany('Found on a shelf')
  for (const visibility of ['private', 'link', 'public'])
    await add(member, await begin(member, { title: visibility, visibility }), zine, { privateNote: 'psst' })
  const listed = async (as?: Member) => (await shelvesOf(member, as)).map(({ title }) => title)
  expect(await hasShelves(member, stranger)).toBe(true)
  expect(await listed(member)).toEqual(['public', 'link', 'private'])
  for (const other of [stranger, undefined]) {
    expect(await listed(other)).toEqual(['public'])
    for (const shelf of await shelvesOf(member, member)) {
      const response = await read(shelf, other)
      const feed = await site.app.inject({ url: `/feeds/shelf/${shelf.id}.atom` })
      expect(response.status, shelf.title).toBe(shelf.title === 'private' ? 404 : 200)
      expect(feed.statusCode, shelf.title).toBe(shelf.title === 'public' ? 200 : 404)
      expect(response.text + feed.body).not.toMatch(/privateNote|psst/)
    }
  }
  const link = (await shelvesOf(member, member))[1]
  for (const path of ['/sitemap.xml', '/api/search/zines?search=link', `/feeds/creators/${member.id}.atom`])
    expect((await site.app.inject({ url: path })).body).not.toContain(link?.id)
})

test('notes are changed separately, and the private one is visible only to the owner', async () => {
  const shelf = await begin(owner, { visibility: 'public' })
  const [zine] = await publishMany('Noted')
  const { id } = (await add(owner, shelf, zine)).body.item
  await put(`/${shelf.id}/items/${id}`, owner, { note: 'Loud' })
  const changed = await put<{ item: object }>(`/${shelf.id}/items/${id}`, owner, { privateNote: 'Signed' })
  expect(changed.body.item).toMatchObject({ note: 'Loud', privateNote: 'Signed' })
  expect((await read(shelf, owner)).body.items).toMatchObject([{ note: 'Loud', privateNote: 'Signed' }])
  for (const other of [stranger, undefined]) {
    const { body, text } = await read(shelf, other)
    expect(body.items).toMatchObject([{ note: 'Loud' }])
    expect(text).not.toMatch(/Signed|privateNote/)
  }
  expect((await site.app.inject({ url: `/feeds/shelf/${shelf.id}.atom` })).body).toContain('Loud')
})

test('a zine that its creator withdrew leaves its item, which can be moved, noted and removed', async () => {
  const shelf = await begin(owner, { visibility: 'public' })
  const [going, staying] = await publishMany('Going', 'Staying')
  const { item } = (await add(owner, shelf, going, { note: 'Was good' })).body
  await add(owner, shelf, staying)
  await site.delete(`/api/zines/${going.id}`, maker)
  const left = { zine: { id: staying.id } }
  expect((await read(shelf)).body.items).toMatchObject([{ note: 'Was good', zine: null }, left])
  await put(`/${shelf.id}/items/${item.id}/place`, owner, { before: null })
  expect(await titles(shelf)).toEqual(['Staying', null])
  for (const _twice of [1, 2]) expect((await remove(`/${shelf.id}/items/${item.id}`, owner)).status).toBe(200)
  expect((await read(shelf)).body).toMatchObject({ shelf: { itemCount: 1 }, items: [left] })
})

test('a hidden zine is not shown until it is restored, and a removed one leaves no item', async () => {
  const shelf = await begin(owner, { visibility: 'public' })
  const [zine, other] = await publishMany('Hidden', 'Shown')
  await add(owner, shelf, zine)
  await add(owner, shelf, other)
  await operator.hide(zine.id)
  const countsFor = async (as: Member) => [
    ((await read(shelf, as)).body.shelf as { itemCount: number }).itemCount,
    (await shelvesOf(owner, as)).find(({ id }) => id === shelf.id)?.itemCount,
  ]
  for (const as of [owner, undefined]) expect(await titles(shelf, as)).toEqual(['Shown'])
  for (const as of [owner, stranger]) expect(await countsFor(as)).toEqual([1, 1])
  const holdsZineFor = async (as: Member) =>
    (await shelvesOf(owner, as, `?zineId=${zine.id}`)).find(({ id }) => id === shelf.id)?.holdsZine
  expect([await holdsZineFor(owner), await holdsZineFor(stranger)]).toEqual([true, false])
  expect((await add(owner, toRead, zine)).status).toBe(404)
  await operator.restore(zine.id)
  expect(await titles(shelf)).toEqual(['Hidden', 'Shown'])
  for (const as of [owner, stranger]) expect(await countsFor(as)).toEqual([2, 2])
  expect(await holdsZineFor(stranger)).toBe(true)
  await operator.remove(zine.id)
  const left = [{ zine: { id: other.id } }]
  expect((await read(shelf)).body).toMatchObject({ shelf: { itemCount: 1 }, items: left })
})

test('members with a block between them and members who hid a zine do not see it, and a blocker’s zine cannot be added', async () => {
  const [reader, blocker] = [await site.signUp(), await site.signUp()]
  const shelf = await begin(owner, { visibility: 'public' })
  const [wanted, unwanted] = await publishMany('Wanted', 'Unwanted')
  const blockedZine = await publishOnePage(site, blocker, 'Theirs')
  for (const zine of [wanted, unwanted, blockedZine]) await add(owner, shelf, zine)
  await site.put(`/api/users/${reader.id}/unwanted-zines/${unwanted.id}`, undefined, reader)
  await site.put(`/api/users/${blocker.id}/blocks/${reader.id}`, undefined, blocker)
  expect(await titles(shelf, reader)).toEqual(['Wanted'])
  expect((await read(shelf, reader)).body).toMatchObject({ shelf: { itemCount: 1 } })
  expect((await shelvesOf(owner, reader)).find(({ id }) => id === shelf.id)).toMatchObject({
    itemCount: 1,
    covers: [expect.anything()],
  })
  expect(await titles(shelf, stranger)).toEqual(['Wanted', 'Unwanted', 'Theirs'])
  const rejectedAdd = await add(reader, toRead, blockedZine)
  expect(rejectedAdd.body).toMatchObject({ code: 'not_found' })
  expect(rejectedAdd.body.error).not.toMatch(/block/i)
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
  const shelf = await begin(owner)
  const change = { title: 'Day', visibility: 'public', version: 1 }
  for (const _twice of [1, 2])
    expect((await put(`/${shelf.id}`, owner, change)).body).toMatchObject({ shelf: { version: 2 } })
  const outdated = await put(`/${shelf.id}`, owner, { title: 'Dusk', version: 1 })
  const current = { title: 'Day', version: 2 }
  // `shelf` is for browsers that loaded 1.0.
  expect(outdated.body).toMatchObject({ code: 'changed_elsewhere', current, shelf: current })
  for (const title of ['', ' ', '\u202e\u200b', 'x'.repeat(81)])
    expect((await put(`/${shelf.id}`, owner, { title })).body.code).toBe('invalid_request')
  const id = '0197a1fc-0a71-7728-b635-c994aaf5ede1'
  for (const _twice of [1, 2])
    expect((await post('', owner, { id, title: 'Once' })).body).toMatchObject({ shelf: { id } })
  expect((await post('', stranger, { id, title: 'Mine' })).body.code).toBe('invalid_request')
})

test('a stranger finds nothing to change, and a guest is asked to sign in', async () => {
  const shelf = await begin(owner, { visibility: 'public' })
  const [zine] = await publishMany('Left alone')
  const { item } = (await add(owner, shelf, zine, { privateNote: 'psst' })).body
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
  const before = (await read(shelf, owner)).text
  for (const [call, path, body] of calls) {
    const response = await call(path, stranger, body)
    expect(response.status, path).toBe(404)
    expect(response.text, path).not.toMatch(/taken|psst/)
    expect((await call(path, undefined, body)).status, path).toBe(401)
  }
  expect((await read(shelf, owner)).text).toBe(before)
  const ownShelf = await begin(stranger)
  expect((await remove(`/${ownShelf.id}/items/${item.id}`, stranger)).body).toEqual({ success: true })
  for (const foreign of [item, unknownShelf])
    expect((await put(`/${ownShelf.id}/items/${foreign.id}/place`, stranger, { after: null })).status).toBe(404)
  for (const body of [{}, { before: item.id, after: null }])
    expect((await put(`${line}/place`, owner, body)).status).toBe(400)
  expect((await put(`${line}/place`, owner, { after: unknownShelf.id })).status).toBe(404)
})

test('the numbers of shelves and of items are limited', async () => {
  const member = await site.signUp()
  await site.sql(
    `insert into shelves (owner_id, title, item_count) select $1, 'Shelf', ${shelfItems} from generate_series(1, ${memberShelves})`,
    member.id,
  )
  expect((await post('', member, { title: 'One more' })).body).toMatchObject({ code: 'quota_reached' })
  const [zine] = await publishMany('Too much')
  const [full] = await shelvesOf(member, member)
  expect((await add(member, full ?? unknownShelf, zine)).body).toMatchObject({ code: 'quota_reached' })
  expect((await add(member, toRead, zine)).status).toBe(200)
})

test('deleting a shelf deletes nothing else', async () => {
  const shelf = await begin(owner)
  const [zine] = await publishMany('Still there')
  await add(owner, shelf, zine)
  expect((await remove(`/${shelf.id}`, owner)).status).toBe(200)
  expect((await remove(`/${shelf.id}`, owner)).status).toBe(404)
  expect((await read(shelf, owner)).status).toBe(404)
  expect((await site.get(`/api/zines/${zine.id}`)).status).toBe(200)
})
