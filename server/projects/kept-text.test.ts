import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginProject } from '#tests/support/workspace.ts'

let site: TestApp
let ana: Member
beforeAll(async () => {
  site = await startTestApp()
})
beforeEach(async () => {
  ana = await site.signUp()
})
afterAll(() => site.close())

const save = (id: string, body: object, as = ana) =>
  site.call({ method: 'PUT', path: `/api/projects/${id}`, body, as })

/** What each of the member's projects says it keeps, beside what it does. */
const kept = async () =>
  (
    await site.pool.query<{ said: string; is: string }>(
      `select p.kept_bytes as said, sum(octet_length(v.title) + octet_length(v.notes)) as is
       from projects p join project_versions v on v.project_id = p.id where p.user_id = $1 group by p.id`,
      [ana.id],
    )
  ).rows

test('a project knows how much text it keeps, whatever is saved, restored and let go', async () => {
  const { id } = await beginProject(site, ana, { title: 'Plans', notes: 'ää' })
  for (let saves = 0; saves < workspaceLimits.projectVersions + 5; saves++)
    await save(id, { notes: 'é'.repeat(saves * 7 + 1) })
  await Promise.all(Array.from({ length: 20 }, (_, at) => save(id, { notes: `at once ${'x'.repeat(at)}` })))
  const versions = await site.call<{ versions: { version: number }[] }>({
    ...{ path: `/api/projects/${id}/versions`, as: ana },
  })
  const [latest, ...earlier] = versions.body.versions.map(({ version }) => version).sort((a, b) => b - a)
  const path = `/api/projects/${id}/versions/${earlier.at(-1)}/restore`
  expect((await site.call({ method: 'POST', path, body: { version: latest }, as: ana })).status).toBe(200)
  const [row] = await kept()
  expect(row?.said).toBe(row?.is)
})

test('who keeps as much text as there can be saves no more, until something is deleted', async () => {
  const { id } = await beginProject(site, ana, { notes: 'Fold' })
  const parts = workspaceLimits.memberTexts / 65_536
  const fill = 'update member_counts set text_parts = $2 where user_id = $1'
  await site.pool.query(fill, [ana.id, parts - 1])
  const long = (letter: string) => ({ notes: letter.repeat(70_000) })
  expect((await save(id, long('a'))).status).toBe(200)
  const refused = await save(id, long('b'))
  expect(refused).toMatchObject({ status: 403, body: { code: 'quota_reached' } })
  expect(refused.body.error).toBe(
    'Your projects keep 1024 MB of text with earlier versions, which is all there can be. Delete one to write more.',
  )
  expect((await save(id, long('a'))).status).toBe(200)
  const body = { title: 'More', ...long('c') }
  const begun = await site.call({ method: 'POST', path: '/api/projects', body, as: ana })
  expect([begun.status, begun.body.code]).toEqual([403, 'quota_reached'])
  const ben = await site.signUp()
  expect((await save((await beginProject(site, ben)).id, long('d'), ben)).status).toBe(200)
  await site.call({ method: 'DELETE', path: `/api/projects/${id}`, as: ana })
  expect((await site.call({ method: 'POST', path: '/api/projects', body, as: ana })).status).toBe(201)
})
