import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OpenZine } from '#contract/zines.ts'
import type { Tx } from '#server/db/connection.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { ageSignIns, isIn, signInAgain } from '#tests/support/account.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { addReadDocument, beginDraft, beginWhole } from '#tests/support/drafts.ts'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { untilLocksAreAwaited, whileLocked } from '#tests/support/locks.ts'
import { atOnce, type Member, openTestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'
import { removeAccount } from './delete-account.queries.ts'
import { removeShelves } from './delete-account-parts.queries.ts'

const site = await openTestApp({ jobs: true })

const remove = (as: Member | undefined, { id, username }: { id: string; username: string }) =>
  site.delete<{ code?: string }>(`/api/users/${id}`, as, { username })
const favorite = (as: Member, { id: zineId }: { id: string }) =>
  site.post('/api/favorites/zines', { zineId }, as)
const follow = (as: Member, { id: creatorId }: { id: string }) =>
  site.post('/api/favorites/creators', { creatorId }, as)

const wrongCounters = () =>
  site.sql(
    `select zine_id from zine_stats s where favorite_count <> (select count(*) from favorites f where f.zine_id = s.zine_id)
     union all select creator_id from creator_stats s
       where follower_count <> (select count(*) from follows f where f.creator_id = s.creator_id)
          or zine_count <> (select count(*) from zines z where z.creator_id = s.creator_id)`,
  )

const [{ everywhere }] = await site.sql(
  `select string_agg(format('select %L as place where exists (select from %I where position($1 in %I::text) > 0)',
     table_name || '.' || column_name, table_name, column_name), ' union all ') as everywhere
   from information_schema.columns where table_schema = 'public' and table_name <> 'audit_log'`,
)
/** Columns that contain an id, alone or inside a text. The audit log has its own retention limit. */
const placesOf = (id = '') => site.sql(everywhere, id)

/** Stores a small random file at the address of a medium. */
async function keep(address: string) {
  const file = join(site.dataDir, randomBytes(6).toString('hex'))
  await writeFile(file, randomBytes(100))
  await site.media.storage.put(basename(address), file)
}
const isKept = async (address: string) => (await site.media.storage.find(basename(address))) !== undefined

const becomesGone = (address: string) =>
  expect.poll(() => isKept(address), { interval: 50, timeout: 10_000 }).toBe(false)

const publish = (as: Member, title: string, mediaFiles: string[]) =>
  site.post<{ zine: { id: string } }>('/api/zines', { title, aspectRatio: '1:1', mediaFiles }, as)

describe('deleting an account', () => {
  test('leaves nothing of it, and other members’ counts are exact', async () => {
    const [leaver, creator, fan] = [await site.signUp('Leaver'), await site.signUp(), await site.signUp()]
    const theirs = await publishAs(site, creator, 'Stays')
    const mine = await publishAs(site, leaver, 'Goes')
    const project = await beginProject(site, leaver)
    await logMinutes(site, leaver, { projectId: project.id })
    for (const who of [leaver, fan]) await favorite(who, theirs)
    for (const who of [fan, leaver, creator]) await favorite(who, mine)
    for (const who of [leaver, fan]) await follow(who, creator)
    await follow(fan, leaver)
    await site.sql(
      `insert into verifications (identifier, value, expires_at) values ('2fa-x', $1, now() + interval '1 day')`,
      leaver.id,
    )
    const rows = await site.sql<{ id: string }>(
      `with begun as (insert into imports (owner_id, upload_id, state) values ($1, 'zip', 'done') returning id)
       insert into import_rows (import_id, number, title, outcome) select id, 2, 'Moths', 'made' from begun
       returning import_id as id`,
      leaver.id,
    )
    const elsewhere = (await signInAgain(site, leaver)).browser

    const answer = await remove(leaver, { id: leaver.id, username: 'LEAVER' })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^foldout\.session_token=; Max-Age=0; Path=\/; HttpOnly/,
    )
    for (const id of [leaver.id, project.id, leaver.email, rows[0]?.id])
      expect(await placesOf(id)).toEqual([])
    expect(await wrongCounters()).toEqual([])
    const counted = await site.sql('select favorite_count from zine_stats where zine_id = $1', theirs.id)
    expect(counted).toEqual([{ favorite_count: 1 }])
    expect([await isIn(site, leaver), await isIn(elsewhere)]).toEqual([false, false])
    for (const path of [`/api/users/${leaver.id}`, `/api/zines/${mine.id}`])
      expect((await site.get(path)).status).toBe(404)
    expect((await site.signUp('leaver')).username).toBe('leaver')
    const again = { email: leaver.email, username: 'leaver_too', password: 'long enough' }
    expect((await site.auth('sign-up/email', again)).status).toBe(200)
  })

  test('deletes its files, but not those another member also uses', async () => {
    const [leaver, friend, admirer] = [await site.signUp(), await site.signUp(), await site.signUp()]
    const addresses = await addMedia(site, leaver, ['image', 'image', 'image', 'image'])
    const [own = '', shared = '', worn = '', unpublished = ''] = addresses
    await addMedia(site, friend, ['image'], shared)
    await site.sql('update profiles set picture_url = $2 where user_id = $1', admirer.id, worn)
    const picture = `/media/${randomBytes(16).toString('hex')}-1600.webp`
    await site.sql('update profiles set picture_url = $2 where user_id = $1', leaver.id, picture)
    for (const address of [...addresses, picture]) await keep(address)
    await publish(friend, 'Shared', [shared])
    expect((await publish(leaver, 'Mine', [own, shared, worn])).status).toBe(201)

    expect((await remove(leaver, leaver)).status).toBe(200)
    for (const address of [own, unpublished, picture]) await becomesGone(address)
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
    expect((await site.put(path, own, leaver)).status).toBe(200)
    const all = [page, taken, ...urls]
    await Promise.all(all.map(keep))
    if (many)
      await site.sql(
        `with many as (
           insert into media (owner_id, kind, hash, extension, byte_size)
           select $1::uuid, 'image', md5('many' || n), 'webp', 1 from generate_series(1, 10001) n returning id)
         insert into ${many} from many`,
        leaver.id,
        many.startsWith('draft') ? draft.id : documentId,
      )
    const answer = await remove(leaver, leaver)
    expect(answer).toMatchObject({ status: 200, body: { isUnderWay: many !== undefined } })
    for (const address of all) await becomesGone(address)
    const isThere = async () => (await site.sql('select from users where id = $1', leaver.id)).length
    await expect.poll(isThere).toBe(0)
    for (const id of [leaver.id, draft.id]) expect(await placesOf(id)).toEqual([])
  })

  test('removes unused uploads', async () => {
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

describe('is rejected, and deletes nothing,', () => {
  const isThere = async ({ id }: Member) => (await site.get(`/api/users/${id}`)).status === 200

  test('for a stranger, a guest, and without the right username', async () => {
    const [owner, stranger] = [await site.signUp('careful_one'), await site.signUp()]
    expect(await remove(stranger, owner)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    expect((await remove(undefined, owner)).status).toBe(401)
    for (const username of ['', 'careful_on', 'carefulone', 'carefuI_one', stranger.username])
      expect(await remove(owner, { id: owner.id, username })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', error: 'This is not your username. Nothing was deleted.' },
      })
    expect(await isThere(owner)).toBe(true)
    expect(await isThere(stranger)).toBe(true)
  })

  test('without a recent sign-in, until the password is confirmed', async () => {
    const owner = await site.signUp()
    await ageSignIns(site, owner)
    expect(await remove(owner, owner)).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } })
    expect(await isThere(owner)).toBe(true)
    const browser = openBrowser(site, owner)
    await browser.auth('confirm-password', { password: owner.password })
    expect((await remove({ ...owner, cookie: browser.header() }, owner)).status).toBe(200)
  })
})

describe('at the same time', () => {
  const statuses = (answers: { status: number }[]) => answers.map((answer) => answer.status)

  test('deleting five times succeeds once', async () => {
    const leaver = await site.signUp()
    const answers = await atOnce(5, () => remove(leaver, leaver))
    expect(statuses(answers).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('publishing, favoriting, following, uploading and everything else end without an error and without orphans', async () => {
    const creator = await site.signUp()
    const theirs = await Promise.all([1, 2, 3].map((n) => publishAs(site, creator, `Theirs ${n}`)))
    const [first, second] = theirs as [OpenZine, OpenZine]
    for (let round = 0; round < 8; round++) {
      const [leaver, fan] = [await site.signUp(), await site.signUp()]
      const mine = await publishAs(site, leaver, 'Mine')
      await favorite(leaver, first)
      await follow(leaver, creator)
      await follow(fan, leaver)
      const media = await addMedia(site, leaver, ['image', 'image'])
      const drafts = [
        await beginWhole(site, leaver, 'Laid out'),
        await beginWhole(site, leaver, 'Thrown away'),
      ]
      const [laidOut = '', thrownAway = ''] = drafts.map(({ id }) => `/api/drafts/${id}`)
      const base64String = fixture('drawing.svg').toString('base64')
      const others = [
        ...media.map((address) => () => publish(leaver, 'In a hurry', [address])),
        ...[...theirs, ...theirs, mine].map((zine) => () => favorite(leaver, zine)),
        ...[mine, mine, second].map((zine) => () => favorite(fan, zine)),
        ...[leaver, leaver, creator].map((whom) => () => follow(fan, whom)),
        ...[creator, fan, creator].map((whom) => () => follow(leaver, whom)),
        () => site.delete(`/api/zines/${mine.id}`, leaver, {}),
        () => site.put(`/api/users/${leaver.id}`, { bio: 'x', name: 'y' }, leaver),
        () => site.post('/api/users/create-profile', {}, leaver),
        () => site.post('/api/drafts', { content: { title: 'One more' } }, leaver),
        () => site.post(`${laidOut}/publish`, { version: 1 }, leaver),
        () => site.delete(thrownAway, leaver),
        () => site.put(thrownAway, { version: 1, content: { title: 'Kept' } }, leaver),
        // From another browser: in the same one, signing in would end the session of the deletion request.
        async () => (await signInAgain(site, leaver)).answer,
      ]
      const isUploading = round % 4 === 0
      const uploading = isUploading && site.post('/api/upload-zine-media', { base64String }, leaver)
      if (isUploading) await sleep(100 * round)
      const deleting = sleep(round * 3).then(() => remove(leaver, leaver))
      const answers = await Promise.all([uploading, ...others.map((other) => other())])
      expect((await deleting).status).toBe(200)
      for (const answer of answers)
        if (answer) expect([200, 201, 401, 403, 404, 409]).toContain(answer.status)
      expect(await wrongCounters()).toEqual([])
      expect(await placesOf(leaver.id)).toEqual([])
    }
    const orphans = async () => {
      const known = await site.sql<{ name: string }>(
        `select hash as name from media
         union all select split_part(picture_url, '/', 3) from profiles where picture_url is not null`,
      )
      const files = await Array.fromAsync(site.media.storage.list())
      return files.filter((file) => !known.some(({ name }) => file.name.startsWith(name)))
    }
    await expect.poll(orphans, { interval: 50, timeout: 5_000 }).toEqual([])
  })

  test('two members who favorite and follow each other can both be deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await site.signUp(), await site.signUp()] as const
      const zines = await Promise.all(
        pair.flatMap((each) => [publishAs(site, each, 'One'), publishAs(site, each, 'Two')]),
      )
      for (const zine of zines) for (const each of pair) await favorite(each, zine)
      await follow(pair[0], pair[1])
      await follow(pair[1], pair[0])
      expect(statuses(await Promise.all(pair.map((each) => remove(each, each))))).toEqual([200, 200])
      expect(await wrongCounters()).toEqual([])
    }
  })
})

test('whatever belongs to a user, a profile or a zine goes with it', async () => {
  const rows = await site.sql(`select conrelid::regclass || '.' || conname as kept from pg_constraint
     where contype = 'f' and confdeltype <> 'c' and connamespace = 'public'::regnamespace`)
  expect(rows.map(({ kept }) => kept).sort()).toEqual([
    ...['decisions.decisions_zine', 'document_pages.document_pages_media', 'draft_media.draft_media_media'],
    // These rows remain without the reference.
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
    const [last, first, middle] = ['0f', '0a', '0c'].map((end) => `${id.slice(0, -2)}${end}`)
    for (const shelf of [last, first, middle])
      await site.sql(`insert into shelves (id, owner_id, title) values ($1, $2, 'Own')`, shelf, id)
    const hold = (shelf = '') => `select from shelves where id = '${shelf}' for no key update`
    const lock = `set local lock_timeout = '2s'; ${hold(first)}`
    const { removed } = await whileLocked(site, lock, async (holder) => {
      const removed = site.db.transaction().execute((tx) => remove(tx, id))
      await untilLocksAreAwaited(site)
      expect((await holder.query(hold(last))).rowCount).toBe(1)
      return { removed }
    })
    await removed
    expect(await site.sql('select from shelves where owner_id = $1', id)).toEqual([])
  },
)
