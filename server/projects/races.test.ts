import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'

const site = await openTestApp()
const writer = await site.signUp('writer')

/** Every operation on a project, three times each. */
function requestsOf(as: Member, id: string) {
  const call = (method: 'PUT' | 'POST' | 'DELETE', path: string, body: object) => () =>
    site.call({ method, path, body, as })
  const session = randomUUID()
  const requests = (n: number) => [
    call('PUT', `/api/projects/${id}`, { notes: `text ${n}` }),
    call('PUT', `/api/projects/${id}`, { title: `title ${n}`, version: 1 + n }),
    call('PUT', `/api/projects/${id}/toggle-completion`, {}),
    call('POST', `/api/projects/${id}/versions/1/restore`, { version: 1 + n }),
    () => logMinutes(site, as, { projectId: id, duration: 1 + n }),
    () => logMinutes(site, as, { projectId: id, id: session }),
    call('PUT', `/api/focus-sessions/${session}`, { duration: 1 + n }),
    call('DELETE', `/api/focus-sessions/${session}`, {}),
    call('POST', '/api/projects', { id, title: 'Begun again' }),
  ]
  return [0, 1, 2].flatMap(requests)
}

/** Orphaned rows, and projects without their current version or with a wrong total. */
async function wrongRows() {
  const { rows } = await site.pool.query(`
    select p.id from projects p left join project_versions v on v.project_id = p.id and v.version = p.version
    where v.version is null
    union all select id from projects p
      where total_minutes <> (select coalesce(sum(minutes), 0) from focus_sessions
        where project_id = p.id and removed_at is null)
    union all select project_id from project_versions where project_id not in (select id from projects)
    union all select id from focus_sessions s
      where not exists (select from projects p where p.id = s.project_id and p.user_id = s.user_id)`)
  return rows
}

test('deleting a project while everything else happens to it ends without an error and without orphans', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { id } = await createProject(site, writer)
    const deleting = sleep(round).then(() => site.delete(`/api/projects/${id}`, writer))
    const responses = await Promise.all(requestsOf(writer, id).map((request) => request()))
    expect((await deleting).status).toBe(200)
    for (const { status, text } of responses) expect([200, 201, 404, 409], text).toContain(status)
    expect(await wrongRows()).toEqual([])
  }
})

test('so does deleting the account', async () => {
  for (let round = 0; round < 15; round += 1) {
    const leaver = await site.signUp()
    const { id } = await createProject(site, leaver)
    const deleting = sleep(round * 2).then(() =>
      site.delete(`/api/users/${leaver.id}`, leaver, { username: leaver.username }),
    )
    const begin = () => site.post('/api/projects', { title: 'One more' }, leaver)
    const responses = await Promise.all([begin, begin, ...requestsOf(leaver, id), begin].map((request) => request()))
    expect((await deleting).status).toBe(200)
    for (const { status, text } of responses) expect([200, 201, 401, 404, 409], text).toContain(status)
    expect(await wrongRows()).toEqual([])
    const { rows } = await site.pool.query('select id from projects where user_id = $1', [leaver.id])
    expect(rows).toEqual([])
  }
})
