import { describe, expect, test } from 'vitest'
import { listProjectVersions, type Project, readProjectVersion } from '#contract/projects.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'

const site = await openTestApp()
const owner = await site.signUp('writer')
const stranger = await site.signUp('stranger')

type ResponseBody = { project: Project; current?: Project; code: string; error: string; issues: { path: string }[] }
const updateProject = (id: string, body: object, as = owner) => site.put<ResponseBody>(`/api/projects/${id}`, body, as)
const read = async (id: string) =>
  (await site.call<ResponseBody>({ path: `/api/projects/${id}`, as: owner })).body.project
const versions = async (id: string) =>
  listProjectVersions.response.parse((await site.call({ path: `/api/projects/${id}/versions`, as: owner })).body)
    .versions
const restoreProjectVersion = (id: string, versionNumber: number | string, body: object) =>
  site.post<ResponseBody>(`/api/projects/${id}/versions/${versionNumber}/restore`, body, owner)
const storedVersions = async (id: string) => {
  const sql = 'select array_agg(version order by version) as kept from project_versions where project_id = $1'
  return (await site.pool.query<{ kept: number[] }>(sql, [id])).rows[0]?.kept ?? []
}

describe('a save', () => {
  test('raises the version when title or notes change, and never otherwise', async () => {
    const { id, ...begun } = await createProject(site, owner, { title: 'One', notes: 'first' })
    const two = (await updateProject(id, { notes: 'second', version: 1 })).body.project
    expect(two).toMatchObject({ title: 'One', notes: 'second', version: 2 })
    expect(two.updatedAt > begun.updatedAt).toBe(true)
    const three = (await updateProject(id, { title: ' Two ', version: 2 })).body.project
    expect(three).toMatchObject({ title: 'Two', notes: 'second', version: 3 })
    for (const unchanged of [{ title: 'Two', notes: 'second', version: 3 }, { notes: 'second' }, {}, { version: 3 }])
      expect(await updateProject(id, unchanged)).toMatchObject({ status: 200, body: { project: three } })
    await logMinutes(site, owner, { projectId: id, duration: 5 })
    await site.put(`/api/projects/${id}/toggle-completion`, {}, owner)
    const after = await read(id)
    expect(after).toMatchObject({ version: 3, totalMinutes: 5, title: 'Two', notes: 'second' })
    expect((await updateProject(id, { notes: 'third', version: 3 })).body.project).toMatchObject({
      version: 4,
      totalMinutes: 5,
      completedAt: after.completedAt,
    })
  })

  test('on a changed text is rejected with the current text', async () => {
    const { id } = await createProject(site, owner, { notes: 'ground' })
    await updateProject(id, { notes: 'from the phone', version: 1 })
    const stale = await updateProject(id, { notes: 'from the desk', version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_elsewhere' } })
    expect(stale.body.current).toEqual(await read(id))
    expect(stale.body.project, 'for browsers that loaded 1.0').toEqual(stale.body.current)
    expect(stale.body.current).toMatchObject({ notes: 'from the phone', version: 2 })
    expect(stale.headers['cache-control']).toBe('no-store')
  })

  test('sent again after its answer was lost is a success', async () => {
    const { id } = await createProject(site, owner)
    const first = await updateProject(id, { notes: 'only once', version: 1 })
    expect(await updateProject(id, { notes: 'only once', version: 1 })).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect(await storedVersions(id)).toEqual([1, 2])
  })

  test('omits the notes on request, and is rejected with them', async () => {
    const { id } = await createProject(site, owner, { title: 'Title' })
    const path = `/api/projects/${id}?brief=true`
    const body = { title: 'Title', notes: 'text', version: 1 }
    const update = (extra: object) => site.put<ResponseBody>(path, { ...body, ...extra }, owner)
    const first = await update({})
    const { notes, ...rest } = await read(id)
    expect(notes).toBe('text')
    expect(first).toMatchObject({ status: 200, body: { project: rest } })
    expect(first.body.project).not.toHaveProperty('notes')
    expect((await update({})).body).toEqual(first.body)
    expect(await update({ notes: 'other' })).toMatchObject({
      status: 409,
      body: { project: { notes: 'text' } },
    })
  })

  test('from an unknown or future version is rejected', async () => {
    const { id } = await createProject(site, owner)
    expect((await updateProject(id, { notes: 'ahead', version: 2 })).status).toBe(409)
    for (const version of [0, -1, 1.5, '1', null, 2 ** 31, 2 ** 53])
      expect((await updateProject(id, { notes: 'odd', version })).status).toBe(400)
    expect((await read(id)).notes).toBe('')
  })

  test('with a blank title is rejected, and blank notes are stored', async () => {
    const { id } = await createProject(site, owner)
    expect(await updateProject(id, { title: ' ', notes: 'lost?' })).toMatchObject({
      status: 400,
      body: { error: 'A project needs a title.' },
    })
    expect((await updateProject(id, { notes: ' \n\t ' })).body.project.notes).toBe(' \n\t ')
    expect((await updateProject(id, { notes: '' })).body.project.notes).toBe('')
  })
})

describe('fifty concurrent saves', () => {
  test('from one version: one is written, the others get its text', async () => {
    const { id } = await createProject(site, owner)
    const responses = await callConcurrently(50, (n) => updateProject(id, { notes: `text ${n}`, version: 1 }))
    const [won, ...extra] = responses.filter(({ status }) => status === 200)
    expect(extra).toEqual([])
    const conflicts = responses.filter(({ status }) => status === 409)
    expect(conflicts).toHaveLength(49)
    for (const { body } of conflicts) expect(body.project).toEqual(won?.body.project)
    expect(await read(id)).toEqual(won?.body.project)
    expect(await storedVersions(id)).toEqual([1, 2])
  })

  test('of different texts without a version are all saved, and the last 20 versions are stored', async () => {
    const { id } = await createProject(site, owner)
    const responses = await callConcurrently(50, (n) => updateProject(id, { notes: `text ${n}` }))
    const raised = responses.map(({ body }) => body.project.version)
    expect(raised.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 2))
    expect(await storedVersions(id)).toEqual(Array.from({ length: 20 }, (_, n) => n + 32))
    const last = responses.find(({ body }) => body.project.version === 51)
    expect((await read(id)).notes).toBe(last?.body.project.notes)
  })
})

describe('versions', () => {
  test('are the last twenty, the latest first, each with its whole text', async () => {
    const { id } = await createProject(site, owner, { title: 'v1', notes: '🦋 1' })
    for (let n = 2; n <= 23; n += 1) await updateProject(id, { title: `v${n}`, notes: `🦋 ${n}`, version: n - 1 })
    const stored = await versions(id)
    expect(stored.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n))
    expect(stored[0]).toMatchObject({ title: 'v23', excerpt: '🦋 23', length: 4 })
    const { body } = await site.call({ path: `/api/projects/${id}/versions/4`, as: owner })
    expect(readProjectVersion.response.parse(body).version).toEqual({ ...stored.at(-1), notes: '🦋 4' })
    for (const absentVersion of [3, 24, 2_000_000_000])
      expect((await site.call({ path: `/api/projects/${id}/versions/${absentVersion}`, as: owner })).status).toBe(404)
    for (const odd of ['0', '-1', 'x', '1.5', '99999999999'])
      expect((await site.call({ path: `/api/projects/${id}/versions/${odd}`, as: owner })).status).toBe(400)
  })

  test('are restored by saving them as a new version', async () => {
    const { id } = await createProject(site, owner, { title: 'Old', notes: 'old text' })
    await updateProject(id, { title: 'New', notes: 'new text', version: 1 })
    const { status, body } = await restoreProjectVersion(id, 1, { version: 2 })
    expect(status).toBe(200)
    expect(body.project).toMatchObject({ title: 'Old', notes: 'old text', version: 3 })
    expect(await storedVersions(id)).toEqual([1, 2, 3])
    expect(await restoreProjectVersion(id, 1, { version: 2 })).toMatchObject({ status: 200, body })
    expect(await restoreProjectVersion(id, 2, { version: 2 })).toMatchObject({
      status: 409,
      body: { project: body.project },
    })
    expect((await restoreProjectVersion(id, 9, { version: 3 })).status).toBe(404)
    expect((await restoreProjectVersion(id, 1, {})).status).toBe(400)
    expect(await read(id)).toEqual(body.project)
  })

  test('are restored once by ten concurrent requests', async () => {
    const { id } = await createProject(site, owner, { notes: 'old' })
    await updateProject(id, { notes: 'new', version: 1 })
    const responses = await callConcurrently(10, () => restoreProjectVersion(id, 1, { version: 2 }))
    for (const response of responses) expect(response.body.project).toMatchObject({ notes: 'old', version: 3 })
  })
})

test('a project sent back whole with one change is saved, also twice', async () => {
  const project = await createProject(site, owner, { notes: 'Fold' })
  const fullProject = { ...project, notes: 'Fold twice' }
  for (let times = 0; times < 2; times += 1)
    expect(await updateProject(project.id, fullProject)).toMatchObject({
      status: 200,
      body: { project: { ...project, notes: 'Fold twice', version: 2, updatedAt: expect.any(String) } },
    })
})

test('the same applies to one in a list, which has no version, and one from a client with another clock', async () => {
  const { id, version: _version, ...project } = await createProject(site, owner, { title: 'Listed' })
  const listed = { id: id.toUpperCase(), ...project, excerpt: '', title: 'Renamed' }
  for (let times = 0; times < 2; times += 1)
    expect(await updateProject(id, listed)).toMatchObject({
      status: 200,
      body: { project: { title: 'Renamed' } },
    })
  const { createdAt, updatedAt } = await read(id)
  const times = {
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
  expect((await updateProject(id, { ...times, title: 'Again' })).body.project).toMatchObject({
    title: 'Again',
  })
})

test('fields that a save cannot change are named where they differ, and nothing is written', async () => {
  const project = await createProject(site, owner)
  const changed = {
    id: stranger.id,
    totalMinutes: 500,
    completedAt: '2026-05-01T09:00:00Z',
    zineId: 7,
    createdAt: null,
    updatedAt: 'yesterday',
  }
  const { version: _version, ...unversioned } = project
  const response = await updateProject(project.id, { ...unversioned, ...changed, title: 'Other' })
  expect(response).toMatchObject({
    status: 400,
    body: {
      error:
        'These fields cannot be changed here: id, totalMinutes, completedAt, zineId, createdAt, updatedAt. ' +
        'Omit them or send them unchanged.',
    },
  })
  expect(response.body.issues.map(({ path }) => path)).toEqual(Object.keys(changed))
  expect((await updateProject(project.id, { title: 'Other', totalMinutes: 1 })).body.error).toBe(
    'These fields cannot be changed here: totalMinutes. Omit them or send them unchanged.',
  )
  expect(await read(project.id)).toEqual(project)
})

test('of twenty saves of a whole project without a version, made from the same text, one is written', async () => {
  const { version: _version, ...project } = await createProject(site, owner)
  const responses = await callConcurrently(20, (n) => updateProject(project.id, { ...project, notes: `text ${n}` }))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 400 || status === 409)).toHaveLength(19)
  expect(await read(project.id)).toMatchObject({ version: 2 })
})

test('unknown fields are ignored', async () => {
  const project = await createProject(site, owner)
  const body = { title: 'Known', colour: 'red', pages: [{ url: 'x' }] }
  expect((await updateProject(project.id, body)).body.project).toEqual({
    ...project,
    title: 'Known',
    version: 2,
    updatedAt: expect.any(String),
  })
})
