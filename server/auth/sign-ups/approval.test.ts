import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rejectMember } from '#server/accounts/delete-account.queries.ts'
import { publishDue } from '#server/drafts/drafts.jobs.ts'
import { toggleZineFavorite } from '#server/favorites/favorites.queries.ts'
import { createLimits } from '#server/http/rate-limits.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { sweepRestricted } from '#server/media/restricted-media.ts'
import { operatorActions } from '#server/moderation/moderation.testing.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { viewerOf } from '#tests/support/account.ts'
import { createPublishableDraft } from '#tests/support/drafts.ts'
import { addMedia, publishOnePage, publishZine, uploadPicture } from '#tests/support/library.ts'
import { newcomerAtProvider, register, signInWithProvider, startProvider } from '#tests/support/registration.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { approveMember, mailPendingMembers } from './approval.ts'

const provider = await startProvider()
const { settings } = provider
const site = await openTestApp({
  settings: { ...settings, SIGN_UPS: 'approval', REPORTS_TO: 'operator@example.org' },
})

const approve = (userId: string) => site.db.transaction().execute((tx) => approveMember(tx, { userId }))
const creator = (await register(site)).member
await approve(creator.id)
const { id: zineId } = await publishOnePage(site, creator, 'Moths')

const reject = (userId: string, reason?: string) =>
  site.db.transaction().execute((tx) => rejectMember(tx, { userId, ...(reason && { reason }) }))
const enqueuedMails = async (kind: string) => {
  const rows = await site.sql(
    `select payload from graphile_worker._private_jobs where payload -> 'mail' ->> 'kind' = $1`,
    kind,
  )
  return rows.map(({ payload }) => payload.mail)
}

/** Public paths that show a member: lists, searches, profile, feeds and sitemap. */
async function visibleDataOf({ id, username }: Member) {
  const paths = [
    `/api/users/${id}`,
    `/api/users/${id}/zines`,
    `/api/users/${id}/followers/count`,
    `/api/search/users`,
    `/api/search/users?search=${username}`,
    `/api/search/zines?search=@${username}`,
    `/feeds/creators/${id}.atom`,
    `/sitemaps/profiles/00000000-0000-7000-8000-000000000000.xml`,
    `/api/oembed?url=${encodeURIComponent(`${settings.PUBLIC_URL}/profile/${id}`)}`,
  ]
  const responses = await Promise.all(paths.map(async (path) => ({ path, ...(await site.get(path)) })))
  return responses.filter(({ status, text }) => status === 200 && text.includes(id)).map(({ path }) => path)
}

describe('a member who waits for approval', () => {
  test('is signed in, and sees that approval is pending', async () => {
    const { status, member } = await register(site)
    expect(status).toBe(200)
    expect(await viewerOf(site, member)).toMatchObject({ id: member.id, isWaiting: true })
    const approved = await viewerOf(site, creator)
    expect(approved).toMatchObject({ id: creator.id })
    expect(approved).not.toHaveProperty('isWaiting')
  })

  test('also waits after signing in through a provider', async () => {
    const { user } = await signInWithProvider(site, provider, { user: newcomerAtProvider() })
    expect(user).toMatchObject({ isWaiting: true })
    expect((await site.get(`/api/users/${user?.id}`)).status).toBe(404)
  })

  test('is invisible, whatever they write about themselves, until an operator approves them', async () => {
    const { member } = await register(site, { bio: 'I print moths' })
    const path = `/api/users/${member.id}`
    const renamed = { ...member, username: `${member.username}x` }
    const body = { name: 'Ana', bio: 'I print even more moths', username: renamed.username }
    expect((await site.put(path, body, member)).status).toBe(200)
    await site.post('/api/users/create-profile', {}, member)
    expect(await visibleDataOf(renamed)).toEqual([])
    expect((await site.get('/api/search/users?search=even%20more')).text).not.toContain(member.id)

    expect(await approve(member.id)).toBe('done')
    const visiblePaths = [path, `/api/search/users?search=${renamed.username}`]
    expect(await visibleDataOf(renamed)).toEqual(expect.arrayContaining(visiblePaths))
    expect((await site.get('/api/search/users?search=even%20more')).text).toContain(member.id)
    expect(await approve(member.id)).toBe('already')
    const queued = { kind: 'sign-up-approved', userId: member.id }
    expect(await enqueuedMails('sign-up-approved')).toContainEqual(queued)
  })

  test('stays invisible after a suspension', async () => {
    const { member } = await register(site)
    const { suspend, restoreMember } = operatorActions(site)
    for (const moderate of [suspend, restoreMember]) expect(await moderate(member.id)).toBe('done')
    expect(await visibleDataOf(member)).toEqual([])
  })

  test('sees their own profile, and has projects and drafts', async () => {
    const { member } = await register(site)
    for (const path of [`/api/users/${member.id}`, `/api/users/${member.id}/zines`])
      expect((await site.get(path, member)).status, path).toBe(200)
    expect((await site.post('/api/projects', { id: randomUUID(), title: 'Plans' }, member)).status).toBe(201)
    await createPublishableDraft(site, member, 'Not yet')
    expect((await site.get(`/api/users/${member.id}`, creator)).status).toBe(404)
  })

  test('has no public uploads, not even at their own address', async () => {
    const { member } = await register(site)
    const { url } = await uploadPicture(site, member, fixture('see-through.png'))
    const statusFor = async (as?: Member) => (await site.get(url, as)).status
    expect([await statusFor(), await statusFor(creator), await statusFor(member)]).toEqual([404, 404, 200])
    await sweepRestricted(site.db)
    await site.media.restricted.refresh()
    expect(await statusFor()).toBe(404)
    await approve(member.id)
    await publishZine(site, member, { title: 'Seen', description: null, mediaFiles: [url] })
    expect(await statusFor()).toBe(200)
  })

  test('cannot publish, favorite, follow or block through any endpoint', async () => {
    const { member } = await register(site)
    const mediaFiles = await addMedia(site, member, ['image'])
    const draft = await createPublishableDraft(site, member, 'Not yet')
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const publishRequests: [method: 'POST' | 'PUT', path: string, body: object][] = [
      ['POST', '/api/zines', { title: 'Not yet', aspectRatio: '4:5', mediaFiles }],
      ['POST', `/api/drafts/${draft.id}/publish`, { version: draft.version }],
      ['PUT', `/api/drafts/${draft.id}/schedule`, { version: draft.version, publishAt }],
      ['POST', '/api/favorites/zines', { zineId }],
      ['POST', '/api/favorites/creators', { creatorId: creator.id }],
      ['PUT', `/api/users/${member.id}/blocks/${creator.id}`, {}],
    ]
    for (const [method, path, body] of publishRequests) {
      const response = await site.call({ method, path, as: member, body })
      expect(response, path).toMatchObject({ status: 403, body: { code: 'awaiting_approval' } })
    }
    expect(await toggleZineFavorite(site.db, { id: member.id, hasExclusions: false }, zineId)).toBeUndefined()
    await site.sql(`update drafts set publish_at = now() - interval '1 second' where id = $1`, draft.id)
    await publishDue({ ...site, limits: createLimits(site) }, draft.id)
    const rows = await site.sql('select id from zines where creator_id = $1', member.id)
    expect(rows).toEqual([])
    expect(await enqueuedMails('draft-not-published')).toMatchObject([{ userId: member.id, draftId: draft.id }])
    const { body } = await site.get(`/api/zines/${zineId}`)
    expect(body.zine).toMatchObject({ favoriteCount: 0 })
    const sessions = await site.sql('select has_exclusions from sessions where user_id = $1', creator.id)
    expect(sessions).toEqual([{ has_exclusions: false }])
  })

  test('is approved once by ten concurrent approvals', async () => {
    const { member } = await register(site)
    const all = await callConcurrently(10, () => approve(member.id))
    expect(all.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect((await enqueuedMails('sign-up-approved')).filter(({ userId }) => userId === member.id)).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('removes the account and emails the reason', async () => {
    const { member } = await register(site)
    await createPublishableDraft(site, member, 'Not yet')
    expect(await reject(member.id, 'We know each other here.')).toBe('done')
    expect(await reject(member.id)).toBe('absent')
    expect((await site.get('/api/auth/user', member)).body.user).toBeNull()
    const { email } = member
    expect(await enqueuedMails('sign-up-refused')).toContainEqual(
      expect.objectContaining({ email, reason: 'We know each other here.' }),
    )
    expect((await register(site, { email, username: member.username })).status).toBe(200)
  })

  test('of a member who is not waiting removes nothing', async () => {
    expect(await reject(creator.id)).toBe('already')
    expect((await site.get(`/api/users/${creator.id}`)).status).toBe(200)
  })

  test('and a concurrent approval have one winner', async () => {
    const { member } = await register(site)
    const outcomes = await Promise.all([approve(member.id), reject(member.id)])
    expect(['done,already', 'absent,done']).toContain(outcomes.join())
    const isThere = (await site.get(`/api/users/${member.id}`)).status === 200
    expect(isThere).toBe(outcomes[0] === 'done')
  })
})

test('the operator gets an email that lists who is waiting, and none when the list is empty', async () => {
  const { config, db } = site
  const mailer = openMailer({ config, log: { info: () => undefined } })
  const operatorMails = async () => (await site.outbox()).filter(({ to }) => to === config.reportsTo)
  await site.sql('update users set awaiting_since = null')
  await mailPendingMembers({ config, db, mailer }, undefined)
  expect(await operatorMails()).toEqual([])
  const [first] = [await register(site), await register(site)]
  await mailPendingMembers({ config, db, mailer }, undefined)
  const [operatorMail] = await operatorMails()
  expect(operatorMail).toMatchObject({
    subject: '2 new members are waiting on Foldout',
    text: expect.stringContaining(first.member.username),
  })
})
