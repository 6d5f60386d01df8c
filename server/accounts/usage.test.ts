import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { readUsage } from '#contract/accounts.ts'
import { memberFollows, memberShelves, memberZines } from '#contract/limits.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'

const site = await openTestApp({ settings: { MEMBER_QUOTA_MB: '3' } })
let ana: Member
beforeEach(async () => {
  ana = await site.signUp()
})

const usageOf = async (as: Member) => readUsage.response.parse((await site.get('/api/auth/usage', as)).body)
const setCount = (column: string, count: number) =>
  site.sql(`update member_counts set ${column} = $2 where user_id = $1`, ana.id, count)

type ApiResponse = { status: number; body: object }
/** Asserts that exactly `most` of these concurrent requests succeeded, and that the others name the limit. */
function expectAtMost(responses: ApiResponse[], max: number, status: number, error: string) {
  const [accepted, others] = [responses.filter((each) => each.status === status), responses.length - max]
  const rejected = responses.filter((each) => each.status === 403)
  expect([accepted.length, rejected.length]).toEqual([max, others])
  expect(rejected[0]?.body).toMatchObject({ code: 'quota_reached', error })
  return accepted
}

test('a member can read their storage use and quota, and no other member can', async () => {
  expect((await site.get('/api/auth/usage')).status).toBe(401)
  const { id: zineId } = await publishOnePage(site, ana, 'Night bus')
  await site.post('/api/shelves', { title: 'Mine' }, ana)
  await site.put(`/api/shelves/to-read/zines/${zineId}`, undefined, ana)
  await addMedia(site, ana, ['image'])
  const { id: projectId } = await createProject(site, ana)
  await logMinutes(site, ana, { projectId })
  expect(await usageOf(ana)).toEqual({
    bytes: { used: 2000, most: 3 * 1024 * 1024 },
    zines: { used: 1, most: memberZines },
    projects: { used: 1, most: workspaceLimits.memberProjects },
    texts: { used: 0, most: workspaceLimits.memberTexts },
    focusSessions: { used: 1, most: workspaceLimits.memberSessions },
    shelves: { used: 1, most: memberShelves },
  })
  expect(await usageOf(await site.signUp())).toMatchObject({
    bytes: { used: 0 },
    zines: { used: 0 },
    projects: { used: 0 },
  })
})

describe('concurrent additions by a member do not exceed the limit', () => {
  test('of zines', async () => {
    const uploads = await addMedia(site, ana, Array(6).fill('image'))
    const publish = (at: number) =>
      site.post('/api/zines', { title: `Zine ${at}`, aspectRatio: '4:5', mediaFiles: [uploads[at]] }, ana)
    const set = 'update creator_stats set zine_count = $2 where creator_id = $1'
    await site.sql(set, ana.id, memberZines - 2)
    const error = 'You have published 20,000 zines, the maximum. Delete one to publish another.'
    const [published] = expectAtMost(await callConcurrently(6, publish), 2, 201, error)
    expect((await usageOf(ana)).zines.used).toBe(memberZines)
    const { zine } = (published as ApiResponse).body as { zine: { id: string } }
    await site.delete(`/api/zines/${zine.id}`, ana)
    expect((await usageOf(ana)).zines.used).toBe(memberZines - 1)
    await publishOnePage(site, ana, 'The last one')
    expect((await usageOf(ana)).zines.used).toBe(memberZines)
  })

  test('of follows, without those whose creators were deleted', async () => {
    const creators = await callConcurrently(6, () => site.signUp())
    const follow = ({ id: creatorId }: Member) => site.post('/api/favorites/creators', { creatorId }, ana)
    const [first, ...others] = creators as [Member, ...Member[]]
    await follow(first)
    const rows = async () => (await site.sql('select from follows where follower_id = $1', ana.id)).length
    // The counter is at its limit, although two follows fewer exist.
    await site.sql(
      `create table crowd as select gen_random_uuid() as id from generate_series(1, ${memberFollows - 3});
       insert into users (id, email, username, username_key) select id, id::text, id::text, id::text from crowd;
       insert into profiles (user_id) select id from crowd`,
    )
    await site.sql('insert into follows (follower_id, creator_id) select $1, id from crowd', ana.id)
    await setCount('follows', memberFollows)
    const responses = await callConcurrently(5, (at) => follow(others[at] as Member))
    const error = 'You follow 10,000 creators, the maximum. Unfollow one to follow another.'
    expectAtMost(responses, 2, 200, error)
    expect(await rows()).toBe(memberFollows)
    expect((await follow(first)).body).toMatchObject({ isFollowing: false })
    expect((await follow(first)).body).toMatchObject({ isFollowing: true })
    expect(await rows()).toBe(memberFollows)
  })

  test('of projects, and a repeated creation still gets its response', async () => {
    const { id } = await createProject(site, ana)
    await setCount('projects', workspaceLimits.memberProjects - 3)
    const postProject = (id: string, as = ana) => site.post('/api/projects', { id, title: 'Plans' }, as)
    const error = 'You have 2,000 projects, the maximum. Delete one to create another.'
    expectAtMost(await callConcurrently(12, () => postProject(randomUUID())), 3, 201, error)
    expect((await usageOf(ana)).projects.used).toBe(workspaceLimits.memberProjects)
    expect((await postProject(id)).status).toBe(201)
    expect((await postProject(randomUUID(), await site.signUp())).status).toBe(201)
    await site.delete(`/api/projects/${id}`, ana)
    expect((await postProject(randomUUID())).status).toBe(201)
  })

  test('of focus sessions in all projects, and a repeated log still gets its response', async () => {
    const projects = await callConcurrently(3, () => createProject(site, ana))
    const [projectId = ''] = projects.map(({ id }) => id)
    const logged = randomUUID()
    await logMinutes(site, ana, { projectId, id: logged })
    await setCount('sessions', workspaceLimits.memberSessions - 3)
    const log = (at: number) => logMinutes(site, ana, { projectId: projects[at % 3]?.id ?? '' })
    const error = 'You have logged 50,000 sessions, the maximum. Delete an old project to log more.'
    expectAtMost(await callConcurrently(12, log), 3, 201, error)
    expect((await usageOf(ana)).focusSessions.used).toBe(workspaceLimits.memberSessions)
    expect((await logMinutes(site, ana, { projectId, id: logged })).status).toBe(201)
    await site.delete(`/api/projects/${projectId}`, ana)
    expect((await log(1)).status).toBe(201)
  })
})

test('counts match the data after creating, saving, logging, removing and deleting', async () => {
  const runActivity = async () => {
    const { id } = await createProject(site, ana, { notes: 'x'.repeat(100_000) })
    const path = `/api/projects/${id}`
    const save = (length: number) => site.put(path, { notes: 'y'.repeat(length) }, ana)
    const session = randomUUID()
    const log = () => logMinutes(site, ana, { projectId: id, id: session })
    await Promise.all([save(70_000), save(900_000), log(), log(), log()])
    for (let at = 0; at < workspaceLimits.projectVersions + 2; at++) await save(at * 9_000)
    await logMinutes(site, ana, { projectId: id })
    await site.delete(`/api/focus-sessions/${session}`, ana)
    return path
  }
  const paths = await callConcurrently(4, runActivity)
  await callConcurrently(2, (at) => site.delete(paths[at] ?? '', ana))
  const counted = await site.sql('select projects, sessions, text_blocks from member_counts where user_id = $1', ana.id)
  const real = await site.sql(
    `select count(*)::int as projects,
       sum((select count(*) from focus_sessions f where f.project_id = p.id))::int as sessions,
       sum((select sum(octet_length(v.title) + octet_length(v.notes)) from project_versions v
            where v.project_id = p.id)::bigint >> 16)::int as text_blocks
     from projects p where p.user_id = $1`,
    ana.id,
  )
  expect(counted).toEqual(real)
  expect(counted[0]).toMatchObject({ projects: 2, sessions: 4 })
  expect(counted[0].text_blocks).toBeGreaterThan(0)
})
