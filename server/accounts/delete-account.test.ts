import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { Tx } from '#server/db/connection.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { addReadDocument, beginDraft, beginWhole } from '#tests/support/drafts.ts'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'
import { removeAccount } from './delete-account.queries.ts'
import { removeShelves } from './delete-account-parts.queries.ts'

const site = await startTestApp({ jobs: true })
afterAll(() => site.close())

const remove = (as: Member | undefined, { id, username }: { id: string; username: string }) =>
  site.call<{ code?: string }>({ method: 'DELETE', path: `/api/users/${id}`, body: { username }, as })
const favorite = (as: Member, zineId: string) =>
  site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId }, as })
const follow = (follower: Member, { id }: { id: string }) =>
  site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId: id }, as: follower })
const favoriteCount = async (zineId: string) =>
  (await site.pool.query('select favorite_count from zine_stats where zine_id = $1', [zineId])).rows[0]
    .favorite_count

/** Counters that do not say what there is. */
async function wrongCounters() {
  const { rows } = await site.pool.query(
    `select zine_id from zine_stats s where favorite_count <> (select count(*) from favorites f where f.zine_id = s.zine_id)
     union all select creator_id from creator_stats s
       where follower_count <> (select count(*) from follows f where f.creator_id = s.creator_id)
          or zine_count <> (select count(*) from zines z where z.creator_id = s.creator_id)`,
  )
  return rows
}

/** Every place in the database where an id stands, as a whole or in a text; the audit log has its own end. */
async function placesOf(id: string) {
  const { rows } = await site.pool.query<{ place: string; found: string }>(
    `select format('%I.%I', table_name, column_name) as place,
       format('select count(*) as n from %I where position($1 in %I::text) > 0', table_name, column_name) as found
     from information_schema.columns where table_schema = 'public' and table_name <> 'audit_log'`,
  )
  const counts = await Promise.all(rows.map(({ found }) => site.pool.query(found, [id])))
  return rows.filter((_, at) => Number(counts[at]?.rows[0].n) > 0).map(({ place }) => place)
}

/** Puts a file of some bytes where the media of this address have theirs. */
async function keep(address: string) {
  const file = join(site.dataDir, randomBytes(6).toString('hex'))
  await writeFile(file, randomBytes(100))
  await site.media.storage.put(basename(address), file)
}
const isKept = async (address: string) => (await site.media.storage.find(basename(address))) !== undefined

async function becomesGone(address: string) {
  for (let waited = 0; waited < 10_000 && (await isKept(address)); waited += 50) await sleep(50)
  return !(await isKept(address))
}

const publish = (as: Member, title: string, mediaFiles: string[]) =>
  site.call<{ zine: { id: string } }>({
    ...{ method: 'POST', path: '/api/zines', body: { title, aspectRatio: '1:1', mediaFiles }, as },
  })

describe('deleting an account', () => {
  test('leaves nothing of it, and what others have exact', async () => {
    const [leaver, creator, fan] = [await site.signUp('Leaver'), await site.signUp(), await site.signUp()]
    const theirs = await publishAs(site, creator, 'Stays')
    const mine = await publishAs(site, leaver, 'Goes')
    const project = await beginProject(site, leaver)
    await logMinutes(site, leaver, { projectId: project.id })
    for (const [who, zine] of [
      [leaver, theirs],
      [fan, theirs],
      [fan, mine],
      [leaver, mine],
      [creator, mine],
    ] as const)
      await favorite(who, zine.id)
    for (const [who, whom] of [
      [leaver, creator],
      [fan, creator],
      [fan, leaver],
    ] as const)
      await follow(who, whom)
    await site.pool.query(
      `insert into verifications (identifier, value, expires_at) values ('2fa-x', $1, now() + interval '1 day')`,
      [leaver.id],
    )
    const { rows } = await site.pool.query<{ id: string }>(
      `with begun as (insert into imports (owner_id, upload_id, state) values ($1, 'zip', 'done') returning id)
       insert into import_rows (import_id, number, title, outcome) select id, 2, 'Moths', 'made' from begun
       returning import_id as id`,
      [leaver.id],
    )
    const other = await site.call({
      ...{
        method: 'POST',
        path: '/api/auth/sign-in/email',
        body: { email: leaver.email, password: leaver.password },
      },
    })
    const otherCookie = String(other.headers['set-cookie']).split(';', 1)[0] ?? ''

    const answer = await remove(leaver, { id: leaver.id, username: 'LEAVER' })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^foldout\.session_token=; Max-Age=0; Path=\/; HttpOnly/,
    )
    expect(await placesOf(leaver.id)).toEqual([])
    expect(await placesOf(project.id)).toEqual([])
    expect(await placesOf(leaver.email)).toEqual([])
    expect(await placesOf(rows[0]?.id ?? '')).toEqual([])
    expect(await wrongCounters()).toEqual([])
    expect(await favoriteCount(theirs.id)).toBe(1)
    for (const cookie of [leaver.cookie, otherCookie]) {
      const { body } = await site.call({ path: '/api/auth/user', headers: { cookie } })
      expect(body.user).toBeNull()
    }
    for (const path of [`/api/users/${leaver.id}`, `/api/zines/${mine.id}`])
      expect((await site.call({ path })).status).toBe(404)
    expect((await site.signUp('leaver')).username).toBe('leaver')
    const again = { email: leaver.email, username: 'leaver_too', password: 'long enough' }
    const signedUp = await site.call({ method: 'POST', path: '/api/auth/sign-up/email', body: again })
    expect(signedUp.status).toBe(200)
  })

  test('removes its files, but none that somebody else shows too', async () => {
    const [leaver, friend, admirer] = [await site.signUp(), await site.signUp(), await site.signUp()]
    const addresses = await addMedia(site, leaver, ['image', 'image', 'image', 'image'])
    const [own = '', shared = '', worn = '', unpublished = ''] = addresses
    await addMedia(site, friend, ['image'], shared)
    await site.pool.query('update profiles set picture_url = $2 where user_id = $1', [admirer.id, worn])
    const picture = `/media/${randomBytes(16).toString('hex')}-1600.webp`
    await site.pool.query('update profiles set picture_url = $2 where user_id = $1', [leaver.id, picture])
    for (const address of [...addresses, picture]) await keep(address)
    await publish(friend, 'Shared', [shared])
    expect((await publish(leaver, 'Mine', [own, shared, worn])).status).toBe(201)

    expect((await remove(leaver, leaver)).status).toBe(200)
    for (const address of [own, unpublished, picture]) expect(await becomesGone(address)).toBe(true)
    expect(await isKept(shared)).toBe(true)
    expect(await isKept(worn)).toBe(true)
  })

  test.each([
    ['at once', undefined],
    ['in steps where there are many pages', 'draft_media (draft_id, media_id) select $2::uuid, id'],
    [
      'in steps where there are many of PDFs',
      'document_pages (document_id, number) select $2::uuid, 10 + row_number() over ()',
    ],
  ])('removes drafts with their pages and PDFs, %s', async (_how, many) => {
    const leaver = await site.signUp()
    const [page = '', taken = ''] = await addMedia(site, leaver, ['image', 'image'])
    const draft = await beginDraft(site, leaver, { pages: [{ url: page }, { url: taken }] })
    const { id: documentId, urls } = await addReadDocument(site, leaver, { draftId: draft.id })
    const own = { version: 1, content: { pages: [{ url: page }, { url: urls[0] }] } }
    const path = `/api/drafts/${draft.id}`
    expect((await site.call({ method: 'PUT', path, body: own, as: leaver })).status).toBe(200)
    const all = [page, taken, ...urls]
    await Promise.all(all.map(keep))
    if (many)
      await site.pool.query(
        `with many as (
           insert into media (owner_id, kind, hash, extension, byte_size)
           select $1::uuid, 'image', md5('many' || n), 'webp', 1 from generate_series(1, 10001) n returning id)
         insert into ${many} from many`,
        [leaver.id, many.startsWith('draft') ? draft.id : documentId],
      )
    const answer = await remove(leaver, leaver)
    expect(answer).toMatchObject({ status: 200, body: { isUnderWay: many !== undefined } })
    for (const address of all) expect(await becomesGone(address)).toBe(true)
    await expect.poll(() => placesOf(leaver.id)).toEqual([])
    expect(await placesOf(draft.id)).toEqual([])
  })

  test('removes what was uploaded but never used', async () => {
    const leaver = await site.signUp()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '100' }
    const created = await site.call({ method: 'POST', path: '/api/uploads', headers, as: leaver })
    expect(created.status).toBe(201)
    const uploads = join(site.dataDir, 'uploads')
    const uploaded = (await readdir(uploads)).filter((name) =>
      String(created.headers.location).includes(name),
    )
    expect(uploaded).toHaveLength(1)
    expect((await remove(leaver, leaver)).status).toBe(200)
    expect((await readdir(uploads)).filter((name) => name.startsWith(uploaded[0] ?? '?'))).toEqual([])
  })
})

describe('is refused, and deletes nothing,', () => {
  const isThere = async ({ id }: Member) => (await site.call({ path: `/api/users/${id}` })).status === 200

  test('for a stranger, a guest, and without the right username', async () => {
    const [owner, stranger] = [await site.signUp('careful_one'), await site.signUp()]
    expect(await remove(stranger, owner)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    expect((await remove(undefined, owner)).status).toBe(401)
    for (const username of ['', 'careful_on', 'carefulone', 'carefuI_one', stranger.username])
      expect(await remove(owner, { id: owner.id, username })).toMatchObject({
        ...{
          status: 400,
          body: { code: 'invalid_request', error: 'This is not your username. Nothing was deleted.' },
        },
      })
    expect(await isThere(owner)).toBe(true)
    expect(await isThere(stranger)).toBe(true)
  })

  test('when the sign-in is not recent, until the password was given again', async () => {
    const owner = await site.signUp()
    await site.pool.query(
      `update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1`,
      [owner.id],
    )
    expect(await remove(owner, owner)).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } })
    expect(await isThere(owner)).toBe(true)
    const body = { password: owner.password }
    const browser = openBrowser(site, owner)
    await browser.call({ method: 'POST', path: '/api/auth/confirm-password', body })
    expect((await remove({ ...owner, cookie: browser.header() }, owner)).status).toBe(200)
  })
})

describe('at the same time', () => {
  const statuses = (answers: { status: number }[]) => answers.map((answer) => answer.status)

  test('deleting five times succeeds once', async () => {
    const leaver = await site.signUp()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(leaver, leaver)))
    expect(statuses(answers).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('publishing, favoriting, following, uploading and everything else end without an error and without orphans', async () => {
    const creator = await site.signUp()
    const theirs = await Promise.all([1, 2, 3].map((n) => publishAs(site, creator, `Theirs ${n}`)))
    for (let round = 0; round < 12; round++) {
      const [leaver, fan] = [await site.signUp(), await site.signUp()]
      const mine = await publishAs(site, leaver, 'Mine')
      await favorite(leaver, theirs[0]?.id ?? '')
      await follow(leaver, creator)
      await follow(fan, leaver)
      const media = await addMedia(site, leaver, ['image', 'image'])
      const drafts = [
        await beginWhole(site, leaver, 'Laid out'),
        await beginWhole(site, leaver, 'Thrown away'),
      ]
      const [laidOut = '', thrownAway = ''] = drafts.map(({ id }) => `/api/drafts/${id}`)
      const base64String = fixture('drawing.svg').toString('base64')
      const body = (json: object) => ({ method: 'POST' as const, body: json, as: leaver })
      const upload = () => site.call({ path: '/api/upload-zine-media', ...body({ base64String }) })
      const others = [
        ...media.map((address) => () => publish(leaver, 'In a hurry', [address])),
        ...[...theirs, ...theirs, mine].map((zine) => () => favorite(leaver, zine.id)),
        ...[mine, mine, theirs[1]].map((zine) => () => favorite(fan, zine?.id ?? '')),
        ...[leaver, leaver, creator].map((whom) => () => follow(fan, whom)),
        ...[creator, fan, creator].map((whom) => () => follow(leaver, whom)),
        () => site.call({ method: 'DELETE', path: `/api/zines/${mine.id}`, body: {}, as: leaver }),
        () =>
          site.call({
            method: 'PUT',
            path: `/api/users/${leaver.id}`,
            body: { bio: 'x', name: 'y' },
            as: leaver,
          }),
        () => site.call({ path: '/api/users/create-profile', ...body({}) }),
        () => site.call({ path: '/api/drafts', ...body({ content: { title: 'One more' } }) }),
        () => site.call({ path: `${laidOut}/publish`, ...body({ version: 1 }) }),
        () => site.call({ method: 'DELETE', path: thrownAway, as: leaver }),
        () =>
          site.call({ path: thrownAway, ...body({ version: 1, content: { title: 'Kept' } }), method: 'PUT' }),
        // From another browser: in the same one it would end the session that the deleting call comes with.
        () =>
          site.call({
            path: '/api/auth/sign-in/email',
            ...body({ email: leaver.email, password: leaver.password }),
            as: undefined,
          }),
      ]
      const uploading = round % 4 === 0 ? upload() : undefined
      if (uploading) await sleep(100 * round)
      const deleting = sleep(round * 2).then(() => remove(leaver, leaver))
      const answers = await Promise.all([uploading, ...others.map((other) => other())])
      expect((await deleting).status).toBe(200)
      for (const answer of answers)
        expect([200, 201, 401, 403, 404, 409, undefined]).toContain(answer?.status)
      expect(await wrongCounters()).toEqual([])
      expect(await placesOf(leaver.id)).toEqual([])
    }
    const { rows } = await site.pool.query<{ hash: string }>('select hash from media')
    const known = new Set(rows.map((row) => row.hash))
    const unknown = async () =>
      (await Array.fromAsync(site.media.storage.list())).filter(({ name }) => !known.has(name.slice(0, 32)))
    const pictures = new Set(
      (
        await site.pool.query<{ url: string }>(
          'select picture_url as url from profiles where picture_url is not null',
        )
      ).rows.map(({ url }) => basename(url)),
    )
    let orphans = await unknown()
    for (let waited = 0; waited < 5_000 && orphans.some(({ name }) => !pictures.has(name)); waited += 50) {
      await sleep(50)
      orphans = await unknown()
    }
    expect(orphans.filter(({ name }) => !pictures.has(name))).toEqual([])
  })

  test('two who favorite and follow each other can both go', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await site.signUp(), await site.signUp()] as const
      const zines = await Promise.all(
        pair.flatMap((each) => [publishAs(site, each, 'One'), publishAs(site, each, 'Two')]),
      )
      for (const zine of zines) for (const each of pair) await favorite(each, zine.id)
      await follow(pair[0], pair[1])
      await follow(pair[1], pair[0])
      expect(statuses(await Promise.all(pair.map((each) => remove(each, each))))).toEqual([200, 200])
      expect(await wrongCounters()).toEqual([])
    }
  })
})

test('whatever belongs to a user, a profile or a zine goes with it', async () => {
  const { rows } = await site.pool.query(
    `select conrelid::regclass || '.' || conname as kept from pg_constraint
     where contype = 'f' and confdeltype <> 'c' and connamespace = 'public'::regnamespace`,
  )
  expect(rows.map(({ kept }) => kept).sort()).toEqual([
    ...['decisions.decisions_zine', 'document_pages.document_pages_media', 'draft_media.draft_media_media'],
    // What stays without it.
    ...[
      'drafts.drafts_project',
      'projects.projects_zine',
      'reports.reports_reporter',
      'reports.reports_zine',
      'shelf_items.shelf_items_zine',
    ],
    ...['zine_pages.zine_pages_media_id_fkey', 'zine_printings.zine_printings_cover'],
  ])
})

const ends = {
  'the rest of an account': async (tx: Tx, userId: string) => removeAccount(tx, userId),
  'some of its shelves': async (tx: Tx, userId: string) => void (await removeShelves(tx, userId, 10)),
}
test.each(Object.entries(ends))(
  'shelves go with %s in the order in which others hold them',
  async (_what, remove) => {
    const { id } = await site.signUp()
    const shelves = ['0f', '0a', '0c'].map((end) => `${id.slice(0, -2)}${end}`)
    for (const shelf of shelves)
      await site.pool.query(`insert into shelves (id, owner_id, title) values ($1, $2, 'Own')`, [shelf, id])
    const holder = await site.pool.connect()
    const hold = (end: string) =>
      holder.query('select from shelves where id = $1 for no key update', [`${id.slice(0, -2)}${end}`])
    await holder.query(`begin; set local lock_timeout = '2s'`)
    await hold('0a')
    const removed = site.db.transaction().execute((tx) => remove(tx, id))
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await site.pool.query(waiting)).rowCount).toBe(1)
    expect((await hold('0f')).rowCount).toBe(1)
    await holder.query('commit')
    holder.release()
    await removed
    expect((await site.pool.query('select from shelves where owner_id = $1', [id])).rowCount).toBe(0)
  },
)
