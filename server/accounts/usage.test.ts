import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { readUsage } from '#contract/accounts.ts'
import { memberFollows, memberShelves, memberZines } from '#contract/limits.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { addMedia, publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'

const site = await startTestApp({ settings: { MEMBER_QUOTA_MB: '3' } })
afterAll(() => site.close())
let ana: Member
let ben: Member

const usageOf = async (as: Member) =>
  readUsage.response.parse((await site.call({ path: '/api/auth/usage', as })).body)
const many = <Result>(count: number, each: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, at) => each(at)))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const setCount = (column: string, count: number) =>
  site.pool.query(`update member_counts set ${column} = $2 where user_id = $1`, [ana.id, count])
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value)

test('a member reads what they keep, of all that they can, and nobody else does', async () => {
  ;[ana, ben] = [await site.signUp(), await site.signUp()]
  expect((await site.call({ path: '/api/auth/usage' })).status).toBe(401)
  const { id: zineId } = await publishAs(site, ana, 'Night bus')
  await site.call({ method: 'POST', path: '/api/shelves', body: { title: 'Mine' }, as: ana })
  await site.call({ method: 'PUT', path: `/api/shelves/to-read/zines/${zineId}`, as: ana })
  await addMedia(site, ana, ['image'])
  const { id: projectId } = await beginProject(site, ana)
  await logMinutes(site, ana, { projectId })
  expect(await usageOf(ana)).toEqual({
    bytes: { used: 2000, most: 3 * 1024 * 1024 },
    zines: { used: 1, most: memberZines },
    projects: { used: 1, most: workspaceLimits.memberProjects },
    texts: { used: 0, most: workspaceLimits.memberTexts },
    focusSessions: { used: 1, most: workspaceLimits.memberSessions },
    shelves: { used: 1, most: memberShelves },
  })
  expect(await usageOf(ben)).toMatchObject({ bytes: { used: 0 }, zines: { used: 0 }, projects: { used: 0 } })
})

describe('of many that a member adds at once, no more than the bound are kept', () => {
  test('of zines', async () => {
    ana = await site.signUp()
    const uploads = await addMedia(site, ana, times(6, 'image'))
    const publish = (at: number) =>
      site.call({
        ...{ method: 'POST', path: '/api/zines', as: ana },
        body: { title: `Zine ${at}`, aspectRatio: '4:5', mediaFiles: [uploads[at]] },
      })
    const set = 'update creator_stats set zine_count = $2 where creator_id = $1'
    await site.pool.query(set, [ana.id, memberZines - 2])
    const answers = await many(6, publish)
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403, 403])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_reached',
      error: 'You have published 20,000 zines, which is all there can be. Delete one to share another.',
    })
    expect((await usageOf(ana)).zines.used).toBe(memberZines)
    const published = answers.find(({ status }) => status === 201)?.body as { zine: { id: string } }
    await site.call({ method: 'DELETE', path: `/api/zines/${published.zine.id}`, as: ana })
    expect((await usageOf(ana)).zines.used).toBe(memberZines - 1)
    await publishAs(site, ana, 'The last one')
    expect((await usageOf(ana)).zines.used).toBe(memberZines)
  })

  test('of follows, and those that went with their creators do not count', async () => {
    ana = await site.signUp()
    const creators = await many(6, () => site.signUp())
    const follow = ({ id: creatorId }: Member) =>
      site.call({ method: 'POST', path: '/api/favorites/creators', body: { creatorId }, as: ana })
    const [first, ...others] = creators as [Member, ...Member[]]
    await follow(first)
    const rows = async () =>
      (await site.pool.query('select from follows where follower_id = $1', [ana.id])).rowCount
    // As many as there can be, of which most are there.
    const nobodies = `insert into follows (follower_id, creator_id) select $1, id from crowd`
    await site.pool.query(
      `create table crowd as select gen_random_uuid() as id from generate_series(1, ${memberFollows - 3})`,
    )
    await site.pool.query(
      'insert into users (id, email, username, username_key) select id, id::text, id::text, id::text from crowd',
    )
    await site.pool.query('insert into profiles (user_id) select id from crowd')
    await site.pool.query(nobodies, [ana.id])
    await setCount('follows', memberFollows)
    const answers = await many(5, (at) => follow(others[at] as Member))
    expect(statuses(answers)).toEqual([200, 200, 403, 403, 403])
    expect(await rows()).toBe(memberFollows)
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_reached',
      error: 'You follow 10,000 creators, which is all there can be. Stop following one to follow another.',
    })
    expect((await follow(first)).body).toMatchObject({ isFollowing: false })
    expect((await follow(first)).body).toMatchObject({ isFollowing: true })
    expect(await rows()).toBe(memberFollows)
  })

  test('of projects, and one that was begun before is still answered', async () => {
    ana = await site.signUp()
    const { id } = await beginProject(site, ana)
    await setCount('projects', workspaceLimits.memberProjects - 3)
    const begin = (id: string, as = ana) =>
      site.call({ method: 'POST', path: '/api/projects', body: { id, title: 'Plans' }, as })
    const answers = await many(12, () => begin(randomUUID()))
    expect(statuses(answers)).toEqual([...times(3, 201), ...times(9, 403)])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_reached',
      error: 'You have 2,000 projects, which is all there can be. Delete one to begin another.',
    })
    expect((await usageOf(ana)).projects.used).toBe(workspaceLimits.memberProjects)
    expect((await begin(id)).status).toBe(201)
    expect((await begin(randomUUID(), ben)).status).toBe(201)
    await site.call({ method: 'DELETE', path: `/api/projects/${id}`, as: ana })
    expect((await begin(randomUUID())).status).toBe(201)
  })

  test('of focus sessions, in several projects, and one that was logged before is still answered', async () => {
    ana = await site.signUp()
    const projects = await many(3, () => beginProject(site, ana))
    const [projectId = ''] = projects.map(({ id }) => id)
    const logged = randomUUID()
    await logMinutes(site, ana, { projectId, id: logged })
    await setCount('sessions', workspaceLimits.memberSessions - 3)
    const log = (at: number) => logMinutes(site, ana, { projectId: projects[at % 3]?.id ?? '' })
    const answers = await many(12, log)
    expect(statuses(answers)).toEqual([...times(3, 201), ...times(9, 403)])
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'quota_reached',
      error: 'You have logged 50,000 sessions, which is all there can be. Delete an old project to log more.',
    })
    expect((await usageOf(ana)).focusSessions.used).toBe(workspaceLimits.memberSessions)
    expect((await logMinutes(site, ana, { projectId, id: logged })).status).toBe(201)
    await site.call({ method: 'DELETE', path: `/api/projects/${projectId}`, as: ana })
    expect((await log(1)).status).toBe(201)
  })
})

test('counts are what there is, whatever is begun, saved, logged, removed and deleted', async () => {
  ana = await site.signUp()
  const live = async () => {
    const { id } = await beginProject(site, ana, { notes: 'x'.repeat(100_000) })
    const path = `/api/projects/${id}`
    const save = (length: number) =>
      site.call({ method: 'PUT', path, body: { notes: 'y'.repeat(length) }, as: ana })
    const session = randomUUID()
    const log = () => logMinutes(site, ana, { projectId: id, id: session })
    await Promise.all([save(70_000), save(900_000), log(), log(), log()])
    for (let at = 0; at < workspaceLimits.projectVersions + 2; at++) await save(at * 9_000)
    await logMinutes(site, ana, { projectId: id })
    await site.call({ method: 'DELETE', path: `/api/focus-sessions/${session}`, as: ana })
    return path
  }
  const paths = await many(4, live)
  await many(2, (at) => site.call({ method: 'DELETE', path: paths[at] ?? '', as: ana }))
  const counted = await site.pool.query(
    'select projects, sessions, text_parts from member_counts where user_id = $1',
    [ana.id],
  )
  const real = await site.pool.query(
    `select count(*)::int as projects,
       sum((select count(*) from focus_sessions f where f.project_id = p.id))::int as sessions,
       sum((select sum(octet_length(v.title) + octet_length(v.notes)) from project_versions v
            where v.project_id = p.id)::bigint >> 16)::int as text_parts
     from projects p where p.user_id = $1`,
    [ana.id],
  )
  expect(counted.rows).toEqual(real.rows)
  expect(counted.rows[0]).toMatchObject({ projects: 2, sessions: 4 })
  expect(counted.rows[0].text_parts).toBeGreaterThan(0)
})
