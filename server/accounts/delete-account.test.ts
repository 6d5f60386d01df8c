import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FullZine } from '#contract/zines.ts'
import type { Tx } from '#server/db/connection.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { expireRecentSignIns, isSignedIn, signInFromNewBrowser } from '#tests/support/account.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { addRasterisedPdf, createDraft, createPublishableDraft } from '#tests/support/drafts.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'
import { removeAccount } from './delete-account.queries.ts'
import { removeShelves } from './delete-account-steps.queries.ts'

// Some requests of a race wait long for a lock on a busy machine.
const site = await openTestApp({ jobs: true, waitsForLocks: true })

const remove = (as: Member | undefined, { id, username }: { id: string; username: string }) =>
  site.delete<{ code?: string }>(`/api/users/${id}`, as, { username })
const favorite = (as: Member, { id: zineId }: { id: string }) => site.post('/api/favorites/zines', { zineId }, as)
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
const referencesTo = (id = '') => site.sql(everywhere, id)

/** Stores a small random file at the address of a medium. */
async function storeMedia(address: string) {
  const file = join(site.dataDir, randomBytes(6).toString('hex'))
  await writeFile(file, randomBytes(100))
  await site.media.storage.put(basename(address), file)
}
const isStored = async (address: string) => (await site.media.storage.find(basename(address))) !== undefined

const expectDeleted = (address: string) =>
  expect.poll(() => isStored(address), { interval: 50, timeout: 60_000 }).toBe(false)

const publish = (as: Member, title: string, mediaFiles: string[]) =>
  site.post<{ zine: { id: string } }>('/api/zines', { title, aspectRatio: '1:1', mediaFiles }, as)

describe('deleting an account', () => {
  test('leaves nothing of it, and other members’ counts are exact', async () => {
    const [leavingMember, creator, fan] = [await site.signUp('Leaver'), await site.signUp(), await site.signUp()]
    const keptZine = await publishOnePage(site, creator, 'Stays')
    const deletedZine = await publishOnePage(site, leavingMember, 'Goes')
    const project = await createProject(site, leavingMember)
    await logMinutes(site, leavingMember, { projectId: project.id })
    for (const who of [leavingMember, fan]) await favorite(who, keptZine)
    for (const who of [fan, leavingMember, creator]) await favorite(who, deletedZine)
    for (const who of [leavingMember, fan]) await follow(who, creator)
    await follow(fan, leavingMember)
    await site.sql(
      `insert into verifications (identifier, value, expires_at) values ('2fa-x', $1, now() + interval '1 day')`,
      leavingMember.id,
    )
    const rows = await site.sql<{ id: string }>(
      `with begun as (insert into imports (owner_id, upload_id, state) values ($1, 'zip', 'done') returning id)
       insert into import_rows (import_id, number, title, outcome) select id, 2, 'Moths', 'made' from begun
       returning import_id as id`,
      leavingMember.id,
    )
    const otherBrowser = (await signInFromNewBrowser(site, leavingMember)).browser

    const response = await remove(leavingMember, { id: leavingMember.id, username: 'LEAVER' })
    expect(response).toMatchObject({ status: 200, body: { success: true } })
    expect(String(response.headers['set-cookie'])).toMatch(/^foldout\.session_token=; Max-Age=0; Path=\/; HttpOnly/)
    for (const id of [leavingMember.id, project.id, leavingMember.email, rows[0]?.id])
      expect(await referencesTo(id)).toEqual([])
    expect(await wrongCounters()).toEqual([])
    const counted = await site.sql('select favorite_count from zine_stats where zine_id = $1', keptZine.id)
    expect(counted).toEqual([{ favorite_count: 1 }])
    expect([await isSignedIn(site, leavingMember), await isSignedIn(otherBrowser)]).toEqual([false, false])
    for (const path of [`/api/users/${leavingMember.id}`, `/api/zines/${deletedZine.id}`])
      expect((await site.get(path)).status).toBe(404)
    expect((await site.signUp('leaver')).username).toBe('leaver')
    const newRegistration = { email: leavingMember.email, username: 'leaver_too', password: 'long enough' }
    expect((await site.auth('sign-up/email', newRegistration)).status).toBe(200)
  })

  test('deletes its files, but not those another member also uses', async () => {
    const [leavingMember, friend, admirer] = [await site.signUp(), await site.signUp(), await site.signUp()]
    const addresses = await addMedia(site, leavingMember, ['image', 'image', 'image', 'image'])
    const [ownPage = '', shared = '', worn = '', unpublished = ''] = addresses
    await addMedia(site, friend, ['image'], shared)
    await site.sql('update profiles set picture_url = $2 where user_id = $1', admirer.id, worn)
    const picture = `/media/${randomBytes(16).toString('hex')}-1600.webp`
    await site.sql('update profiles set picture_url = $2 where user_id = $1', leavingMember.id, picture)
    for (const address of [...addresses, picture]) await storeMedia(address)
    await publish(friend, 'Shared', [shared])
    expect((await publish(leavingMember, 'Mine', [ownPage, shared, worn])).status).toBe(201)

    expect((await remove(leavingMember, leavingMember)).status).toBe(200)
    for (const address of [ownPage, unpublished, picture]) await expectDeleted(address)
    expect(await isStored(shared)).toBe(true)
    expect(await isStored(worn)).toBe(true)
  })

  test.each([
    ['at once', undefined],
    ['in steps where there are many pages', 'draft_media (draft_id, media_id) select $2::uuid, id'],
    [
      'in steps where there are many of PDFs',
      'document_pages (document_id, number) select $2::uuid, 10 + row_number() over ()',
    ],
  ])('removes drafts with their pages and PDFs, %s', async (_how, many) => {
    const leavingMember = await site.signUp()
    const [page = '', taken = ''] = await addMedia(site, leavingMember, ['image', 'image'])
    const draft = await createDraft(site, leavingMember, { pages: [{ url: page }, { url: taken }] })
    const { id: documentId, urls } = await addRasterisedPdf(site, leavingMember, { draftId: draft.id })
    const draftBody = { version: 1, content: { pages: [{ url: page }, { url: urls[0] }] } }
    const path = `/api/drafts/${draft.id}`
    expect((await site.put(path, draftBody, leavingMember)).status).toBe(200)
    const all = [page, taken, ...urls]
    await Promise.all(all.map(storeMedia))
    if (many)
      await site.sql(
        `with many as (
           insert into media (owner_id, kind, hash, extension, byte_size)
           select $1::uuid, 'image', md5('many' || n), 'webp', 1 from generate_series(1, 10001) n returning id)
         insert into ${many} from many`,
        leavingMember.id,
        many.startsWith('draft') ? draft.id : documentId,
      )
    const response = await remove(leavingMember, leavingMember)
    expect(response).toMatchObject({ status: 200, body: { isPending: many !== undefined } })
    for (const address of all) await expectDeleted(address)
    const isThere = async () => (await site.sql('select from users where id = $1', leavingMember.id)).length
    await expect.poll(isThere).toBe(0)
    for (const id of [leavingMember.id, draft.id]) expect(await referencesTo(id)).toEqual([])
  })

  test('removes unused uploads', async () => {
    const leavingMember = await site.signUp()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '100' }
    const created = await site.call({ method: 'POST', path: '/api/uploads', headers, as: leavingMember })
    expect(created.status).toBe(201)
    const uploads = join(site.dataDir, 'uploads')
    const uploaded = (await readdir(uploads)).filter((name) => String(created.headers.location).includes(name))
    expect(uploaded).toHaveLength(1)
    expect((await remove(leavingMember, leavingMember)).status).toBe(200)
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
    await expireRecentSignIns(site, owner)
    expect(await remove(owner, owner)).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } })
    expect(await isThere(owner)).toBe(true)
    const browser = createBrowser(site, owner)
    await browser.auth('confirm-password', { password: owner.password })
    expect((await remove({ ...owner, cookie: browser.cookieHeader() }, owner)).status).toBe(200)
  })
})

describe('at the same time', () => {
  const statuses = (responses: { status: number }[]) => responses.map((response) => response.status)

  test('deleting five times succeeds once', async () => {
    const leavingMember = await site.signUp()
    const responses = await callConcurrently(5, () => remove(leavingMember, leavingMember))
    expect(statuses(responses).sort()).toEqual([200, 401, 401, 401, 401])
  })

  test('publishing, favoriting, following, uploading and everything else end without an error and without orphans', async () => {
    const creator = await site.signUp()
    const otherZines = await Promise.all([1, 2, 3].map((n) => publishOnePage(site, creator, `Theirs ${n}`)))
    const [first, second] = otherZines as [FullZine, FullZine]
    for (let round = 0; round < 5; round++) {
      const [leavingMember, fan] = [await site.signUp(), await site.signUp()]
      const deletedZine = await publishOnePage(site, leavingMember, 'Mine')
      await favorite(leavingMember, first)
      await follow(leavingMember, creator)
      await follow(fan, leavingMember)
      const media = await addMedia(site, leavingMember, ['image', 'image'])
      const drafts = [
        await createPublishableDraft(site, leavingMember, 'Laid out'),
        await createPublishableDraft(site, leavingMember, 'Thrown away'),
      ]
      const [laidOut = '', thrownAway = ''] = drafts.map(({ id }) => `/api/drafts/${id}`)
      const base64String = fixture('drawing.svg').toString('base64')
      const otherRequests = [
        ...media.map((address) => () => publish(leavingMember, 'In a hurry', [address])),
        ...[...otherZines, ...otherZines, deletedZine].map((zine) => () => favorite(leavingMember, zine)),
        ...[deletedZine, deletedZine, second].map((zine) => () => favorite(fan, zine)),
        ...[leavingMember, leavingMember, creator].map((target) => () => follow(fan, target)),
        ...[creator, fan, creator].map((target) => () => follow(leavingMember, target)),
        () => site.delete(`/api/zines/${deletedZine.id}`, leavingMember, {}),
        () => site.put(`/api/users/${leavingMember.id}`, { bio: 'x', name: 'y' }, leavingMember),
        () => site.post('/api/users/create-profile', {}, leavingMember),
        () => site.post('/api/drafts', { content: { title: 'One more' } }, leavingMember),
        () => site.post(`${laidOut}/publish`, { version: 1 }, leavingMember),
        () => site.delete(thrownAway, leavingMember),
        () => site.put(thrownAway, { version: 1, content: { title: 'Kept' } }, leavingMember),
        // From another browser: in the same one, signing in would end the session of the deletion request.
        async () => (await signInFromNewBrowser(site, leavingMember)).response,
      ]
      const isUploading = round % 4 === 0
      const uploading = isUploading && site.post('/api/upload-zine-media', { base64String }, leavingMember)
      if (isUploading) await sleep(100 * round)
      const deleting = sleep(round * 3).then(() => remove(leavingMember, leavingMember))
      const responses = await Promise.all([uploading, ...otherRequests.map((other) => other())])
      expect((await deleting).status).toBe(200)
      for (const response of responses) if (response) expect([200, 201, 401, 403, 404, 409]).toContain(response.status)
      expect(await wrongCounters()).toEqual([])
      expect(await referencesTo(leavingMember.id)).toEqual([])
    }
    const orphans = async () => {
      const knownColumns = await site.sql<{ name: string }>(
        `select hash as name from media
         union all select split_part(picture_url, '/', 3) from profiles where picture_url is not null`,
      )
      const files = await Array.fromAsync(site.media.storage.list())
      return files.filter((file) => !knownColumns.some(({ name }) => file.name.startsWith(name)))
    }
    await expect.poll(orphans, { interval: 50, timeout: 60_000 }).toEqual([])
  })

  test('two members who favorite and follow each other can both be deleted', async () => {
    for (let round = 0; round < 2; round++) {
      const pair = [await site.signUp(), await site.signUp()] as const
      const zines = await Promise.all(
        pair.flatMap((each) => [publishOnePage(site, each, 'One'), publishOnePage(site, each, 'Two')]),
      )
      for (const zine of zines) for (const each of pair) await favorite(each, zine)
      await follow(pair[0], pair[1])
      await follow(pair[1], pair[0])
      expect(statuses(await Promise.all(pair.map((each) => remove(each, each))))).toEqual([200, 200])
      expect(await wrongCounters()).toEqual([])
    }
  })
})

test('deleting a user, a profile or a zine deletes all rows that belong to it', async () => {
  const rows = await site.sql(`select conrelid::regclass || '.' || conname as kept from pg_constraint
     where contype = 'f' and confdeltype <> 'c' and connamespace = 'public'::regnamespace`)
  expect(rows.map(({ kept }) => kept).sort()).toEqual([
    'decisions.decisions_zine',
    'document_pages.document_pages_media',
    'draft_media.draft_media_media',
    // These rows remain without the reference, except those of pictures in recipes.
    'drafts.drafts_project',
    'projects.projects_zine',
    'recipe_media.recipe_media_media',
    'reports.reports_reporter',
    'reports.reports_zine',
    'shelf_items.shelf_items_zine',
    'zine_pages.zine_pages_media_id_fkey',
    'zine_printings.zine_printings_cover',
  ])
})

const endings = {
  'the rest of an account': async (tx: Tx, userId: string) => removeAccount(tx, userId),
  'some of its shelves': async (tx: Tx, userId: string) => void (await removeShelves(tx, userId, 10)),
}
test.each(Object.entries(endings))(
  'shelves go with %s in the order in which others hold them',
  async (_what, remove) => {
    const { id } = await site.signUp()
    const [last, first, middle] = ['0f', '0a', '0c'].map((end) => `${id.slice(0, -2)}${end}`)
    for (const shelf of [last, first, middle])
      await site.sql(`insert into shelves (id, owner_id, title) values ($1, $2, 'Own')`, shelf, id)
    const lockUntil = (shelf = '') => `select from shelves where id = '${shelf}' for no key update`
    const lock = `set local lock_timeout = '2s'; ${lockUntil(first)}`
    const { removed } = await withLock(site, lock, async (holder) => {
      const removed = site.db.transaction().execute((tx) => remove(tx, id))
      await untilLocksAreAwaited(site)
      expect((await holder.query(lockUntil(last))).rowCount).toBe(1)
      return { removed }
    })
    await removed
    expect(await site.sql('select from shelves where owner_id = $1', id)).toEqual([])
  },
)
