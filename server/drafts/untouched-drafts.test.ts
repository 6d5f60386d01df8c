import { beforeEach, expect, test } from 'vitest'
import { createDraft, createPublishableDraft } from '#tests/support/drafts.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { notifyUntouched, removeUntouched } from './drafts.jobs.ts'

const site = await openTestApp({ jobs: true })
beforeEach(async () => void (await site.pool.query('delete from drafts')))

const setAge = (draftId: string, days: number) =>
  site.pool.query('update drafts set updated_at = now() - make_interval(days => $2) where id = $1', [draftId, days])
/** Backdates the warning email by this many days. */
const setAnnouncedDaysAgo = (days: number) =>
  site.pool.query(
    'update drafts set deletion_notified_at = now() - make_interval(days => $1) where deletion_notified_at is not null',
    [days],
  )
const remainingIds = async () =>
  (await site.pool.query<{ id: string }>('select id from drafts order by created_at')).rows.map(({ id }) => id)

test('a member gets one mail about all drafts that will be deleted in two weeks', async () => {
  const [ana, ben] = [await site.signUp(), await site.signUp()]
  const [one, two] = [await createDraft(site, ana), await createDraft(site, ana)]
  const [three, four] = [await createDraft(site, ben), await createDraft(site, ben)]
  for (const { id } of [one, two, three]) await setAge(id, 167)
  await setAge(four.id, 165)
  await notifyUntouched(site.db)
  await notifyUntouched(site.db)
  const mails = async () => (await site.outbox()).filter(({ subject }) => subject?.includes('will be deleted'))
  await expect.poll(async () => (await mails()).length).toBe(2)
  const [toAna, toBen] = [ana, ben].map(async ({ email }) => (await mails()).find(({ to }) => to === email))
  expect((await toAna)?.text).toContain('2 drafts in the account')
  expect((await toAna)?.text).toContain(`/profile/${ana.id}`)
  expect((await toBen)?.text).toContain('A draft in the account')
  await removeUntouched(site.db)
  expect(await remainingIds()).toHaveLength(4)
})

test('a draft is deleted with its pages after half a year, two weeks after the mail', async () => {
  const ana = await site.signUp()
  const [old, younger, touched] = [
    await createPublishableDraft(site, ana, 'Old'),
    await createPublishableDraft(site, ana, 'Younger'),
    await createPublishableDraft(site, ana, 'Touched'),
  ]
  for (const { id } of [old, touched]) await setAge(id, 181)
  await setAge(younger.id, 179)
  await removeUntouched(site.db)
  expect(await remainingIds()).toHaveLength(3)
  await notifyUntouched(site.db)
  await removeUntouched(site.db)
  expect(await remainingIds()).toHaveLength(3)
  await setAnnouncedDaysAgo(15)
  await site.put(`/api/drafts/${touched.id}`, { version: 1, content: { title: 'Touched again' } }, ana)
  await removeUntouched(site.db)
  expect(await remainingIds()).toEqual([younger.id, touched.id])
  const hash = old.content.pages[0]?.url.slice('/media/'.length, -'-1600.webp'.length)
  expect((await site.pool.query('select from media where hash = $1', [hash])).rows).toEqual([])
})

test('a draft that was changed after the mail is announced again before its deletion', async () => {
  const ana = await site.signUp()
  const { id } = await createDraft(site, ana)
  await setAge(id, 170)
  await notifyUntouched(site.db)
  await site.put(`/api/drafts/${id}`, { version: 1, content: { title: 'Back' } }, ana)
  await setAge(id, 200)
  await removeUntouched(site.db)
  expect(await remainingIds()).toEqual([id])
  const { rows } = await site.pool.query('select deletion_notified_at from drafts where id = $1', [id])
  expect(rows).toEqual([{ deletion_notified_at: null }])
})
