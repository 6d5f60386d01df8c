import { expect, test } from 'vitest'
import { hashOfAddress } from '#contract/media-address.ts'
import { removeInSteps } from '#server/accounts/delete-account.jobs.ts'
import { hideAccount, lockAccount } from '#server/accounts/delete-account.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { publishDue } from '#server/drafts/drafts.jobs.ts'
import { createLimits } from '#server/http/limit.ts'
import { listWithheld, sweepWithheld } from '#server/media/withheld-media.ts'
import { indexZinesOf, rebuildSearch } from '#server/search/rebuild.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { isIn, signInAgain } from '#tests/support/account.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { beginWhole } from '#tests/support/drafts.ts'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { untilLocksAreAwaited } from '#tests/support/locks.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { pick, randomFrom } from '#trials/bench/seed/random.ts'
import { hides, operatorsActs, suspends } from './moderation.testing.ts'
import { showOrHide } from './show-or-hide-zines.ts'

const site = await openTestApp()
const ana = await site.signUp()
const ben = await site.signUp()
const { act, hide, restore, remove, suspend, letIn, settle, expectNoFaults } = operatorsActs(site)

const post = (path: string, body: object, as: Member) => site.post(`/api/${path}`, body, as)
const favorite = (zineId: string, as: Member) => post('favorites/zines', { zineId }, as)
const follow = (creatorId: string, as: Member) => post('favorites/creators', { creatorId }, as)

/** Runs `meanwhile` while an act is uncommitted, and returns its result after the commit. */
async function whileActing<Answer>(does: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<Answer>) {
  let answer: Promise<Answer> | undefined
  await act(async (tx) => {
    await does(tx)
    answer = meanwhile()
    await untilLocksAreAwaited(site)
  })
  return (await answer) as Answer
}

test('a favorite, a follow, an update and a deletion that meet a hiding or a suspension see it', async () => {
  const [zine, other] = [await publishAs(site, ana, 'Met'), await publishAs(site, ana, 'Met too')]
  expect((await whileActing(hides(zine.id), () => favorite(zine.id, ben))).status).toBe(404)
  expect(await site.sql('select from favorites where zine_id = $1', zine.id)).toEqual([])
  await restore(zine.id)
  const path = `/api/zines/${zine.id}`
  const change = () => site.put(path, { version: 1, title: 'Changed' }, ana)
  expect((await whileActing(hides(zine.id), change)).status).toBe(200)
  expect((await site.get('/api/search/zines?search=changed')).text).not.toContain(zine.id)
  await restore(zine.id)
  expect((await whileActing(hides(zine.id), () => site.delete(path, ana))).status).toBe(200)
  await expectNoFaults()

  expect((await whileActing(suspends(ana.id), () => follow(ana.id, ben))).status).toBe(404)
  expect(await site.sql('select from follows where creator_id = $1', ana.id)).toEqual([])
  await letIn(ana.id)
  await settle(ana.id)
  expect((await whileActing(suspends(ana.id), () => favorite(other.id, ben))).status).toBe(404)
  expect(await site.sql('select from favorites where zine_id = $1', other.id)).toEqual([])
  await letIn(ana.id)
  await settle(ana.id)
  await expectNoFaults()
})

test('publishing while being suspended is rejected, and so is the sign-in', async () => {
  const eve = await site.signUp()
  const mediaFiles = await addMedia(site, eve, ['image'])
  const zine = { title: 'Too late', description: null, aspectRatio: '4:5', mediaFiles }
  const answer = await whileActing(suspends(eve.id), () => post('zines', zine, eve))
  expect(answer).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^This account is suspended/) },
  })
  await letIn(eve.id)
  const signIn = () => signInAgain(site, eve)
  expect((await whileActing(suspends(eve.id), signIn)).answer.status).toBe(403)
  expect(await site.sql('select from sessions where user_id = $1', eve.id)).toEqual([])
})

test('renewing a session while its member is being suspended does not keep them signed in', async () => {
  const eve = await site.signUp()
  const browser = openBrowser(site, eve)
  const { password } = eve
  const { secret } = (await browser.auth<{ secret: string }>('factors/enroll', { password })).body
  await whileActing(suspends(eve.id), () => browser.auth('factors/verify', { code: codeOf(secret) }))
  expect(await isIn(browser)).toBe(false)
})

test('a file that is being uploaded while its member is being suspended stays invisible', async () => {
  const eve = await site.signUp()
  const base64String = fixture('see-through.png').toString('base64')
  const upload = () => site.post<{ url: string }>('/api/upload-zine-media', { base64String }, eve)
  const { url } = (await whileActing(suspends(eve.id), upload)).body
  await site.media.withheld.refresh()
  expect((await site.get(url)).status).toBe(404)
})

test('the sweep of restricted files and hiding do not block each other, and the sweep skips what is being hidden', async () => {
  const listed = async () => (await listWithheld(site.pool)).sort()
  await sweepWithheld(site.db)
  const others = await listed()
  const zine = await publishAs(site, ben, 'Withheld and shown again')
  const hash = hashOfAddress(zine.mediaUrls[0] ?? '')
  const hashes = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(32))
  await site.sql('insert into withheld_media (hash) select unnest($1::text[])', hashes)
  await hide(zine.id)
  await restore(zine.id)
  expect(await listed()).toEqual([...others, ...hashes, hash].sort())
  await act(async (tx) => {
    await hides(zine.id)(tx)
    await sweepWithheld(site.db, { atOnce: 2 })
  })
  expect(await listed()).toEqual([...others, hash].sort())
  await sweepWithheld(site.db)
  expect(await listed()).toEqual([...others, hash].sort())
  await restore(zine.id)
  await sweepWithheld(site.db)
  expect(await listed()).toEqual(others)
})

test('a draft scheduled during a suspension waits, and is published after it', async () => {
  const eve = await site.signUp()
  const draft = await beginWhole(site, eve, 'Scheduled')
  await site.sql(`update drafts set publish_at = now() - interval '1 second' where id = $1`, draft.id)
  const publish = () => publishDue({ config: site.config, db: site.db, limits: createLimits(site) }, draft.id)
  await whileActing(suspends(eve.id), publish)
  await publish()
  const waits = 'select from drafts where id = $1 and publish_at is not null and refusal is null'
  expect(await site.sql(waits, draft.id)).toHaveLength(1)
  await letIn(eve.id)
  await publish()
  expect(await site.sql('select from zines where draft_id = $1', draft.id)).toHaveLength(1)
  await expectNoFaults()
})

test('after any concurrent writes, nothing fails and every counter and term count is right', async () => {
  const makers = await Promise.all([1, 2, 3].map(() => site.signUp()))
  const readers = await Promise.all([1, 2].map(() => site.signUp()))
  const zines = await Promise.all(
    makers.flatMap((maker) => [1, 2, 3].map((n) => publishAs(site, maker, `Storm ${n} of paper`))),
  )
  // The same order in every run, as far as the test controls it.
  const random = randomFrom(15)
  const one = <Item>(items: Item[]) => pick(random, items)
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
      const zine = { title: 'Another storm', description: null, aspectRatio: '4:5' }
      await post('zines', { ...zine, mediaFiles: await addMedia(site, maker, ['image']) }, maker)
    },
    () => {
      const { id, creatorId } = one(zines)
      const as = makers.find((maker) => maker.id === creatorId) as Member
      const body = { version: 1 + Math.floor(random() * 3), title: `Storm ${random()}` }
      return site.put(`/api/zines/${id}`, body, as)
    },
  ]
  const failed: unknown[] = []
  const isFailure = (answer: unknown) => ((answer as { status?: number } | undefined)?.status ?? 0) >= 500
  for (let round = 0; round < 12; round++) {
    const begun = Array.from({ length: 10 }, () => one(deeds)())
    if (round % 4 === 0) begun.push(rebuildSearch(site.db))
    for (const answer of await Promise.allSettled(begun))
      if (answer.status === 'rejected' || isFailure(answer.value)) failed.push(answer)
  }
  expect(failed).toEqual([])
  const [first, ...rest] = makers
  const gone = zines.filter(({ creatorId }) => creatorId === first?.id)
  await Promise.all([
    deleteInSteps(first?.id ?? ''),
    ...gone.map(({ id }) => remove(id)),
    suspend(first?.id ?? ''),
    letIn(first?.id ?? ''),
  ])
  for (const { id } of rest) await settle(id)
  await expectNoFaults()
  expect(await site.sql('select from users where id = $1', first?.id)).toEqual([])
})

/** Like the deletion of a large account: hidden immediately, then removed row by row. */
async function deleteInSteps(userId: string) {
  await act(async (tx) => {
    if (await lockAccount(tx, userId)) await hideAccount(tx, userId)
  })
  await showOrHide(site.db, userId)
  await removeInSteps(site.db, userId)
}
