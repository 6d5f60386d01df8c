import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySite } from '#server/backup/verify/verify-site.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { demoMember } from './demo-member.ts'
import { demoOperator } from './demo-settings.ts'
import { addDemoLibrary } from './fill-library.ts'
import { loadLibrary } from './library/library.ts'

const library = loadLibrary()
type Page = { zines: ListedZine[]; nextCursor: string | null }
type ListedZine = {
  id: string
  title: string
  favoriteCount: number
  creator: { id: string; username: string }
}

// Every page of the demo is larger than this, so the test fails if a page goes through a decoder.
const limits = { MAX_IMAGE_MB: '0.0001', MAX_VIDEO_MB: '0.0001' }
const site = await startTestApp({ settings: { ...limits, ...demoOperator } })
afterAll(() => site.close())
let otherMember: { id: string; zineId: string }

const startDemo = (onProgress: (done: number) => void = () => undefined) =>
  addDemoLibrary({ database: site }, site.config, onProgress)

/** A start is interrupted. A stranger then registers and publishes, and the next start continues. */
beforeAll(async () => {
  const interruptedStart = startDemo((done) => {
    if (done === 20) throw new Error('cut short')
  })
  await expect(interruptedStart).rejects.toThrow('cut short')
  otherMember = await registerAndPublish()
  await startDemo()
})

/** The username looks like those of the demo's readers. */
async function registerAndPublish() {
  const member = await site.signUp('reader_7')
  await site.pool.query(
    `insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
     values ($1, 'image', repeat('a', 32), 'webp', 1, 1, 'data:image/webp;base64,AA', 1)`,
    [member.id],
  )
  const body = { title: 'My own', aspectRatio: '1:1', mediaFiles: [`/media/${'a'.repeat(32)}-1600.webp`] }
  const response = await site.call<{ zine: ListedZine }>({
    method: 'POST',
    path: '/api/zines',
    body,
    as: member,
  })
  return { id: member.id, zineId: response.body.zine.id }
}

test('the integrity check finds no faults', async () => {
  const problems = await verifySite({ config: site.config, pool: site.pool })
  // The stranger's zine has rows but no files.
  expect(problems.filter(({ sentence }) => !sentence.startsWith('aaaa'))).toEqual([])
})

async function listAllZines() {
  const zines: ListedZine[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/zines?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { body }: { body: Page } = await site.call<Page>({ path })
    zines.push(...body.zines)
    cursor = body.nextCursor
  }
  return zines
}

test('the demo leaves no sessions behind, also when it was interrupted', async () => {
  const { rows } = await site.pool.query('select from sessions where user_id <> $1', [otherMember.id])
  expect(rows).toEqual([])
})

test('the next start completes an interrupted one, with each zine once and by its creator', async () => {
  const shown = (await listAllZines()).filter(({ id }) => id !== otherMember.zineId)
  const byTitle = (titles: string[][]) => titles.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  expect(byTitle(shown.map(({ title, creator }) => [title, creator.username]))).toEqual(
    byTitle(library.zines.map(({ title, creator }) => [title, creator])),
  )
})

test('a member who registered in the meantime gets no invented favorites, followers or follows', async () => {
  const { body } = await site.call<{ zine: ListedZine }>({ path: `/api/zines/${otherMember.zineId}` })
  expect(body.zine.favoriteCount).toBe(0)
  const { rows } = await site.pool.query(
    `select (select count(*)::int from follows where creator_id = $1 or follower_id = $1) as follows,
            (select count(*)::int from favorites where zine_id = $2 or user_id = $1) as favorites`,
    [otherMember.id, otherMember.zineId],
  )
  expect(rows).toEqual([{ follows: 0, favorites: 0 }])
})

test('the demo member follows creators, and some of their zines are new', async () => {
  const { rows } = await site.pool.query(
    `select m.follows, (select count(*)::int from follows where follower_id = u.id) as rows,
            (select count(*)::int from zines z join follows f using (creator_id)
             where f.follower_id = u.id and z.created_at > p.following_seen_at) as "newZines"
     from users u join profiles p on p.user_id = u.id join member_counts m on m.user_id = u.id where u.username = $1`,
    [demoMember.username],
  )
  expect(rows).toEqual([{ follows: 4, rows: 4, newZines: 2 }])
})

test('another start adds no duplicates and does not restore favorites that the demo member removed', async () => {
  const count = async () => {
    const { rows } = await site.pool.query(
      `select (select count(*)::int from users) as users, (select count(*)::int from zines) as zines,
              (select count(*)::int from media) as media, (select count(*)::int from favorites) as favorites,
              (select count(*)::int from follows) as follows, (select count(*)::int from reports) as reports,
              (select count(*)::int from decisions) as decisions, (select count(*)::int from shelf_items) as shelved`,
    )
    return rows[0]
  }
  const removed = await site.pool.query(
    'delete from favorites where user_id = (select id from users where username = $1) returning zine_id',
    [demoMember.username],
  )
  expect(removed.rowCount).toBeGreaterThan(3)
  const before = await count()
  await startDemo()
  expect(await count()).toEqual(before)
})
