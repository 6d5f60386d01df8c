import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { memberBlocks, memberUnwantedZines } from '#contract/limits.ts'
import { signInFromNewBrowser, viewerOf } from '#tests/support/account.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited } from '#tests/support/locks.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { blockCreator } from './blocks.queries.ts'

const site = await openTestApp()
const maker = await site.signUp('maker_of_maps')
const reader = await site.signUp('night_reader')
const stranger = await site.signUp('passer_by')

type Listed = { zines?: { id: string }[]; creators?: { id: string }[] }

const send = (method: 'PUT' | 'DELETE', path: string, as?: Member, body?: object) =>
  site.call<{ error: string; code: string }>({ method, path: `/api/users/${path}`, as, body })
const change = ({ id }: { id: string }, as: Member, body: object) => site.put(`/api/zines/${id}`, body, as)
const block = (member: Member, creator: Member) => send('PUT', `${member.id}/blocks/${creator.id}`, member)
const unblock = (member: Member, whom: Member) => send('DELETE', `${member.id}/blocks/${whom.id}`, member)
const hide = (member: Member, zine: { id: string }) => send('PUT', `${member.id}/unwanted-zines/${zine.id}`, member)
const unhide = (member: Member, zine: { id: string }) =>
  send('DELETE', `${member.id}/unwanted-zines/${zine.id}`, member)
const follow = (member: Member, whom: Member) =>
  site.post<{ error: string; code: string }>('/api/favorites/creators', { creatorId: whom.id }, member)
const favorite = (who: Member, { id: zineId }: { id: string }) =>
  site.post<{ error: string; code: string }>('/api/favorites/zines', { zineId }, who)

const read = async (path: string, as?: Member) => (await site.get<Record<string, unknown>>(`/api/${path}`, as)).body
const idsIn = async (path: string, as?: Member) => {
  const { zines, creators } = (await read(path, as)) as Listed
  return (zines ?? creators ?? []).map(({ id }) => id)
}
const hasExclusions = async ({ id }: Member) =>
  (await site.sql('select bool_and(has_exclusions) as has_exclusions from sessions where user_id = $1', id))[0]
    .has_exclusions

/** The stored counters beside the actual numbers of rows. */
async function follows(...members: Member[]) {
  return site.sql(
    `select u.username, s.follower_count as counted, coalesce(m.follows, 0) as mine,
       (select count(*)::int from follows where creator_id = u.id) as followers,
       (select count(*)::int from follows where follower_id = u.id) as following
     from users u join creator_stats s on s.creator_id = u.id left join member_counts m on m.user_id = u.id
     where u.id = any($1)`,
    members.map(({ id }) => id),
  )
}

test('a response never reveals that the reader is blocked', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  const zine = await publishOnePage(site, one, 'Harbour')
  const before = (await read(`users/${one.id}`, stranger)) as { user: object }
  const zineBefore = await read(`zines/${zine.id}`, stranger)
  await block(one, other)
  const profile = await read(`users/${one.id}`, other)
  expect(profile).toEqual({ user: { ...before.user, zineCount: 0 } })
  expect(await read(`zines/${zine.id}`, other)).toEqual(zineBefore)
  expect(await read(`users/${one.id}/zines`, other)).toEqual({ zines: [], nextCursor: null })
  const viewer = await viewerOf(site, other)
  expect(viewer).toMatchObject({ id: other.id })
  expect(viewer).not.toHaveProperty('has_exclusions')
  expect(await read(`users/${other.id}/blocks`, other)).toEqual({ creators: [], nextCursor: null })
  expect(await read(`users/${other.id}/favorite-creators/${one.id}`, other)).toEqual({ isFollowing: false })
  expect(await read(`zines/${zine.id}`, other)).not.toHaveProperty('isBlocked')
})

test('a blocked member can follow and favorite others like any member', async () => {
  const [one, blocked, free] = [await site.signUp(), await site.signUp(), await site.signUp()]
  const [before, after] = [await publishOnePage(site, one, 'Before'), await publishOnePage(site, one, 'After')]
  for (const member of [blocked, free]) {
    await follow(member, one)
    await favorite(member, before)
  }
  await block(one, blocked)
  const responsesFor = async (member: Member) => {
    const status = () => read(`users/${member.id}/favorite-creators/${one.id}`, member)
    const responses: unknown[] = [await status()]
    for (let times = 0; times < 2; times++) responses.push(await follow(member, one), await status())
    for (const zine of [before, after]) responses.push(await favorite(member, zine))
    // Ignores values that are new in each response, and counts that the other member changes too.
    return JSON.parse(JSON.stringify(responses), (key, value) =>
      ['headers', 'text', 'followerCount', 'favoriteCount'].includes(key) ? undefined : value,
    )
  }
  const seen = await responsesFor(blocked)
  expect(seen).toEqual(await responsesFor(free))
  expect(seen.slice(0, 2)).toEqual([{ isFollowing: true }, { status: 200, body: { isFollowing: false } }])
  expect(await idsIn(`users/${blocked.id}/favorite-creators`, blocked)).toEqual([])
  expect(await idsIn(`users/${blocked.id}/favorite-creators?search=${one.username}`, blocked)).toEqual([])
  expect(await idsIn(`users/${free.id}/favorite-creators`, free)).toEqual([one.id])
  expect(await follows(one)).toMatchObject([{ counted: 2, followers: 2 }])
})

test('opening something blocked or hidden says so', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  const zine = await publishOnePage(site, other, 'Opened all the same')
  await block(one, other)
  expect(await read(`users/${other.id}`, one)).toMatchObject({ isBlocked: true })
  expect(await read(`zines/${zine.id}`, one)).toMatchObject({ isBlocked: true, zine: { id: zine.id } })
  await hide(one, zine)
  expect(await read(`zines/${zine.id}`, one)).toMatchObject({ isBlocked: true, isUnwanted: true })
  await unblock(one, other)
  expect(Object.keys(await read(`zines/${zine.id}`, one))).toEqual(['zine', 'isUnwanted'])
  expect(await read(`users/${other.id}`, one)).toMatchObject({ user: { zineCount: 0 } })
})

test('a block ends the blocker’s follow, who cannot follow until it is undone', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  await follow(one, other)
  await follow(other, one)
  await block(one, other)
  const expectedCounts = [
    { counted: 1, mine: 0, followers: 1, following: 0 },
    { counted: 0, mine: 1, followers: 0, following: 1 },
  ]
  expect(await follows(one, other)).toMatchObject(expectedCounts)
  const error = 'You blocked this creator. Unblock them to follow them.'
  expect(await follow(one, other)).toMatchObject({ status: 400, body: { error } })
  expect([await hasExclusions(one), await hasExclusions(other)]).toEqual([true, true])
  await unblock(one, other)
  expect([await hasExclusions(one), await hasExclusions(other)]).toEqual([false, false])
  expect(await follows(one, other)).toMatchObject(expectedCounts)
  expect((await follow(one, other)).status).toBe(200)
})

test('favorites still count, are not listed, and can be removed but not added', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  const [kept, fresh] = [await publishOnePage(site, other, 'Kept'), await publishOnePage(site, other, 'Fresh')]
  await favorite(one, kept)
  await block(one, other)
  expect(await idsIn(`users/${one.id}/favorites`, one)).toEqual([])
  expect(await idsIn(`users/${one.id}/favorites?search=kept`, one)).toEqual([])
  const error = 'You blocked this creator. Unblock them to favorite their zines.'
  expect((await favorite(one, fresh)).body.error).toBe(error)
  expect(await read(`zines/${kept.id}`)).toMatchObject({ zine: { favoriteCount: 1 } })
  expect((await favorite(one, kept)).body).toEqual({ isFavorited: false, favoriteCount: 0 })
  expect((await favorite(one, kept)).status).toBe(400)
  await unblock(one, other)
  expect((await favorite(one, fresh)).body).toEqual({ isFavorited: true, favoriteCount: 1 })
})

test('a hidden zine is left out for its reader alone, and its creator’s number follows', async () => {
  const member = await site.signUp()
  const [seen, unseen] = [await publishOnePage(site, stranger, 'Seen'), await publishOnePage(site, stranger, 'Unseen')]
  await favorite(member, unseen)
  expect((await hide(member, unseen)).status).toBe(200)
  expect((await hide(member, unseen)).status).toBe(200)
  expect(await idsIn(`users/${stranger.id}/zines`, member)).toEqual([seen.id])
  expect(await idsIn(`users/${member.id}/favorites`, member)).toEqual([])
  expect(await idsIn(`users/${stranger.id}/zines`)).toContain(unseen.id)
  expect(await read(`users/${stranger.id}`, member)).toMatchObject({ user: { zineCount: 1 } })
  expect(await idsIn(`users/${member.id}/unwanted-zines`, member)).toEqual([unseen.id])
  const another = await publishOnePage(site, stranger, 'Not this either')
  await hide(member, another)
  await unhide(member, another)
  expect(await idsIn(`users/${member.id}/unwanted-zines`, member)).toEqual([unseen.id])
  await unhide(member, unseen)
  expect(await unhide(member, unseen)).toMatchObject({ status: 200 })
  expect(await idsIn(`users/${member.id}/favorites`, member)).toEqual([unseen.id])
  expect(await hasExclusions(member)).toBe(false)
})

test('a reader who hides zines with a content note does not see those of others in any list, and gets a note when opening one', async () => {
  const [member, other] = [await site.signUp(), await site.signUp()]
  const plain = await publishOnePage(site, other, 'Nothing to tell')
  const zineWithNote = await publishOnePage(site, other, 'Needles inside')
  const inside = await publishOnePage(site, other, 'Blood on a page')
  const ownZine = await publishOnePage(site, member, 'Needles of mine')
  const contentNote = { text: 'Needles', coversPages: true }
  await change(zineWithNote, other, { version: 1, contentNote })
  await change(ownZine, member, { version: 1, contentNote })
  const pagesWithNote = (words: string) => [{ url: inside.mediaUrls[0], contentNote: words }]
  await change(inside, other, { version: 1, pages: pagesWithNote('Blood') })
  for (const zine of [plain, zineWithNote, inside]) await favorite(member, zine)
  const setContentNotes = (choice: string, as = member) => send('PUT', `${member.id}/content-notes`, as, { choice })
  const readSetting = async () => (await read('auth/user', member)) as { user: { contentNotes?: string } }
  const seen = () => idsIn(`users/${other.id}/zines`, member)

  expect((await setContentNotes('never')).status).toBe(200)
  expect(await readSetting()).toMatchObject({ user: { contentNotes: 'never' } })
  expect(await seen()).toEqual([plain.id])
  expect(await read(`users/${other.id}`, member)).toMatchObject({ user: { zineCount: 1 } })
  expect(await read(`users/${member.id}`, member)).toMatchObject({ user: { zineCount: 1 } })
  const opened = { zine: { contentNote: { text: 'Needles' } } }
  expect(await read(`zines/${zineWithNote.id}`, member)).toMatchObject(opened)
  await change(inside, other, { version: 2, pages: pagesWithNote('') })
  expect(await seen()).toEqual([inside.id, plain.id])
  expect(await read(`users/${other.id}`, member)).toMatchObject({ user: { zineCount: 2 } })
  // The member can still open the zine, so its favorite can be toggled too.
  expect((await favorite(member, zineWithNote)).body).toMatchObject({ isFavorited: false })

  await setContentNotes('always')
  expect(await readSetting()).toMatchObject({ user: { contentNotes: 'always' } })
  expect(await seen()).toEqual([inside.id, zineWithNote.id, plain.id])
  await setContentNotes('ask')
  expect((await readSetting()).user).not.toHaveProperty('contentNotes')
  expect(await hasExclusions(member)).toBe(false)
  expect((await setContentNotes('never', other)).status).toBe(403)
  expect((await send('PUT', `${member.id}/content-notes`, undefined, { choice: 'never' })).status).toBe(401)
  expect((await setContentNotes('sometimes')).body.error).toBe('The choice must be one of ask, always, never.')
})

test('a member cannot block for another member, block themselves, hide their own zine, or block something missing', async () => {
  const unknownId = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
  const zine = await publishOnePage(site, maker, 'Mine')
  for (const path of [`blocks/${maker.id}`, `unwanted-zines/${zine.id}`])
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await send(method, `${reader.id}/${path}`)).status).toBe(401)
      expect((await send(method, `${reader.id}/${path}`, stranger)).status).toBe(403)
    }
  for (const list of ['blocks', 'unwanted-zines']) {
    expect((await site.get(`/api/users/${reader.id}/${list}`)).status).toBe(401)
    expect((await site.get(`/api/users/${reader.id}/${list}`, stranger)).status).toBe(403)
  }
  const oneself = await send('PUT', `${maker.id}/blocks/${maker.id.toUpperCase()}`, maker)
  expect(oneself.body.error).toBe('You cannot block yourself.')
  expect((await hide(maker, zine)).body.error).toMatch(/^This zine is yours/)
  expect((await send('PUT', `${reader.id}/blocks/${unknownId}`, reader)).status).toBe(404)
  expect((await send('PUT', `${reader.id}/unwanted-zines/${unknownId}`, reader)).status).toBe(404)
  expect((await send('DELETE', `${reader.id}/blocks/${unknownId}`, reader)).status).toBe(200)
  expect(await hasExclusions(stranger)).toBe(false)
})

test('the number of blocks and hidden zines per member is limited, also concurrently', async () => {
  const member = await site.signUp()
  await site.sql(
    `with made as (
       insert into users (email, username, username_key)
       select 'b' || n || '@example.org', 'b' || n, 'b' || n from generate_series(1, $2::int) n returning id
     ), named as (insert into profiles (user_id) select id from made returning user_id)
     insert into blocks (member_id, creator_id) select $1, user_id from named`,
    member.id,
    memberBlocks - 2,
  )
  const responses = await Promise.all([maker, reader, stranger].map((other) => block(member, other)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 403])
  expect(responses.find(({ status }) => status === 403)?.body.error).toMatch(/^You have blocked 1,000 creators/)
  const otherMaker = await site.signUp()
  await site.sql(
    `with made as (
       insert into zines (creator_id, title, aspect_ratio) select $2, 'Many', '1:1' from generate_series(1, $3::int) returning id)
     insert into unwanted_zines (member_id, zine_id) select $1, id from made`,
    member.id,
    otherMaker.id,
    memberUnwantedZines,
  )
  const anotherZine = await publishOnePage(site, stranger, 'One more')
  expect((await hide(member, anotherZine)).body.error).toMatch(/^You have hidden 2,000 zines/)
  expect(await idsIn(`users/${member.id}/unwanted-zines`, member)).not.toContain(anotherZine.id)
})

test('concurrent blocks and follows between two members leave no follow beside a block, and exact counts', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, other] = [await site.signUp(), await site.signUp()]
    if (round % 2) await follow(other, one)
    const responses = await Promise.all([
      follow(one, other),
      block(one, other),
      follow(other, one),
      block(other, one),
      follow(one, other),
      unblock(one, other).then(() => block(one, other)),
    ])
    for (const { status } of responses) expect([200, 400]).toContain(status)
    const noCounts = { counted: 0, mine: 0, followers: 0, following: 0 }
    expect(await follows(one, other)).toMatchObject([noCounts, noCounts])
    expect([await hasExclusions(one), await hasExclusions(other)]).toEqual([true, true])
  }
})

/** Starts a request while the transaction of a block is open. Returns the request's result. */
const duringBlock = <Result>(member: Member, creator: Member, action: () => Promise<Result>) =>
  site.db
    .transaction()
    .execute(async (tx) => {
      await blockCreator(tx, { memberId: member.id, creatorId: creator.id })
      const pending = action()
      await untilLocksAreAwaited(site)
      return { pending }
    })
    .then(({ pending }) => pending)

test('a follow concurrent with a block waits for it, and is rejected if the block is by the follower', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  expect((await duringBlock(one, other, () => follow(one, other))).status).toBe(400)
  await unblock(one, other)
  expect((await duringBlock(one, other, () => follow(other, one))).status).toBe(200)
})

test('a block that meets a follow on its way waits for it and ends it', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  const { blocking } = await site.db.transaction().execute(async (tx) => {
    await sql`select may_follow(${one.id}, ${other.id})`.execute(tx)
    await sql`insert into follows values (${one.id}, ${other.id})`.execute(tx)
    await sql`update creator_stats set follower_count = 1 where creator_id = ${other.id}`.execute(tx)
    const blocking = block(one, other)
    await untilLocksAreAwaited(site)
    return { blocking }
  })
  expect((await blocking).status).toBe(200)
  const noCounts = { counted: 0, mine: 0, followers: 0, following: 0 }
  expect(await follows(one, other)).toMatchObject([noCounts, noCounts])
})

test('a member who signs in during or after a block has it in every session', async () => {
  const [one, other] = [await site.signUp(), await site.signUp()]
  const zine = await publishOnePage(site, other, 'Behind the door')
  const during = await duringBlock(other, one, () => signInFromNewBrowser(site, one))
  for (const { response, as } of [during, await signInFromNewBrowser(site, one)]) {
    expect(response.status).toBe(200)
    expect(await idsIn('zines', as)).not.toContain(zine.id)
  }
  expect(await hasExclusions(one)).toBe(true)
})

test('concurrent blocking, hiding and undoing leave a consistent state', async () => {
  const members = [await site.signUp(), await site.signUp(), await site.signUp()]
  const zine = await publishOnePage(site, stranger, 'In between')
  for (let round = 0; round < 4; round++) {
    const requests = members.flatMap((member, at) => {
      const creator = members[(at + 1) % 3] as Member
      return [
        block(member, creator),
        hide(member, zine),
        unblock(member, creator),
        unhide(member, zine),
        block(creator, member),
      ]
    })
    for (const { status } of await Promise.all(requests)) expect(status).toBe(200)
    const rows = await site.sql(
      `select bool_and(has_exclusions = (exists (select from blocks where user_id in (member_id, creator_id))
         or exists (select from unwanted_zines where member_id = user_id))) as exact from sessions where user_id = any($1)`,
      members.map(({ id }) => id),
    )
    expect(rows).toEqual([{ exact: true }])
  }
})

test('an account can be deleted while it is blocked, followed and blocking, and counts stay exact', async () => {
  const [first, second] = [await site.signUp(), await site.signUp()]
  for (let round = 0; round < 4; round++) {
    const leaving = await site.signUp()
    for (const other of [first, second]) await follow(leaving, other)
    const path = `/api/users/${leaving.id}`
    const [deletion, ...otherMaker] = await Promise.all([
      site.delete(path, leaving, { username: leaving.username }),
      block(first, leaving),
      block(second, first),
      block(leaving, second),
      unblock(second, first),
    ])
    expect(deletion.status).toBe(200)
    for (const { status } of otherMaker) expect([200, 401, 404]).toContain(status)
    for (const row of await follows(first, second)) expect(row.counted).toBe(row.followers)
  }
  const rows = await site.sql(
    'select count(*)::int as left from blocks where not exists (select from users where id = member_id)',
  )
  expect(rows).toEqual([{ left: 0 }])
})
