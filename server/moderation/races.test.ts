import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfAddress } from '#contract/media-address.ts'
import { removeInSteps } from '#server/accounts/delete-account.jobs.ts'
import { hideAccount, lockAccount } from '#server/accounts/delete-account.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { publishDue } from '#server/drafts/drafts.jobs.ts'
import { createLimits } from '#server/http/limit.ts'
import { listWithheld, sweepWithheld } from '#server/media/withheld-media.ts'
import { indexZinesOf, rebuildSearch } from '#server/search/rebuild.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { beginWhole } from '#tests/support/drafts.ts'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { rowFaults } from '#trials/crash/wholeness.ts'
import { hideZine, removeZine, restoreZine } from './hide-zine.ts'
import { showOrHide } from './show-or-hide-zines.ts'
import { restoreMember, suspendMember } from './suspend-member.ts'

let site: TestApp
let ana: Member
let ben: Member
beforeAll(async () => {
  site = await startTestApp()
  ana = await site.signUp()
  ben = await site.signUp()
})
afterAll(() => site.close())

const given = { reason: 'It shows a letter.', actor: 'operator' as const }
const act = <Outcome>(does: (tx: Tx) => Promise<Outcome>) => site.db.transaction().execute(does)
const hide = (zineId: string) => act((tx) => hideZine(tx, { zineId, ...given }))
const restore = (zineId: string) => act((tx) => restoreZine(tx, { zineId, ...given }))
const suspend = (userId: string) => act((tx) => suspendMember(tx, { userId, ...given }))
const letIn = (userId: string) => act((tx) => restoreMember(tx, { userId, ...given }))
const settle = async (userId: string) => {
  await showOrHide(site.db, userId)
  await indexZinesOf(site.db, userId)
}
const post = (path: string, body: object, as: Member) =>
  site.call({ method: 'POST', path: `/api/${path}`, body, as })
const favorite = (zineId: string, as: Member) => post('favorites/zines', { zineId }, as)
const follow = (creatorId: string, as: Member) => post('favorites/creators', { creatorId }, as)

/** Does something while an act has been done and is not committed yet; answers what came of it afterwards. */
async function whileActing<Answer>(does: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<Answer>) {
  let answer: Promise<Answer> | undefined
  await act(async (tx) => {
    await does(tx)
    answer = meanwhile()
    await expect
      .poll(async () => (await site.pool.query('select from pg_locks where not granted')).rowCount, {
        interval: 5,
        timeout: 10_000,
      })
      .toBeGreaterThan(0)
  })
  return (await answer) as Answer
}

test('a favorite, a follow, an update and a deletion that meet a hiding or a suspension see it', async () => {
  const [zine, other] = [await publishAs(site, ana, 'Met'), await publishAs(site, ana, 'Met too')]
  const hides = (tx: Tx) => hideZine(tx, { zineId: zine.id, ...given })
  expect((await whileActing(hides, () => favorite(zine.id, ben))).status).toBe(404)
  expect((await site.pool.query('select from favorites where zine_id = $1', [zine.id])).rowCount).toBe(0)
  await restore(zine.id)
  const path = `/api/zines/${zine.id}`
  const change = () => site.call({ method: 'PUT', path, body: { version: 1, title: 'Changed' }, as: ana })
  expect((await whileActing(hides, change)).status).toBe(200)
  expect((await site.call({ path: '/api/search/zines?search=changed' })).text).not.toContain(zine.id)
  await restore(zine.id)
  expect((await whileActing(hides, () => site.call({ method: 'DELETE', path, as: ana }))).status).toBe(200)
  expect(await rowFaults(site.pool)).toEqual([])

  const suspends = (tx: Tx) => suspendMember(tx, { userId: ana.id, ...given })
  expect((await whileActing(suspends, () => follow(ana.id, ben))).status).toBe(404)
  expect((await site.pool.query('select from follows where creator_id = $1', [ana.id])).rowCount).toBe(0)
  await letIn(ana.id)
  await settle(ana.id)
  expect((await whileActing(suspends, () => favorite(other.id, ben))).status).toBe(404)
  expect((await site.pool.query('select from favorites where zine_id = $1', [other.id])).rowCount).toBe(0)
  await letIn(ana.id)
  await settle(ana.id)
  expect(await rowFaults(site.pool)).toEqual([])
})

test('what is published while its maker is being suspended is not, and their sign-in is turned back', async () => {
  const eve = await site.signUp()
  const mediaFiles = await addMedia(site, eve, ['image'])
  const suspends = (tx: Tx) => suspendMember(tx, { userId: eve.id, ...given })
  const zine = { title: 'Too late', description: null, aspectRatio: '4:5', mediaFiles }
  const answer = await whileActing(suspends, () => post('zines', zine, eve))
  expect(answer).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^This account is suspended/) },
  })
  await letIn(eve.id)
  const credentials = { email: eve.email, password: eve.password }
  const signIn = () => site.call({ method: 'POST', path: '/api/auth/sign-in/email', body: credentials })
  expect((await whileActing(suspends, signIn)).status).toBe(403)
  expect((await site.pool.query('select from sessions where user_id = $1', [eve.id])).rowCount).toBe(0)
})

test('what makes a session anew while its member is being suspended keeps nobody in', async () => {
  const eve = await site.signUp()
  const browser = openBrowser(site, eve)
  const prove = (path: string, body: object) =>
    browser.call<{ secret: string }>({ method: 'POST', path: `/api/auth/factors/${path}`, body })
  const { secret } = (await prove('enroll', { password: eve.password })).body
  const suspends = (tx: Tx) => suspendMember(tx, { userId: eve.id, ...given })
  await whileActing(suspends, () => prove('verify', { code: codeOf(secret, Date.now()) }))
  expect((await browser.call({ path: '/api/auth/session' })).status).toBe(401)
})

test('a file that is on its way while its member is being suspended is nobody’s to see', async () => {
  const eve = await site.signUp()
  const base64String = fixture('see-through.png').toString('base64')
  const suspends = (tx: Tx) => suspendMember(tx, { userId: eve.id, ...given })
  const upload = () =>
    site.call<{ url: string }>({
      ...{ method: 'POST', path: '/api/upload-zine-media', as: eve },
      body: { base64String },
    })
  const { url } = (await whileActing(suspends, upload)).body
  await site.media.withheld.refresh()
  expect((await site.call({ path: url })).status).toBe(404)
})

test('the sweep of withheld files and whoever hides do not wait for each other, and it leaves what is being hidden', async () => {
  const listed = async () => (await listWithheld(site.pool)).sort()
  await sweepWithheld(site.db)
  const others = await listed()
  const zine = await publishAs(site, ben, 'Withheld and shown again')
  const hash = hashOfAddress(zine.mediaUrls[0] ?? '')
  const hashes = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(32))
  await site.pool.query('insert into withheld_media (hash) select unnest($1::text[])', [hashes])
  await hide(zine.id)
  await restore(zine.id)
  expect(await listed()).toEqual([...others, ...hashes, hash].sort())
  await act(async (tx) => {
    await hideZine(tx, { zineId: zine.id, ...given })
    await sweepWithheld(site.db, { atOnce: 2 })
  })
  expect(await listed()).toEqual([...others, hash].sort())
  await sweepWithheld(site.db)
  expect(await listed()).toEqual([...others, hash].sort())
  await restore(zine.id)
  await sweepWithheld(site.db)
  expect(await listed()).toEqual(others)
})

test('a draft whose time comes while its maker is suspended waits, and comes out when they are back', async () => {
  const eve = await site.signUp()
  const draft = await beginWhole(site, eve, 'Scheduled')
  const due = `update drafts set publish_at = now() - interval '1 second' where id = $1`
  await site.pool.query(due, [draft.id])
  const publish = () => publishDue({ config: site.config, db: site.db, limits: createLimits(site) }, draft.id)
  await whileActing((tx) => suspendMember(tx, { userId: eve.id, ...given }), publish)
  await publish()
  const { rows } = await site.pool.query(
    'select publish_at is not null as waits, refusal from drafts where id = $1',
    [draft.id],
  )
  expect(rows).toEqual([{ waits: true, refusal: null }])
  await letIn(eve.id)
  await publish()
  expect((await site.pool.query('select from zines where draft_id = $1', [draft.id])).rowCount).toBe(1)
  expect(await rowFaults(site.pool)).toEqual([])
})

test('whatever happens at once, nothing fails and every counter and word is right afterwards', async () => {
  const [makers, readers] = [
    await Promise.all([1, 2, 3].map(() => site.signUp())),
    await Promise.all([1, 2].map(() => site.signUp())),
  ]
  const zines = await Promise.all(
    makers.flatMap((maker) => [1, 2, 3].map((n) => publishAs(site, maker, `Storm ${n} of paper`))),
  )
  const random = seeded(15)
  const one = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item
  const deeds: (() => Promise<unknown>)[] = [
    () => hide(one(zines).id),
    () => hide(one(zines).id),
    () => restore(one(zines).id),
    () => restore(one(zines).id),
    () => suspend(one(makers).id),
    () => letIn(one(makers).id),
    () => letIn(one(makers).id),
    () => favorite(one(zines).id, one(readers)),
    () => favorite(one(zines).id, one(readers)),
    () => follow(one(makers).id, one(readers)),
    () => showOrHide(site.db, one(makers).id),
    () => indexZinesOf(site.db, one(makers).id),
    async () => {
      const maker = one(makers)
      const mediaFiles = await addMedia(site, maker, ['image'])
      await post(
        'zines',
        { title: 'Another storm', description: null, aspectRatio: '4:5', mediaFiles },
        maker,
      )
    },
    () => {
      const { id, creatorId } = one(zines)
      const as = makers.find((maker) => maker.id === creatorId) as Member
      const body = { version: 1 + Math.floor(random() * 3), title: `Storm ${random()}` }
      return site.call({ method: 'PUT', path: `/api/zines/${id}`, body, as })
    },
  ]
  const failed: unknown[] = []
  const note = (answer: unknown) => {
    const { status = 0 } = (answer ?? {}) as { status?: number }
    if (status >= 500) failed.push(answer)
  }
  for (let round = 0; round < 12; round++) {
    const begun = Array.from({ length: 10 }, () => one(deeds)())
    if (round % 4 === 0) begun.push(rebuildSearch(site.db))
    for (const answer of await Promise.allSettled(begun))
      if (answer.status === 'rejected') failed.push(answer.reason)
      else note(answer.value)
  }
  expect(failed).toEqual([])
  const [first, ...rest] = makers
  const gone = zines.filter(({ creatorId }) => creatorId === first?.id)
  await Promise.all([
    deleteInSteps(first?.id ?? ''),
    ...gone.map(({ id }) => act((tx) => removeZine(tx, { zineId: id, ...given }))),
    suspend(first?.id ?? ''),
    letIn(first?.id ?? ''),
  ])
  for (const { id } of rest) await settle(id)
  expect(await rowFaults(site.pool)).toEqual([])
  expect((await site.pool.query('select from users where id = $1', [first?.id])).rowCount).toBe(0)
})

/** As a large account goes: out of sight at once, then row by row. */
async function deleteInSteps(userId: string) {
  await act(async (tx) => {
    if (await lockAccount(tx, userId)) await hideAccount(tx, userId)
  })
  await showOrHide(site.db, userId)
  await removeInSteps(site.db, userId)
}

/** The same order of deeds in every run, as far as it is up to us (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
