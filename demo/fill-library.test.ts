import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Draft, DraftTicket } from '#contract/drafts.ts'
import { zineImages } from '#contract/limits.ts'
import type { OpenZine } from '#contract/zines.ts'
import { verifySite } from '#server/backup/verify/verify-site.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { enter } from './calls.ts'
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

const openByTitle = async (title: string) => {
  const { rows } = await site.pool.query<{ id: string }>('select id from zines where title = $1', [title])
  return (await site.call<{ zine: OpenZine }>({ path: `/api/zines/${rows[0]?.id}` })).body.zine
}

test('long zines are there whole, one that may be printed and one that is read from right to left', async () => {
  for (const { title, pages, readingDirection, mayPrint, details } of library.zines) {
    if (pages.length <= zineImages) continue
    const zine = await openByTitle(title)
    expect(zine).toMatchObject({ readingDirection, mayPrint, details })
    expect(zine.pages).toMatchObject(pages.map(({ altText, transcript }) => ({ altText, transcript })))
    expect(zine.pages[0]?.printWidth).toBe(mayPrint ? 1000 : null)
  }
})

test('a zine that was printed anew has both printings, the first as it was dated', async () => {
  const [zine] = library.zines.filter(({ secondPrinting }) => secondPrinting)
  const { printing, printings, pages, createdAt } = await openByTitle(zine?.title ?? '')
  expect([printing, pages.length]).toEqual([2, zine?.pages.length])
  const byNumber = printings.toSorted((one, other) => one.number - other.number)
  expect(byNumber).toMatchObject([{ number: 1, printedAt: createdAt }, { note: zine?.secondPrinting?.note }])
  expect(Date.parse(byNumber[1]?.printedAt ?? '')).toBeLessThan(Date.now() - 60_000)
})

test('a draft lies on the table of the demo’s member, beside its project, and its last page has no words yet', async () => {
  const as = { ...demoMember, email: '', ...(await enter(site.app, demoMember)) }
  const { drafts } = (await site.call<{ drafts: DraftTicket[] }>({ path: `/api/users/${as.id}/drafts`, as }))
    .body
  expect(drafts).toMatchObject(library.drafts.map(({ title, pages }) => ({ title, pageCount: pages.length })))
  const { draft } = (await site.call<{ draft: Draft }>({ path: `/api/drafts/${drafts[0]?.id}`, as })).body
  const project = await site.call<{ project: { title: string } }>({
    path: `/api/projects/${draft.projectId}`,
    as,
  })
  expect(project.body.project.title).toBe(draft.content.title)
  expect(draft.content.pages.map(({ altText }) => altText !== '')).toEqual([true, true, true, true, false])
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

test('most zines are favorites, and every creator has followers', async () => {
  const { rows } = await site.pool.query(
    `select (select count(*)::int from zine_stats where favorite_count > 0) as liked,
            (select count(*)::int from creator_stats join users on id = creator_id
             where username = any($1) and follower_count > 0) as followed`,
    [library.creators.map(({ username }) => username)],
  )
  expect(rows[0].liked).toBeGreaterThan(30)
  expect(rows[0].followed).toBe(library.creators.length)
})

test('one zine is reported, and one of the demo member’s own is hidden, with its reason', async () => {
  const reports = await site.pool.query('select title, reason, resolved_at from reports')
  expect(reports.rows).toEqual([{ title: 'An Atlas of Benches', reason: 'private', resolved_at: null }])
  const letters = await site.pool.query('select resolved_at from report_letters')
  expect(letters.rows).toEqual([{ resolved_at: null }])
  const { rows } = await site.pool.query(
    `select z.id, hidden_reason as reason from zines z join users u on u.id = creator_id
     where hidden_at is not null and username = $1`,
    [demoMember.username],
  )
  expect(rows).toMatchObject([{ reason: expect.stringContaining('page 2') }])
  expect(await site.call({ path: `/api/zines/${rows[0].id}` })).toMatchObject({ status: 404 })
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
