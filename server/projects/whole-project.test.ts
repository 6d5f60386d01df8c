import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginProject } from '#tests/support/workspace.ts'

let site: TestApp
let owner: Member
let stranger: Member

beforeAll(async () => {
  site = await startTestApp()
  owner = await site.signUp('writer')
  stranger = await site.signUp('stranger')
})
afterAll(() => site.close())

type Answer = { project: Project; error: string; issues: { path: string }[] }
const update = (id: string, body: object, as = owner) =>
  site.call<Answer>({ method: 'PUT', path: `/api/projects/${id}`, body, as })
const read = async (id: string) =>
  (await site.call<Answer>({ path: `/api/projects/${id}`, as: owner })).body.project

test('a project sent back whole with one change is saved, also twice', async () => {
  const project = await beginProject(site, owner, { notes: 'Fold' })
  const whole = { ...project, notes: 'Fold twice' }
  for (let times = 0; times < 2; times += 1)
    expect(await update(project.id, whole)).toMatchObject({
      status: 200,
      body: { project: { ...project, notes: 'Fold twice', version: 2, updatedAt: expect.any(String) } },
    })
})

test('so is one of a list, which has no version, and one from a client that keeps other times', async () => {
  const { id, version: _version, ...project } = await beginProject(site, owner, { title: 'Listed' })
  const listed = { id: id.toUpperCase(), ...project, excerpt: '', title: 'Renamed' }
  for (let times = 0; times < 2; times += 1)
    expect(await update(id, listed)).toMatchObject({ status: 200, body: { project: { title: 'Renamed' } } })
  const { createdAt, updatedAt } = await read(id)
  const times = {
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
  expect((await update(id, { ...times, title: 'Again' })).body.project).toMatchObject({ title: 'Again' })
})

test('fields that a save cannot change are named where they differ, and nothing is written', async () => {
  const project = await beginProject(site, owner)
  const changed = {
    ...{ id: stranger.id, totalMinutes: 500, completedAt: '2026-05-01T09:00:00Z', zineId: 7 },
    ...{ createdAt: null, updatedAt: 'yesterday' },
  }
  const { version: _version, ...unversioned } = project
  const answer = await update(project.id, { ...unversioned, ...changed, title: 'Other' })
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error:
        'These fields cannot be changed here: id, totalMinutes, completedAt, zineId, createdAt, updatedAt. ' +
        'Leave them out, or send them as they are.',
    },
  })
  expect(answer.body.issues.map(({ path }) => path)).toEqual(Object.keys(changed))
  expect((await update(project.id, { title: 'Other', totalMinutes: 1 })).body.error).toBe(
    'These fields cannot be changed here: totalMinutes. Leave them out, or send them as they are.',
  )
  expect(await read(project.id)).toEqual(project)
})

test('of twenty saves of a whole project without a version, made from the same text, one is written', async () => {
  const { version: _version, ...project } = await beginProject(site, owner)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => update(project.id, { ...project, notes: `text ${n}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400 || status === 409)).toHaveLength(19)
  expect(await read(project.id)).toMatchObject({ version: 2 })
})

test('unknown fields are ignored', async () => {
  const project = await beginProject(site, owner)
  const body = { title: 'Known', colour: 'red', pages: [{ url: 'x' }] }
  expect((await update(project.id, body)).body.project).toEqual({
    ...{ ...project, title: 'Known', version: 2 },
    updatedAt: expect.any(String),
  })
})

test('another member’s project is not found, whatever is said of it', async () => {
  const project = await beginProject(site, owner)
  const { userId, ...others } = project
  for (const body of [others, { ...others, totalMinutes: 5 }])
    expect((await update(project.id, { ...body, title: 'Theirs' }, stranger)).status).toBe(404)
  expect((await update(project.id, { ...others, userId, title: 'Theirs' }, stranger)).status).toBe(403)
  expect(await read(project.id)).toEqual(project)
})
