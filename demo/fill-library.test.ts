import { afterAll, beforeAll, expect, test } from 'vitest'
import { zineImages } from '#contract/limits.ts'
import type { OpenZine } from '#contract/zines.ts'
import { verifySite } from '#server/backup/verify/verify-site.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { demoMember } from './demo-member.ts'
import { demoOperator } from './demo-settings.ts'
import { fillLibrary } from './fill-library.ts'
import { loadLibrary } from './library/library.ts'
import { readShelves } from './library/library-file.ts'

const library = loadLibrary()
type Page = { zines: Shown[]; nextCursor: string | null }
type Shown = { id: string; title: string; favoriteCount: number; creator: { id: string; username: string } }

let site: TestApp
let bystander: { id: string; zineId: string }

const fill = (onProgress: (done: number) => void = () => undefined) =>
  fillLibrary({ database: site }, site.config, onProgress)

/** A start that ends in the midst; then somebody registers and publishes, and the next start goes on. */
beforeAll(async () => {
  // No page of the demo is so small: what went through a decoder would be refused.
  site = await startTestApp({ settings: { MAX_IMAGE_MB: '0.0001', MAX_VIDEO_MB: '0.0001', ...demoOperator } })
  const cutShort = fill((done) => {
    if (done === 20) throw new Error('cut short')
  })
  await expect(cutShort).rejects.toThrow('cut short')
  bystander = await registerAndPublish()
  await fill()
})
afterAll(() => site.close())

/** With a name like those of the demo's readers. */
async function registerAndPublish() {
  const member = await site.signUp('reader_7')
  const { rows } = await site.pool.query<{ id: string }>(
    `with made as (
       insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
       values ($1, 'image', repeat('a', 32), 'webp', 1, 1, 'data:image/webp;base64,AA', 1) returning id)
     select id from made`,
    [member.id],
  )
  expect(rows).toHaveLength(1)
  const body = { title: 'My own', aspectRatio: '1:1', mediaFiles: [`/media/${'a'.repeat(32)}-1600.webp`] }
  const answer = await site.call<{ zine: Shown }>({ method: 'POST', path: '/api/zines', body, as: member })
  return { id: member.id, zineId: answer.body.zine.id }
}

test('all that the site keeps twice agrees', async () => {
  const faults = await verifySite({ config: site.config, pool: site.pool })
  // The bystander's zine has a row and no file.
  expect(faults.filter(({ sentence }) => !sentence.startsWith('aaaa'))).toEqual([])
})

async function listAll() {
  const zines: Shown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/zines?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { body }: { body: Page } = await site.call<Page>({ path })
    zines.push(...body.zines)
    cursor = body.nextCursor
  }
  return zines
}

test('a start that was cut short is finished by the next one, each zine once and by its maker', async () => {
  const shown = (await listAll()).filter(({ id }) => id !== bystander.zineId)
  const byTitle = (titles: string[][]) => titles.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  expect(byTitle(shown.map(({ title, creator }) => [title, creator.username]))).toEqual(
    byTitle(library.zines.map(({ title, creator }) => [title, creator])),
  )
})

test('long zines are there whole, one that may be printed and one that is read from right to left', async () => {
  for (const { title, pages, readingDirection, mayPrint, details } of library.zines) {
    if (pages.length <= zineImages) continue
    const { rows } = await site.pool.query<{ id: string }>('select id from zines where title = $1', [title])
    const { zine } = (await site.call<{ zine: OpenZine }>({ path: `/api/zines/${rows[0]?.id}` })).body
    expect(zine).toMatchObject({ readingDirection, mayPrint, details })
    expect(zine.pages).toMatchObject(pages.map(({ altText, transcript }) => ({ altText, transcript })))
    expect(zine.pages[0]?.printWidth).toBe(mayPrint ? 1000 : null)
  }
})

test('every shelf has its zines once, in their order, and To read begins with the last', async () => {
  const { rows } = await site.pool.query(
    `select u.username as owner, sh.title, sh.visibility, array_agg(z.title order by i.position) as zines
     from shelves sh join users u on u.id = sh.owner_id join shelf_items i on i.shelf_id = sh.id
     join zines z on z.id = i.zine_id group by sh.id, u.username order by sh.created_at`,
  )
  const titles = new Map(library.zines.map(({ id, title }) => [id, title]))
  expect(rows).toEqual(
    readShelves().map(({ owner, title = 'To read', visibility = 'private', isToRead, zines }) => {
      const inOrder = zines.map(({ id }) => titles.get(id))
      return { owner, title, visibility, zines: isToRead ? inOrder.toReversed() : inOrder }
    }),
  )
})

test('whoever registered meanwhile has neither invented favorites nor followers, and favors nothing', async () => {
  const { body } = await site.call<{ zine: Shown }>({ path: `/api/zines/${bystander.zineId}` })
  expect(body.zine.favoriteCount).toBe(0)
  const { rows } = await site.pool.query(
    `select (select count(*)::int from follows where creator_id = $1 or follower_id = $1) as follows,
            (select count(*)::int from favorites where zine_id = $2 or user_id = $1) as favorites`,
    [bystander.id, bystander.zineId],
  )
  expect(rows).toEqual([{ follows: 0, favorites: 0 }])
})

test('a favorite that the demo’s member takes back stays so, and nothing is there twice after another start', async () => {
  const count = async () => {
    const { rows } = await site.pool.query(
      `select (select count(*)::int from users) as users, (select count(*)::int from zines) as zines,
              (select count(*)::int from media) as media, (select count(*)::int from favorites) as favorites,
              (select count(*)::int from follows) as follows, (select count(*)::int from reports) as reports,
              (select count(*)::int from decisions) as decisions`,
    )
    return rows[0]
  }
  const taken = await site.pool.query(
    'delete from favorites where user_id = (select id from users where username = $1) returning zine_id',
    [demoMember.username],
  )
  expect(taken.rowCount).toBeGreaterThan(3)
  const before = await count()
  await fill()
  expect(await count()).toEqual(before)
})
