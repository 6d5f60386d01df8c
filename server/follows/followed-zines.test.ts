import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/follows.ts'
import { hideZine } from '#server/moderation/hide-zine.ts'
import { addImages, publishOnePage, publishZine } from '#tests/support/library.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
let reader: Member
let creator: Member
beforeEach(async () => {
  reader = await site.signUp()
  creator = await site.signUp()
  await follow(creator)
})

const follow = (followed: Member, as = reader) => site.post('/api/favorites/creators', { creatorId: followed.id }, as)

const pathOf = (member: Member) => `/api/users/${member.id}/followed-zines`
async function read(query = '', as = reader) {
  const { body } = await site.get(`${pathOf(as)}?${query}`, as)
  return contract.listFollowedZines.response.parse(body)
}
const titles = async (query = '') => (await read(query)).zines.map(({ title }) => title)

test('zines of all followed creators are listed together, newest first, page by page', async () => {
  const [rare, other] = [await site.signUp(), await site.signUp()]
  await follow(rare)
  for (const n of [1, 2, 3]) await publishOnePage(site, creator, `Busy ${n}`)
  await publishOnePage(site, rare, 'Rare')
  await publishOnePage(site, other, 'Of another creator')
  await publishOnePage(site, creator, 'Busy 4')
  const all = ['Busy 4', 'Rare', 'Busy 3', 'Busy 2', 'Busy 1']
  expect(await titles()).toEqual(all)
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: contract.FollowedZines = await read(`limit=2${cursor && `&cursor=${cursor}`}`)
    pages.push(page.zines.map(({ title }) => title))
    cursor = page.nextCursor
  }
  expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
  await follow(creator)
  expect(await titles()).toEqual(['Rare'])
  await follow(rare)
  expect(await titles()).toEqual([])
})

test('the list can be filtered by text and details, with spelling corrections, and ends with its last match', async () => {
  const other = await site.signUp()
  const publish = async (as: Member, title: string, kind: string) =>
    publishZine(site, as, { title, details: { kind }, mediaFiles: await addImages(site, as, 1) })
  await publish(creator, 'Buses at night', 'perzine')
  await publish(creator, 'Moths at night', 'perzine')
  await publish(creator, 'Moths by day', 'comic')
  await publish(other, 'Moths of another creator', 'comic')
  expect(await titles('search=moths')).toEqual(['Moths by day', 'Moths at night'])
  expect(await titles('search=night&kind=perzine')).toEqual(['Moths at night', 'Buses at night'])
  expect(await titles(`search=@${other.username}`)).toEqual([])
  expect(await read('search=mohts&kind=comic')).toMatchObject({ correction: { understood: 'moths' }, nextCursor: null })
  const first = await read('search=moths&limit=1')
  expect(first.zines.map(({ title }) => title)).toEqual(['Moths by day'])
  expect(await titles(`search=moths&limit=1&cursor=${first.nextCursor}`)).toEqual(['Moths at night'])
  await follow(creator)
  expect(await titles('kind=comic')).toEqual([])
})

test('the reader sees no zines that they or an operator hid, none of a creator with a block, and none with notes if they prefer', async () => {
  const blocker = await site.signUp()
  await follow(blocker)
  for (const title of ['Moths', 'Moths too']) await publishOnePage(site, creator, title)
  const unwanted = await publishOnePage(site, creator, 'Unwanted moths')
  const hidden = await publishOnePage(site, creator, 'Hidden moths')
  await publishOnePage(site, blocker, 'Moths of a creator who blocks the reader')
  const contentNote = { text: 'Dust', coversPages: false }
  const mediaFiles = await addImages(site, creator, 1)
  await publishZine(site, creator, { title: 'Moths with a note', contentNote, mediaFiles })
  const decision = { zineId: hidden.id, reason: 'It shows a letter.', actor: 'operator' as const }
  await site.db.transaction().execute((tx) => hideZine(tx, decision))
  await site.put(`/api/users/${reader.id}/unwanted-zines/${unwanted.id}`, undefined, reader)
  await site.put(`/api/users/${reader.id}/content-notes`, { choice: 'never' }, reader)
  await site.put(`/api/users/${blocker.id}/blocks/${reader.id}`, undefined, blocker)
  for (const query of ['', 'limit=1', 'search=moths']) expect((await titles(query))[0], query).toBe('Moths too')
  for (const query of ['', 'search=moths']) expect(await titles(query), query).toEqual(['Moths too', 'Moths'])
  await site.put(`/api/users/${reader.id}/blocks/${creator.id}`, undefined, reader)
  expect(await titles()).toEqual([])
})

test('only members read the list, and only their own', async () => {
  for (const [as, status] of [
    [undefined, 401],
    [creator, 403],
  ] as const) {
    expect((await site.get(pathOf(reader), as)).status).toBe(status)
    const body = { readAt: new Date().toISOString() }
    expect((await site.call({ method: 'PUT', path: `${pathOf(reader)}/seen`, body, as })).status).toBe(status)
  }
  expect(await storedVisit()).toEqual({ seenAt: null, newSince: null })
})

test('the session says whether a member follows a creator', async () => {
  const viewer = async (as: Member) => (await site.get<{ user: object }>('/api/auth/user', as)).body.user
  expect(await viewer(reader)).toMatchObject({ followsCreators: true })
  expect(await viewer(creator)).not.toHaveProperty('followsCreators')
})

const markSeen = (readAt: string) => site.put(`${pathOf(reader)}/seen`, { readAt }, reader)

async function storedVisit() {
  const sql = `select following_seen_at as "seenAt", following_new_since as "newSince" from profiles where user_id = $1`
  const [visit] = await site.sql<{ seenAt: Date | null; newSince: Date | null }>(sql, reader.id)
  return visit
}

/** Simulates that the member has not looked at the tab since. */
const waitMinutes = (minutes: number) =>
  site.sql(
    `update profiles set following_seen_at = following_seen_at - make_interval(mins => $2),
       following_new_since = following_new_since - make_interval(mins => $2) where user_id = $1`,
    reader.id,
    minutes,
  )

describe('zines are new', () => {
  test('in no first visit', async () => {
    const { newSince, readAt } = await read()
    expect(newSince).toBeNull()
    await markSeen(readAt)
    await publishOnePage(site, creator, 'During the visit')
    expect((await read()).newSince).toBeNull()
  })

  test('since the end of the last visit, until this one has ended', async () => {
    const first = await read()
    await markSeen(first.readAt)
    await waitMinutes(60)
    const { seenAt: lastVisit } = (await storedVisit()) ?? {}
    for (const _reload of [1, 2]) {
      const { newSince, readAt } = await read()
      expect(new Date(newSince ?? 0)).toEqual(lastVisit)
      await markSeen(readAt)
      await waitMinutes(20)
      lastVisit?.setMinutes(lastVisit.getMinutes() - 20)
    }
    const { seenAt: endOfVisit } = (await storedVisit()) ?? {}
    await waitMinutes(11)
    endOfVisit?.setMinutes(endOfVisit.getMinutes() - 11)
    expect(new Date((await read()).newSince ?? 0)).toEqual(endOfVisit)
  })

  test('since the same time in two tabs that report their visit at the same time or in the wrong order', async () => {
    await markSeen(new Date().toISOString())
    await waitMinutes(60)
    const { seenAt: lastVisit } = (await storedVisit()) ?? {}
    const earlier = await read()
    const later = await read()
    await callConcurrently(4, (n) => markSeen(n % 2 === 0 ? later.readAt : earlier.readAt))
    await markSeen(earlier.readAt)
    expect(await storedVisit()).toEqual({ seenAt: new Date(later.readAt), newSince: lastVisit })
    expect((await read()).newSince).toEqual(later.newSince)
  })

  test('also after a browser reported a time in the future', async () => {
    await markSeen('9999-01-01T00:00:00Z')
    const { seenAt } = (await storedVisit()) ?? {}
    expect(seenAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect((await markSeen('yesterday')).status).toBe(400)
  })
})
