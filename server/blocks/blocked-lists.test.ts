import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { randomFrom } from '#tests/support/random.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()

type Pair = { subject: string; target: string; at: string }
type Creator = { id: string; username: string; zines: number }
type Zine = {
  id: string
  creator: string
  title: string
  created: string
  favorites: number
  hasContentNote: boolean
}
type Snapshot = Awaited<ReturnType<typeof readSnapshot>>

async function readSnapshot() {
  const pairs = (from: string, [subject, target, at]: string[]) =>
    site.sql<Pair>(`select ${subject} as subject, ${target} as target, ${at}::text as at from ${from}`)
  const membersWithoutNotes = await site.sql(`select user_id as id from profiles where content_notes = 'never'`)
  return {
    zines: await site.sql<Zine>(
      `select id, creator_id as creator, title, z.created_at::text as created, favorite_count as favorites,
         content_note is not null or 'Blood' in (select p.content_note from zine_pages p where p.zine_id = z.id) as "hasContentNote"
       from zines z join zine_stats on zine_id = id`,
    ),
    favorites: await pairs('favorites', ['user_id', 'zine_id', 'created_at']),
    follows: await pairs('follows', ['follower_id', 'creator_id', 'created_at']),
    blocks: await pairs('blocks', ['member_id', 'creator_id', 'blocked_at']),
    unwanted: await pairs('unwanted_zines', ['member_id', 'zine_id', 'hidden_at']),
    creators: await site.sql<Creator>(
      `select creator_id as id, username, zine_count as zines from creator_stats join users on id = creator_id`,
    ),
    shelf: await pairs('shelf_items order by position', ['shelf_id', 'zine_id', 'position']),
    /** Members who hide zines with a content note from lists. */
    noNotes: membersWithoutNotes.map(({ id }) => id as string),
  }
}

/** The reference: checks every block and every content note for every zine. */
function expectedLists(snapshot: Snapshot, viewer: string | undefined) {
  const connects = (pair: Pair, other: string) =>
    (pair.subject === viewer && pair.target === other) || (pair.subject === other && pair.target === viewer)
  const isNotBlocked = (creator: string) => !snapshot.blocks.some((pair) => connects(pair, creator))
  const isNoteAccepted = ({ creator, hasContentNote }: Zine) =>
    !hasContentNote || creator === viewer || !snapshot.noNotes.includes(viewer ?? '')
  const isHidden = (zine: Zine) =>
    snapshot.unwanted.some(({ subject, target }) => subject === viewer && target === zine.id)
  const isVisible = (zine: Zine) => isNotBlocked(zine.creator) && isNoteAccepted(zine) && !isHidden(zine)
  const sortDescending = <Item>(items: Item[], rank: (item: Item) => (string | number)[]) =>
    items.toSorted((a, b) => {
      const [one, other] = [rank(a), rank(b)]
      const at = one.findIndex((value, index) => value !== other[index])
      return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? 1 : -1
    })
  const ids = (items: { id: string }[]) => items.map(({ id }) => id)
  const listOf = (pairs: Pair[]) =>
    sortDescending(
      pairs.filter(({ subject }) => subject === viewer),
      ({ at, target }) => [at, target],
    ).map(({ target }) => target)
  const visibleZines = snapshot.zines.filter(isVisible)
  const newest = (zines: Zine[]) => ids(sortDescending(zines, ({ created, id }) => [created, id]))
  const popular = (zines: Zine[]) => ids(sortDescending(zines, ({ favorites, id }) => [favorites, id]))
  const zinesTitled = (word: string) => visibleZines.filter(({ title }) => title.includes(word))
  const creators = (text: string) =>
    ids(
      sortDescending(
        snapshot.creators.filter(({ id, username }) => isNotBlocked(id) && username.includes(text)),
        ({ zines, id }) => [zines, id],
      ),
    )
  const favorites = (zines: Zine[]) => listOf(snapshot.favorites).filter((id) => ids(zines).includes(id))
  return {
    zines: newest(visibleZines),
    [`shelves/${snapshot.shelf[0]?.subject}`]: snapshot.shelf
      .map(({ target }) => target)
      .filter((zine) => ids(visibleZines).includes(zine)),
    'search/zines': newest(visibleZines),
    'search/zines?filter=popular': popular(visibleZines),
    'search/zines?search=moth': newest(zinesTitled('moth')),
    'search/zines?search=moth&filter=popular': popular(zinesTitled('moth')),
    'search/users': creators(''),
    'search/users?search=maker': creators('maker'),
    ...Object.fromEntries(
      snapshot.creators.map(({ id }) => [
        `users/${id}/zines`,
        newest(visibleZines.filter(({ creator }) => creator === id)),
      ]),
    ),
    ...(viewer && {
      [`users/${viewer}/favorites`]: favorites(visibleZines),
      [`users/${viewer}/favorites?search=moth`]: favorites(zinesTitled('moth')),
      [`users/${viewer}/favorite-creators`]: listOf(snapshot.follows).filter(isNotBlocked),
      [`users/${viewer}/favorite-creators?search=maker`]: listOf(snapshot.follows).filter(isNotBlocked),
      [`users/${viewer}/blocks`]: listOf(snapshot.blocks),
      [`users/${viewer}/unwanted-zines`]: listOf(snapshot.unwanted),
    }),
  }
}

type Items = { id: string }[]
type Lists = { zines?: Items; creators?: Items; items?: { zine: { id: string } }[] }
type Page = Lists & { nextCursor: string | null }

/** Reads all pages of a list and expects every page but the last to be full. */
async function readAll(path: string, limit: number, as: Member | undefined) {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`
    const { body }: { body: Page } = await site.get<Page>(`/api/${path}${query}`, as)
    const items = body.zines ?? body.creators ?? body.items?.map(({ zine }) => zine) ?? []
    if (body.nextCursor) expect(items, `a page of ${path}`).toHaveLength(limit)
    ids.push(...items.map(({ id }) => id))
    cursor = body.nextCursor
  }
  return ids
}

/** Adds a content note. `coverage`: 0 to the zine, 1 to the zine with its pages covered, 2 to the page only. */
async function addContentNote(zineId: string, coverage: number) {
  if (coverage === 2)
    return site.sql(
      `with noted as (update zine_pages set content_note = 'Blood' where zine_id = $1)
       update zines set has_page_content_notes = true where id = $1`,
      zineId,
    )
  const text = `update zines set content_note = 'Needles', covers_pages = $2 where id = $1`
  return site.sql(text, zineId, coverage === 1)
}

/** Puts about half of the zines on a shelf, each before or after the previous one. */
async function shelve(owner: Member, zines: Items, roll: (max: number) => number) {
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    site.call<{ shelf: { id: string }; item: { id: string } }>({ method, path: `/api/shelves${path}`, body, as: owner })
  const { shelf } = (await send('POST', '', { title: 'All sorts', visibility: 'public' })).body
  let last: string | null = null
  for (const { id } of zines.filter(() => roll(2)))
    last = (await send('PUT', `/${shelf.id}/zines/${id}`, { [roll(2) ? 'before' : 'after']: last })).body.item.id
}

test('every list equals a slow reference result for each reader, in full pages', async () => {
  // A fixed seed makes failures reproducible.
  const random = randomFrom(2026)
  const roll = (max: number) => Math.floor(random() * max)
  const members: Member[] = []
  for (let n = 0; n < 5; n++) members.push(await site.signUp(`maker${n}`))
  const randomMember = () => members[roll(members.length)] as Member
  const zines: { id: string }[] = []
  for (let n = 0; n < 30; n++)
    zines.push(await publishOnePage(site, randomMember(), roll(3) ? `moth at night ${n}` : `bus at noon ${n}`))
  await shelve(randomMember(), zines, roll)
  for (const { id } of zines) if (!roll(3)) await addContentNote(id, roll(3))
  const performRandomAction = async () => {
    const [member, whom, { id: zineId }] = [randomMember(), randomMember(), zines[roll(zines.length)] as { id: string }]
    const userPath = `/api/users/${member.id}`
    const put = (path: string, body: object) => site.put(path, body, member)
    const post = (path: string, body: object) => site.post(path, body, member)
    const action = roll(11)
    if (action > 8) return put(`${userPath}/content-notes`, { choice: (['ask', 'always', 'never'] as const)[roll(3)] })
    if (action < 4) return post('/api/favorites/zines', { zineId })
    if (action < 5) return post('/api/favorites/creators', { creatorId: whom.id })
    const path = action < 7 ? `${userPath}/blocks/${whom.id}` : `${userPath}/unwanted-zines/${zineId}`
    return site.call({ method: roll(3) ? 'PUT' : 'DELETE', path, as: member })
  }
  for (let round = 0; round < 2; round++) {
    for (let count = 0; count < 60; count++) expect((await performRandomAction()).status).toBeLessThan(404)
    const snapshot = await readSnapshot()
    for (const viewer of [undefined, ...members])
      for (const [path, expected] of Object.entries(expectedLists(snapshot, viewer?.id))) {
        const actualIds = await readAll(path, 2 + roll(7), viewer)
        expect(actualIds, `${path} for ${viewer?.username ?? 'a guest'}`).toEqual(expected)
      }
    expect(snapshot.blocks.length).toBeGreaterThan(0)
    expect(snapshot.noNotes.length).toBeGreaterThan(0)
  }
})

test('pages are full while blocks are made between them, and also when thousands of zines come first that are skipped', async () => {
  const [reader, crowd] = [await site.signUp('long_reader'), await site.signUp('crowd')]
  await site.sql(
    `with made as (
       insert into zines (creator_id, title, aspect_ratio, created_at)
       select $1, 'moth of a crowd', '1:1', now() + n * interval '1 second' from generate_series(1, 5000) n returning id, title, created_at
     ), counted as (insert into zine_stats (zine_id, favorite_count) select id, 900 from made)
     insert into zine_search (zine_id, created_at, document) select id, created_at, title from made`,
    crowd.id,
  )
  const searches = ['filter=popular', 'search=moth', 'search=moth&filter=popular']
  const lists = ['zines', ...searches.map((query) => `search/zines?${query}`)]
  for (const list of lists) {
    const path = `/api/${list}${list.includes('?') ? '&' : '?'}limit=5`
    await site.delete(`/api/users/${reader.id}/blocks/${crowd.id}`, reader)
    const first = await site.get<Page>(path, reader)
    const [firstZine] = (first.body.zines ?? []) as { id: string; creatorId: string }[]
    expect(firstZine).toMatchObject({ creatorId: crowd.id })
    await site.put(`/api/users/${reader.id}/blocks/${crowd.id}`, undefined, reader)
    const next = await site.get<Page>(`${path}&cursor=${first.body.nextCursor}`, reader)
    const repeated = await site.get<Page>(path, reader)
    for (const { body } of [next, repeated]) {
      expect(body.zines, list).toHaveLength(5)
      expect(body.zines).not.toContainEqual(expect.objectContaining({ creatorId: crowd.id }))
    }
  }
})

test('a zine that a process of the version before publishes with a noted page is marked, so lists leave it out', async () => {
  const member = await site.signUp()
  const { id } = await publishOnePage(site, member, 'Of the version before')
  const isMarked = async () =>
    (await site.sql('select has_page_content_notes as yes from zines where id = $1', id))[0]?.yes
  const again = (addContentNote: string) =>
    site.sql(
      `with gone as (delete from zine_pages where zine_id = $1 returning media_id)
       insert into zine_pages (zine_id, position, media_id, content_note) select $1, 7, media_id, $2 from gone`,
      id,
      addContentNote,
    )
  await again('')
  expect(await isMarked()).toBe(false)
  await again('Blood')
  expect(await isMarked()).toBe(true)
})
