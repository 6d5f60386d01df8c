import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createProject as createProjectEndpoint, listProjects, type Project, readProject } from '#contract/projects.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'

const site = await openTestApp()
const owner = await site.signUp('writer')
const stranger = await site.signUp('stranger')

type ResponseBody = { project: Project; error: string }
const begin = (body: object, as: Member | undefined = owner) => site.post<ResponseBody>('/api/projects', body, as)
const read = (id: string, as = owner) => site.call<ResponseBody>({ path: `/api/projects/${id}`, as })
const toggleProjectCompletion = (id: string, body?: object, as: Member | undefined = owner) =>
  site.put<ResponseBody>(`/api/projects/${id}/toggle-completion`, body, as)
const deleteProject = (id: string, as: Member | undefined = owner, body?: object) =>
  site.delete(`/api/projects/${id}`, as, body)
const list = async (member: Member, query = '') =>
  listProjects.response.parse((await site.call({ path: `/api/users/${member.id}/projects${query}`, as: member })).body)
const countOf = async (table: string, projectId: string) =>
  (await site.pool.query(`select count(*)::int as n from ${table} where project_id = $1`, [projectId])).rows[0].n

describe('a new project', () => {
  test('has its text, no minutes, and is not finished', async () => {
    const { status, body } = await begin({ title: '  Night bus  ', notes: ' as typed\n\n', totalMinutes: 0 })
    expect(status).toBe(201)
    const { project } = createProjectEndpoint.response.parse(body)
    expect(project).toMatchObject({
      title: 'Night bus',
      notes: ' as typed\n\n',
      version: 1,
      totalMinutes: 0,
      completedAt: null,
      userId: owner.id,
    })
    expect(readProject.response.parse((await read(project.id)).body)).toEqual({ project })
  })

  test.each([
    [{}, 'The title must be text.'],
    [{ title: ' \n ' }, 'A project needs a title.'],
    [{ title: 'x'.repeat(61) }, 'The title can be at most 60 characters long.'],
    [{ title: 'x', notes: 5 }, 'The notes must be text.'],
    [{ title: 'x', notes: 'a\u0000b' }, 'The notes contain a character that cannot be stored.'],
    [{ title: 'x', notes: '\ud800' }, 'The notes contain a character that cannot be stored.'],
    [{ title: 'x', totalMinutes: 5 }, 'totalMinutes of a new project must be 0.'],
    [{ title: 'x', id: 'mine' }, 'This is not a valid id.'],
  ])('is rejected as %j: %s', async (body, error) => {
    expect(await begin(body)).toMatchObject({ status: 400, body: { error } })
  })

  test('created ten times concurrently with one ID, and again later, exists once', async () => {
    const id = randomUUID()
    const responses = await callConcurrently(10, (n) => begin({ id, title: `Try ${n}`, notes: `notes ${n}` }))
    const [first] = responses
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: first?.body })
    expect((await begin({ id: id.toUpperCase(), title: 'Later' })).body).toEqual(first?.body)
    expect(await countOf('project_versions', id)).toBe(1)
  })

  test('cannot use the ID of another member’s, and does not learn whose it is', async () => {
    const { id } = await createProject(site, owner, { title: 'Mine' })
    const response = await begin({ id, title: 'Theirs' }, stranger)
    expect(response).toMatchObject({
      status: 400,
      body: { error: 'A project cannot have this id. Please choose another.' },
    })
    expect(response.text).not.toContain(owner.id)
    expect((await read(id)).body.project.title).toBe('Mine')
  })
})

describe('a title is one line', () => {
  const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', ' \n\t \r\n ']
  test.each(breaks)('whether it is begun or saved with %j in it', async (separator) => {
    const title = `${separator}Eleven${separator}Moths${separator}`
    const { body } = await begin({ title })
    expect(body.project.title).toBe('Eleven Moths')
    const { id } = await createProject(site, owner)
    const saved = await site.put<ResponseBody>(`/api/projects/${id}`, { title, version: 1 }, owner)
    expect(saved.body.project.title).toBe('Eleven Moths')
    expect((await begin({ title: separator })).body.error).toBe('A project needs a title.')
  })

  test('measured in its stored form, with its blanks as typed', async () => {
    const sixty = `${'x'.repeat(29)} \u3000${'x'.repeat(29)}`
    expect((await begin({ title: sixty })).body.project.title).toBe(sixty)
    expect((await begin({ title: `${'x'.repeat(30)}\r\n${'x'.repeat(29)}` })).status).toBe(201)
  })
})

describe('finishing', () => {
  test('switches, and with `completed` makes it so, without a new version', async () => {
    const { id, updatedAt } = await createProject(site, owner)
    const finished = (await toggleProjectCompletion(id)).body.project
    expect(finished).toMatchObject({ completedAt: expect.any(String), version: 1 })
    expect(finished.updatedAt > updatedAt).toBe(true)
    expect((await toggleProjectCompletion(id, { completed: true })).body.project).toEqual(finished)
    expect((await toggleProjectCompletion(id, {})).body.project.completedAt).toBeNull()
    expect((await toggleProjectCompletion(id, { completed: false })).body.project.completedAt).toBeNull()
  })

  test('fifty concurrent requests leave it finished; forty toggles leave it unchanged', async () => {
    const { id } = await createProject(site, owner)
    const finish = await callConcurrently(50, () => toggleProjectCompletion(id, { completed: true }))
    expect(new Set(finish.map((response) => response.body.project.completedAt)).size).toBe(1)
    expect((await read(id)).body.project.completedAt).not.toBeNull()
    await callConcurrently(40, () => toggleProjectCompletion(id))
    expect((await read(id)).body.project.completedAt).not.toBeNull()
  })
})

describe('the list', () => {
  test('has the latest changed first, page by page, with how the notes begin', async () => {
    const member = await site.signUp()
    const projects = []
    for (const n of [1, 2, 3, 4]) projects.push(await createProject(site, member, { title: `Number ${n}` }))
    const [one, two] = projects.map(({ id }) => id)
    await toggleProjectCompletion(one ?? '', {}, member)
    await logMinutes(site, member, { projectId: two ?? '', duration: 7 })
    const first = await list(member, '?limit=3')
    const second = await list(member, `?limit=3&cursor=${first.nextCursor}`)
    expect(second.nextCursor).toBeNull()
    expect([...first.projects, ...second.projects].map(({ title }) => title)).toEqual(
      [2, 1, 4, 3].map((n) => `Number ${n}`),
    )
    expect((await list(member, '?state=finished')).projects.map(({ title }) => title)).toEqual(['Number 1'])
    const active = await list(member, '?state=active&limit=2')
    const nextPage = await list(member, `?state=active&limit=2&cursor=${active.nextCursor}`)
    expect([...active.projects, ...nextPage.projects].map(({ title }) => title)).toEqual(
      [2, 4, 3].map((n) => `Number ${n}`),
    )
    expect(active.projects[0]?.totalMinutes).toBe(7)
  })

  test('cuts notes between characters, never within one', async () => {
    const member = await site.signUp()
    await createProject(site, member, { notes: '🦋'.repeat(400) })
    const { projects } = await list(member)
    expect(projects[0]?.excerpt).toBe('🦋'.repeat(300))
  })

  test('returns the full notes, and omits them on request', async () => {
    const member = await site.signUp()
    const notes = `${'As typed, with its ends. '.repeat(40)}\n`
    await createProject(site, member, { notes })
    await createProject(site, member)
    expect((await list(member)).projects.map((project) => project.notes)).toEqual(['', notes])
    for (const query of ['?brief=true', '?brief=true&state=active']) {
      const { projects } = await list(member, query)
      expect(projects.map((project) => 'notes' in project)).toEqual([false, false])
      expect(projects.map(({ excerpt }) => excerpt)).toEqual(['', notes.slice(0, 300)])
    }
  })

  test('ends a page where its notes would be longer than the longest of one project, and cuts none', async () => {
    const member = await site.signUp()
    const notesOf = (noteLength: number) => '\u0007'.repeat(noteLength)
    const lengths = [1, 1_000_000, 0, 600_001, 399_999, 600_000, 2]
    for (const length of lengths) await createProject(site, member, { notes: notesOf(length) })
    const pages: number[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(member, cursor && `?cursor=${cursor}`)
      pages.push(page.projects.map(({ notes = '' }) => notes.length))
      expect(page.projects.every(({ notes = '' }) => notes === notesOf(notes.length))).toBe(true)
      cursor = page.nextCursor
    }
    expect(pages).toEqual([[2, 600_000], [399_999, 600_001, 0], [1_000_000], [1]])
    expect((await list(member, '?brief=true')).projects).toHaveLength(lengths.length)
    const two = await list(member, '?limit=1')
    expect([two.projects.length, two.nextCursor === null]).toEqual([1, false])
  })

  test('is its owner’s alone', async () => {
    const path = `/api/users/${owner.id}/projects`
    expect((await site.call({ path })).status).toBe(401)
    expect((await site.call({ path, as: stranger })).status).toBe(403)
    expect(await site.call({ path: `${path}?state=lost`, as: owner })).toMatchObject({
      status: 400,
      body: { error: 'state must be active or finished.' },
    })
  })
})

test('deleting a project deletes its versions and sessions, and a second deletion finds nothing', async () => {
  const { id } = await createProject(site, owner)
  await logMinutes(site, owner, { projectId: id })
  expect(await deleteProject(id)).toMatchObject({ status: 200, body: { success: true } })
  for (const table of ['project_versions', 'focus_sessions']) expect(await countOf(table, id)).toBe(0)
  expect((await deleteProject(id)).status).toBe(404)
  expect((await read(id)).status).toBe(404)
})

test('a project is not found for a stranger, and a guest must sign in', async () => {
  const project = await createProject(site, owner)
  const at = (path: string) => `/api/projects/${project.id}${path}`
  const { userId: _userId, ...whole } = project
  const calls = [
    { path: at('') },
    { method: 'PUT', path: at(''), body: { title: 'Taken', version: 1 } },
    { method: 'PUT', path: at(''), body: { notes: 'Taken' } },
    { method: 'PUT', path: at(''), body: { ...whole, title: 'Taken', totalMinutes: 5 } },
    { method: 'PUT', path: at('/toggle-completion'), body: {} },
    { method: 'DELETE', path: at('') },
    { path: at('/versions') },
    { path: at('/versions/1') },
    { method: 'POST', path: at('/versions/1/restore'), body: { version: 1 } },
    { path: at('/focus-sessions') },
    { method: 'POST', path: '/api/focus-sessions', body: { projectId: project.id, duration: 5 } },
  ] as const
  for (const call of calls) {
    const response = await site.call<ResponseBody>({ ...call, as: stranger })
    expect({ call, status: response.status }).toEqual({ call, status: 404 })
    expect(response.text).not.toContain('Plans')
    expect((await site.call(call)).status).toBe(401)
  }
  for (const { method = 'GET', ...call } of calls.filter((each) => 'body' in each)) {
    const body = { ...('body' in call && call.body), userId: stranger.id }
    expect((await site.call({ ...call, method, body, as: owner })).status).toBe(403)
  }
  expect((await save(project.id, { ...project, title: 'Taken' }, stranger)).status).toBe(403)
  expect((await deleteProject(project.id, owner, { userId: stranger.id })).status).toBe(403)
  expect((await begin({ title: 'In another’s name', userId: stranger.id })).status).toBe(403)
  expect((await read(project.id)).body).toEqual({ project })
  expect((await read(project.id)).headers['cache-control']).toBe('private, no-store')
})

const save = (id: string, body: object, as: Member) => site.put(`/api/projects/${id}`, body, as)

/** The stored byte count of each project beside the actual size of its texts. */
const countedBytes = async (ana: Member) =>
  (
    await site.pool.query<{ said: string; is: string }>(
      `select p.text_bytes as said, sum(octet_length(v.title) + octet_length(v.notes)) as is
       from projects p join project_versions v on v.project_id = p.id where p.user_id = $1 group by p.id`,
      [ana.id],
    )
  ).rows

test('a project knows its text size after saving, restoring and deleting versions', async () => {
  const ana = await site.signUp()
  const { id } = await createProject(site, ana, { title: 'Plans', notes: 'ää' })
  for (let saves = 0; saves < workspaceLimits.projectVersions + 5; saves++)
    await save(id, { notes: 'é'.repeat(saves * 7 + 1) }, ana)
  await callConcurrently(20, (at) => save(id, { notes: `at once ${'x'.repeat(at)}` }, ana))
  const versions = await site.call<{ versions: { version: number }[] }>({
    path: `/api/projects/${id}/versions`,
    as: ana,
  })
  const [latest, ...earlier] = versions.body.versions.map(({ version }) => version).sort((a, b) => b - a)
  const path = `/api/projects/${id}/versions/${earlier.at(-1)}/restore`
  expect((await site.post(path, { version: latest }, ana)).status).toBe(200)
  const [row] = await countedBytes(ana)
  expect(row?.said).toBe(row?.is)
})

test('a member at the text limit cannot save more until something is deleted', async () => {
  const ana = await site.signUp()
  const { id } = await createProject(site, ana, { notes: 'Fold' })
  const parts = workspaceLimits.memberTexts / 65_536
  const setTextBlocks = 'update member_counts set text_blocks = $2 where user_id = $1'
  await site.pool.query(setTextBlocks, [ana.id, parts - 1])
  const longNotes = (character: string) => ({ notes: character.repeat(70_000) })
  expect((await save(id, longNotes('a'), ana)).status).toBe(200)
  const rejectedSave = await save(id, longNotes('b'), ana)
  expect(rejectedSave).toMatchObject({ status: 403, body: { code: 'quota_reached' } })
  expect(rejectedSave.body.error).toBe(
    'Your projects and their earlier versions use 1024 MB of text, the maximum. Delete a project to write more.',
  )
  expect((await save(id, longNotes('a'), ana)).status).toBe(200)
  const body = { title: 'More', ...longNotes('c') }
  const created = await site.post('/api/projects', body, ana)
  expect([created.status, created.body.code]).toEqual([403, 'quota_reached'])
  const ben = await site.signUp()
  expect((await save((await createProject(site, ben)).id, longNotes('d'), ben)).status).toBe(200)
  await site.delete(`/api/projects/${id}`, ana)
  expect((await site.post('/api/projects', body, ana)).status).toBe(201)
})
