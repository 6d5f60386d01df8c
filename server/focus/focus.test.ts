import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listFocusDays, listFocusSessions, logFocusSession } from '#contract/focus-sessions.ts'
import type { Project } from '#contract/projects.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProject, type LoggedSession, logMinutes } from '#tests/support/workspace.ts'

const site = await openTestApp()
const owner = await site.signUp('writer')
const stranger = await site.signUp('stranger')

const at = (id: string) => `/api/focus-sessions/${id}`
const correctFocusSession = (id: string, duration: unknown, as = owner) =>
  site.put<LoggedSession>(at(id), { duration }, as)
const deleteFocusSession = (id: string, as = owner) => site.delete<{ totalMinutes: number }>(at(id), as)
const readProject = async (id: string) =>
  (await site.call<{ project: Project }>({ path: `/api/projects/${id}`, as: owner })).body.project
const totalOf = async (id: string) => (await readProject(id)).totalMinutes
const list = async (id: string, query = '') =>
  listFocusSessions.response.parse(
    (await site.call({ path: `/api/projects/${id}/focus-sessions${query}`, as: owner })).body,
  )

test('a logged session is in the list and in the total', async () => {
  const { id: projectId, updatedAt } = await createProject(site, owner)
  const startedAt = new Date(Date.now() - 3_600_000).toISOString()
  const response = await logMinutes(site, owner, { projectId, duration: 25, startedAt })
  expect(response.status).toBe(201)
  const { session, totalMinutes } = logFocusSession.response.parse(response.body)
  expect(totalMinutes).toBe(25)
  expect(session).toMatchObject({ projectId, userId: owner.id, duration: 25, sessionType: 'focus' })
  expect(Date.parse(session.startedAt)).toBe(Date.parse(startedAt))
  const body = { projectId, duration: 5, sessionType: 'focus', userId: owner.id }
  const asInTheSpec = await site.post<LoggedSession>('/api/focus-sessions', body, owner)
  expect(asInTheSpec).toMatchObject({ status: 201, body: { totalMinutes: 30 } })
  expect((await list(projectId)).sessions.map(({ duration }) => duration)).toEqual([5, 25])
  const project = await readProject(projectId)
  expect(project).toMatchObject({ totalMinutes: 30, version: 1 })
  expect(project.updatedAt > updatedAt).toBe(true)
})

test('sent again with the same ID, concurrently or after a correction, it counts once with its current value', async () => {
  const { id: projectId } = await createProject(site, owner)
  const id = randomUUID()
  const responses = await callConcurrently(10, (n) => logMinutes(site, owner, { projectId, id, duration: 10 + n }))
  const minutes = responses[0]?.body.session.duration ?? 0
  for (const { status, body } of responses) {
    expect(status).toBe(201)
    expect(body).toEqual(responses[0]?.body)
  }
  expect(await totalOf(projectId)).toBe(minutes)
  await correctFocusSession(id, 90)
  const repeated = await logMinutes(site, owner, { projectId, id, duration: 10 })
  expect(repeated).toMatchObject({ status: 201, body: { session: { duration: 90 }, totalMinutes: 90 } })
  const other = await createProject(site, owner)
  expect((await logMinutes(site, owner, { projectId: other.id, id })).body).toEqual(repeated.body)
  expect(await totalOf(other.id)).toBe(0)
})

test('an id is a member’s own: another may have the same', async () => {
  const [mine, theirs] = [await createProject(site, owner), await createProject(site, stranger)]
  const id = randomUUID()
  await logMinutes(site, owner, { projectId: mine.id, id, duration: 10 })
  await logMinutes(site, stranger, { projectId: theirs.id, id, duration: 20 })
  expect((await correctFocusSession(id, 30)).body.totalMinutes).toBe(30)
  expect((await deleteFocusSession(id, stranger)).body.totalMinutes).toBe(0)
  expect(await totalOf(mine.id)).toBe(30)
})

test('a correction and a removal move the total', async () => {
  const { id: projectId } = await createProject(site, owner)
  const [a, b] = [randomUUID(), randomUUID()]
  await logMinutes(site, owner, { projectId, id: a, duration: 10 })
  await logMinutes(site, owner, { projectId, id: b, duration: 20 })
  expect((await correctFocusSession(a, 1)).body).toMatchObject({ session: { duration: 1 }, totalMinutes: 21 })
  expect(await deleteFocusSession(b)).toMatchObject({ status: 200, body: { success: true, totalMinutes: 1 } })
  expect((await deleteFocusSession(b)).status).toBe(404)
  expect((await correctFocusSession(b, 5)).status).toBe(404)
  expect(await totalOf(projectId)).toBe(1)
})

test('a removed session sent again, or racing its removal, is answered and counts nowhere', async () => {
  const { id: projectId } = await createProject(site, owner)
  const startedAt = new Date().toISOString()
  const send = (id: string) => logMinutes(site, owner, { projectId, id, duration: 20, startedAt })
  for (let round = 0; round < 10; round += 1) {
    const id = randomUUID()
    await send(id)
    const [removed, ...repeats] = await Promise.all([
      deleteFocusSession(id),
      send(id),
      send(id),
      deleteFocusSession(id),
    ])
    const removals = [removed, repeats.at(-1)].map((response) => response?.status)
    expect(removals.sort()).toEqual([200, 404])
    expect([...repeats.slice(0, 2), await send(id)]).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 201, body: { session: { id, duration: 20 } } })),
    )
    expect((await correctFocusSession(id, 30)).status).toBe(404)
  }
  expect(await totalOf(projectId)).toBe(0)
  expect((await list(projectId)).sessions).toEqual([])
  const days = await site.call({
    path: `/api/users/${owner.id}/focus-days?projectId=${projectId}`,
    as: owner,
  })
  expect(days.body).toMatchObject({ days: [] })
})

test.each([
  [0, 'A session must be at least one minute long.'],
  [-5, 'A session must be at least one minute long.'],
  [2.5, 'The duration must be whole minutes.'],
  [1441, 'A session can be at most 1440 minutes long.'],
  [1e300, 'The duration must be whole minutes.'],
  ['25', 'The duration must be whole minutes.'],
  [null, 'The duration must be whole minutes.'],
])('a duration of %j is rejected: %s', async (duration, error) => {
  const { id: projectId } = await createProject(site, owner)
  const expectedError = { status: 400, body: { error } }
  expect(await logMinutes(site, owner, { projectId, duration: duration as number })).toMatchObject(expectedError)
  const { session } = (await logMinutes(site, owner, { projectId })).body
  expect(await correctFocusSession(session.id, duration)).toMatchObject(expectedError)
  expect(await totalOf(projectId)).toBe(25)
})

test('another member’s session is not found, and guests and forged member IDs are rejected', async () => {
  const { id: projectId } = await createProject(site, owner)
  const { session } = (await logMinutes(site, owner, { projectId })).body
  expect((await correctFocusSession(session.id, 1, stranger)).status).toBe(404)
  expect((await deleteFocusSession(session.id, stranger)).status).toBe(404)
  expect((await site.put(at(session.id), { duration: 3, userId: stranger.id }, owner)).status).toBe(403)
  expect((await site.put(at(session.id), { duration: 3 })).status).toBe(401)
  expect((await logMinutes(site, undefined, { projectId })).status).toBe(401)
  const days = `/api/users/${owner.id}/focus-days`
  expect((await site.call({ path: days, as: stranger })).status).toBe(403)
  expect((await site.call({ path: `${days}?projectId=${projectId}` })).status).toBe(401)
  expect(await totalOf(projectId)).toBe(25)
})

test('sessions are listed latest first, page by page', async () => {
  const { id: projectId } = await createProject(site, owner)
  for (const hours of [3, 1, 2, 2]) {
    const startedAt = new Date(Date.UTC(2026, 5, 1, hours)).toISOString()
    await site.pool.query(
      `insert into focus_sessions (user_id, project_id, minutes, started_at) values ($1, $2, $3, $4)`,
      [owner.id, projectId, hours, startedAt],
    )
  }
  const first = await list(projectId, '?limit=2')
  const second = await list(projectId, `?limit=2&cursor=${first.nextCursor}`)
  expect([...first.sessions, ...second.sessions].map(({ duration }) => duration)).toEqual([3, 2, 2, 1])
  expect(second.nextCursor).toBeNull()
})

describe('the days of four weeks', () => {
  const daysOf = async (member: Member, query: string) =>
    listFocusDays.response.parse(
      (await site.call({ path: `/api/users/${member.id}/focus-days?${query}`, as: member })).body,
    ).days
  const insert = (member: Member, projectId: string, minutes: number, startedAt: Date) =>
    site.pool.query('insert into focus_sessions (user_id, project_id, minutes, started_at) values ($1, $2, $3, $4)', [
      member.id,
      projectId,
      minutes,
      startedAt,
    ])
  const dayIn = (timeZone: string, date: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date)
  const hour = 3_600_000

  test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kolkata', 'America/New_York', '%2B05:30', '-03:00'])(
    'are the calendar’s in %s',
    async (zone) => {
      const member = await site.signUp()
      const { id } = await createProject(site, member)
      const now = Date.now()
      const minutesByDay = new Map<string, number>()
      const timeZone = decodeURIComponent(zone)
      const first = new Date(Date.parse(dayIn(timeZone, new Date(now))) - 27 * 24 * hour).toISOString().slice(0, 10)
      for (let hoursAgo = 0; hoursAgo < 30 * 24; hoursAgo += 7) {
        const startedAt = new Date(now - hoursAgo * hour - 1)
        await insert(member, id, 1 + (hoursAgo % 50), startedAt)
        const day = dayIn(timeZone, startedAt)
        if (day >= first) minutesByDay.set(day, (minutesByDay.get(day) ?? 0) + 1 + (hoursAgo % 50))
      }
      const days = await daysOf(member, `timeZone=${zone}`)
      expect(days).toEqual([...minutesByDay].sort().map(([day, minutes]) => ({ day, minutes })))
      expect(days).toHaveLength(28)
      const path = `/api/users/${member.id}/focus-days?timeZone=${zone}`
      const { body } = await site.call<{ today: string }>({ path, as: member })
      expect([dayIn(timeZone, new Date(now)), dayIn(timeZone, new Date())]).toContain(body.today)
    },
  )

  test('include all projects or one, without days that have no minutes', async () => {
    const member = await site.signUp()
    const [one, two] = [await createProject(site, member), await createProject(site, member)]
    await logMinutes(site, member, { projectId: one.id, duration: 3, startedAt: new Date().toISOString() })
    await logMinutes(site, member, { projectId: two.id, duration: 4, startedAt: new Date().toISOString() })
    expect((await daysOf(member, '')).map(({ minutes }) => minutes)).toEqual([7])
    expect((await daysOf(member, `projectId=${two.id}`)).map(({ minutes }) => minutes)).toEqual([4])
    expect(await daysOf(stranger, `projectId=${two.id}`)).toEqual([])
  })

  test.each(['Mars/Olympus', '', '%27', 'x'.repeat(65), '%2B99:00'])('refuse the time zone %j', async (zone) => {
    const path = `/api/users/${owner.id}/focus-days?timeZone=${zone}`
    expect(await site.call({ path, as: owner })).toMatchObject({
      status: 400,
      body: { error: 'This is not a valid time zone.' },
    })
  })
})

type Action = { action: 'log' | 'correct' | 'remove'; session: number; project: 0 | 1; minutes: number }

const move: fc.Arbitrary<Action> = fc.record({
  action: fc.constantFrom('log', 'log', 'correct', 'remove'),
  session: fc.nat(5),
  project: fc.constantFrom(0, 1),
  minutes: fc.integer({ min: 1, max: 1440 }),
})

test('after concurrent logging, correcting and removing, totals are the sums of the sessions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async (moves) => {
      const projects = [await createProject(site, owner), await createProject(site, owner)].map(({ id }) => id)
      const sessions = Array.from({ length: 6 }, () => randomUUID())
      const perform = ({ action, session, project, minutes: duration }: Action) => {
        const [id = '', projectId = ''] = [sessions[session], projects[project]]
        if (action === 'log') return logMinutes(site, owner, { id, projectId, duration })
        const path = `/api/focus-sessions/${id}`
        if (action === 'remove') return site.delete(path, owner)
        return site.put(path, { duration }, owner)
      }
      const responses = await Promise.all(moves.map(perform))
      for (const { status } of responses) expect([200, 201, 404]).toContain(status)
      expect(await wrongTotals(projects)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

/** Projects whose total differs from the sum of their sessions. */
async function wrongTotals(projects: string[]) {
  const { rows } = await site.pool.query(
    `select total_minutes, (select coalesce(sum(minutes), 0) from focus_sessions
        where project_id = p.id and removed_at is null) as sum
     from projects p where id = any($1)`,
    [projects],
  )
  return rows.filter(({ total_minutes, sum }) => total_minutes !== sum)
}
