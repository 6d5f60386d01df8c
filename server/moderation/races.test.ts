import { expect, test } from 'vitest'
import { hashFromAddress } from '#contract/media-address.ts'
import type { FullZine } from '#contract/zines.ts'
import { removeInSteps } from '#server/accounts/delete-account.jobs.ts'
import { hideAccount, lockAccount } from '#server/accounts/delete-account.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { publishDue } from '#server/drafts/drafts.jobs.ts'
import { createLimits } from '#server/http/rate-limits.ts'
import { listRestricted, sweepRestricted } from '#server/media/restricted-media.ts'
import { indexZinesOf, rebuildSearch } from '#server/search/rebuild.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { isSignedIn, signInFromNewBrowser } from '#tests/support/account.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { createPublishableDraft } from '#tests/support/drafts.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited } from '#tests/support/locks.ts'
import { pick, randomFrom } from '#tests/support/random.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { removeZine } from './hide-zine.ts'
import { changingNote, decisionInput, hidingZine, operatorActions, suspendingMember } from './moderation.testing.ts'
import { updateVisibility } from './update-visibility.ts'

const site = await openTestApp()
const ana = await site.signUp()
const ben = await site.signUp()
const { inTransaction, changeNote, hide, restore, remove, suspend, restoreMember, settle, expectNoFaults } =
  operatorActions(site)

const post = (path: string, body: object, as: Member) => site.post(`/api/${path}`, body, as)
const favorite = (zineId: string, as: Member) => post('favorites/zines', { zineId }, as)
const follow = (creatorId: string, as: Member) => post('favorites/creators', { creatorId }, as)

/** Runs `concurrent` while an act is uncommitted, and returns its result after the commit. */
async function duringAction<Result>(action: (tx: Tx) => Promise<unknown>, concurrent: () => Promise<Result>) {
  let response: Promise<Result> | undefined
  await inTransaction(async (tx) => {
    await action(tx)
    response = concurrent()
    await untilLocksAreAwaited(site)
  })
  return (await response) as Result
}

test('a favorite, a follow, an update and a deletion that meet a hiding or a suspension see it', async () => {
  const [zine, other] = [await publishOnePage(site, ana, 'Met'), await publishOnePage(site, ana, 'Met too')]
  expect((await duringAction(hidingZine(zine.id), () => favorite(zine.id, ben))).status).toBe(404)
  expect(await site.sql('select from favorites where zine_id = $1', zine.id)).toEqual([])
  await restore(zine.id)
  const path = `/api/zines/${zine.id}`
  const change = () => site.put(path, { version: 1, title: 'Changed' }, ana)
  expect((await duringAction(hidingZine(zine.id), change)).status).toBe(200)
  expect((await site.get('/api/search/zines?search=changed')).text).not.toContain(zine.id)
  await restore(zine.id)
  expect((await duringAction(hidingZine(zine.id), () => site.delete(path, ana))).status).toBe(200)
  await expectNoFaults()

  expect((await duringAction(suspendingMember(ana.id), () => follow(ana.id, ben))).status).toBe(404)
  expect(await site.sql('select from follows where creator_id = $1', ana.id)).toEqual([])
  await restoreMember(ana.id)
  await settle(ana.id)
  expect((await duringAction(suspendingMember(ana.id), () => favorite(other.id, ben))).status).toBe(404)
  expect(await site.sql('select from favorites where zine_id = $1', other.id)).toEqual([])
  await restoreMember(ana.id)
  await settle(ana.id)
  await expectNoFaults()
})

test('an edit that meets a new content note is refused with the zine as it is now, and the note stays', async () => {
  const eve = await site.signUp()
  const { id } = await publishOnePage(site, eve, 'Noted meanwhile')
  const edit = (version: number) =>
    site.put(`/api/zines/${id}`, { version, title: 'Edited meanwhile', contentNote: null }, eve)
  expect(await duringAction(changingNote(id, 'Blood'), () => edit(1))).toMatchObject({
    status: 409,
    body: {
      code: 'changed_elsewhere',
      current: { title: 'Noted meanwhile', version: 2, contentNote: { text: 'Blood', coversPages: true } },
    },
  })
  for (let version = 2; version < 10; ) {
    const note = `Blood ${version}`
    const [{ status }, outcome] = await Promise.all([edit(version), changeNote(id, note)])
    expect([status, outcome]).toEqual([expect.toBeOneOf([200, 409]), 'done'])
    const { zine } = (await site.get<{ zine: FullZine }>(`/api/zines/${id}`)).body
    expect(zine).toMatchObject({ version: version + (status === 200 ? 2 : 1), contentNote: { text: note } })
    version = zine.version
  }
  await expectNoFaults()
})

test('of two operators who set the content note concurrently, each is recorded, and the later one counts', async () => {
  const { id } = await publishOnePage(site, await site.signUp(), 'Noted twice')
  expect(await duringAction(changingNote(id, 'Blood'), () => changeNote(id, 'Blood'))).toBe('already')
  expect(await duringAction(changingNote(id, 'Needles'), () => changeNote(id, 'Wounds'))).toBe('done')
  expect(await site.sql('select content_note, version from zines where id = $1', id)).toEqual([
    { content_note: 'Wounds', version: 4 },
  ])
  expect(
    await duringAction(
      (tx) => removeZine(tx, { zineId: id, ...decisionInput }),
      () => changeNote(id, ''),
    ),
  ).toBe('absent')
  await expectNoFaults()
})

test('publishing while being suspended is rejected, and so is the sign-in', async () => {
  const eve = await site.signUp()
  const mediaFiles = await addMedia(site, eve, ['image'])
  const zine = { title: 'Too late', description: null, aspectRatio: '4:5', mediaFiles }
  const response = await duringAction(suspendingMember(eve.id), () => post('zines', zine, eve))
  expect(response).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^This account is suspended/) },
  })
  await restoreMember(eve.id)
  const signIn = () => signInFromNewBrowser(site, eve)
  expect((await duringAction(suspendingMember(eve.id), signIn)).response.status).toBe(403)
  expect(await site.sql('select from sessions where user_id = $1', eve.id)).toEqual([])
})

test('renewing a session while its member is being suspended does not keep them signed in', async () => {
  const eve = await site.signUp()
  const browser = createBrowser(site, eve)
  const { password } = eve
  const { secret } = (await browser.auth<{ secret: string }>('factors/enroll', { password })).body
  await duringAction(suspendingMember(eve.id), () => browser.auth('factors/verify', { code: totpCode(secret) }))
  expect(await isSignedIn(browser)).toBe(false)
})

test('a file that is being uploaded while its member is being suspended stays invisible', async () => {
  const eve = await site.signUp()
  const base64String = fixture('see-through.png').toString('base64')
  const upload = () => site.post<{ url: string }>('/api/upload-zine-media', { base64String }, eve)
  const { url } = (await duringAction(suspendingMember(eve.id), upload)).body
  await site.media.restricted.refresh()
  expect((await site.get(url)).status).toBe(404)
})

test('the sweep of restricted files and hiding do not block each other, and the sweep skips what is being hidden', async () => {
  const listed = async () => (await listRestricted(site.pool)).sort()
  await sweepRestricted(site.db)
  const otherMedia = await listed()
  const zine = await publishOnePage(site, ben, 'Withheld and shown again')
  const hash = hashFromAddress(zine.mediaUrls[0] ?? '')
  const hashes = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(32))
  await site.sql('insert into restricted_media (hash) select unnest($1::text[])', hashes)
  await hide(zine.id)
  await restore(zine.id)
  expect(await listed()).toEqual([...otherMedia, ...hashes, hash].sort())
  await inTransaction(async (tx) => {
    await hidingZine(zine.id)(tx)
    await sweepRestricted(site.db, { batchSize: 2 })
  })
  expect(await listed()).toEqual([...otherMedia, hash].sort())
  await sweepRestricted(site.db)
  expect(await listed()).toEqual([...otherMedia, hash].sort())
  await restore(zine.id)
  await sweepRestricted(site.db)
  expect(await listed()).toEqual(otherMedia)
})

test('a draft scheduled during a suspension waits, and is published after it', async () => {
  const eve = await site.signUp()
  const draft = await createPublishableDraft(site, eve, 'Scheduled')
  await site.sql(`update drafts set publish_at = now() - interval '1 second' where id = $1`, draft.id)
  const publish = () => publishDue({ config: site.config, db: site.db, limits: createLimits(site) }, draft.id)
  await duringAction(suspendingMember(eve.id), publish)
  await publish()
  const scheduledDraftSql = 'select from drafts where id = $1 and publish_at is not null and refusal is null'
  expect(await site.sql(scheduledDraftSql, draft.id)).toHaveLength(1)
  await restoreMember(eve.id)
  await publish()
  expect(await site.sql('select from zines where draft_id = $1', draft.id)).toHaveLength(1)
  await expectNoFaults()
})

test('after any concurrent writes, nothing fails and every counter and term count is right', async () => {
  const makers = await Promise.all([1, 2, 3].map(() => site.signUp()))
  const readers = await Promise.all([1, 2].map(() => site.signUp()))
  const zines = await Promise.all(
    makers.flatMap((maker) => [1, 2, 3].map((n) => publishOnePage(site, maker, `Storm ${n} of paper`))),
  )
  // The same order in every run, as far as the test controls it.
  const random = randomFrom(15)
  const pickFrom = <Item>(items: Item[]) => pick(random, items)
  const actions: (() => Promise<unknown>)[] = [
    () => hide(pickFrom(zines).id),
    () => hide(pickFrom(zines).id),
    () => restore(pickFrom(zines).id),
    () => restore(pickFrom(zines).id),
    () => changeNote(pickFrom(zines).id, pickFrom(['', 'Paper cuts', 'A storm'])),
    () => suspend(pickFrom(makers).id),
    () => restoreMember(pickFrom(makers).id),
    () => restoreMember(pickFrom(makers).id),
    () => favorite(pickFrom(zines).id, pickFrom(readers)),
    () => favorite(pickFrom(zines).id, pickFrom(readers)),
    () => follow(pickFrom(makers).id, pickFrom(readers)),
    () => updateVisibility(site.db, pickFrom(makers).id),
    () => indexZinesOf(site.db, pickFrom(makers).id),
    async () => {
      const maker = pickFrom(makers)
      const zine = { title: 'Another storm', description: null, aspectRatio: '4:5' }
      await post('zines', { ...zine, mediaFiles: await addMedia(site, maker, ['image']) }, maker)
    },
    () => {
      const { id, creatorId } = pickFrom(zines)
      const as = makers.find((maker) => maker.id === creatorId) as Member
      const body = { version: 1 + Math.floor(random() * 3), title: `Storm ${random()}` }
      return site.put(`/api/zines/${id}`, body, as)
    },
  ]
  const failed: unknown[] = []
  const isFailure = (response: unknown) => ((response as { status?: number } | undefined)?.status ?? 0) >= 500
  for (let round = 0; round < 12; round++) {
    const running = Array.from({ length: 10 }, () => pickFrom(actions)())
    if (round % 4 === 0) running.push(rebuildSearch(site.db))
    for (const response of await Promise.allSettled(running))
      if (response.status === 'rejected' || isFailure(response.value)) failed.push(response)
  }
  expect(failed).toEqual([])
  const [first, ...rest] = makers
  const zinesOfFirst = zines.filter(({ creatorId }) => creatorId === first?.id)
  await Promise.all([
    deleteInSteps(first?.id ?? ''),
    ...zinesOfFirst.map(({ id }) => remove(id)),
    suspend(first?.id ?? ''),
    restoreMember(first?.id ?? ''),
  ])
  for (const { id } of rest) await settle(id)
  await expectNoFaults()
  expect(await site.sql('select from users where id = $1', first?.id)).toEqual([])
})

/** Hides an account immediately and deletes it row by row, like the deletion of a large one. */
async function deleteInSteps(userId: string) {
  await inTransaction(async (tx) => {
    if (await lockAccount(tx, userId)) await hideAccount(tx, userId)
  })
  await updateVisibility(site.db, userId)
  await removeInSteps(site.db, userId)
}
