import { describe, expect, test } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { notesTooLong } from '#contract/projects.ts'
import { listening, openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'

const site = await openTestApp()
const writer = await site.signUp('writer')
const origin = await listening(site)

async function send(method: 'POST' | 'PUT', path: string, body: string | ReadableStream) {
  const request: RequestInit & { duplex: 'half' } = {
    method,
    body,
    duplex: 'half',
    headers: { cookie: writer.cookie, 'content-type': 'application/json' },
  }
  const response = await fetch(origin + path, request)
  return { status: response.status, body: (await response.json()) as { project: Project; error: string } }
}

const million = 1_000_000
const escapedByJson = '\u0007'.repeat(million)

describe('notes of 1 MB', () => {
  test.each([
    ['letters', 'x'.repeat(million)],
    ['signs that JSON writes with six letters', escapedByJson],
    ['signs of four bytes', '🦋'.repeat(million / 4)],
  ])('of %s are stored byte for byte', async (_title, notes) => {
    const { id } = await createProject(site, writer)
    const { status, body } = await send('PUT', `/api/projects/${id}`, JSON.stringify({ notes, version: 1 }))
    expect(status).toBe(200)
    expect(body.project.notes === notes).toBe(true)
    const created = await send('POST', '/api/projects', JSON.stringify({ title: 'Long', notes }))
    expect(created.status).toBe(201)
    const read = await site.call<{ project: Project }>({
      path: `/api/projects/${created.body.project.id}`,
      as: writer,
    })
    expect(read.body.project.notes === notes).toBe(true)
  })
})

test('rejected long notes, for encoding or content, release their slots', async () => {
  const { id } = await createProject(site, writer)
  const path = `/api/projects/${id}`
  const broken = `{"notes":"${'x'.repeat(100_000)}`
  const invalidBody = JSON.stringify({ notes: 'x'.repeat(100_000), version: 'first' })
  for (let attempts = 0; attempts < 12; attempts += 1)
    for (const text of [broken, invalidBody]) expect((await send('PUT', path, text)).status).toBe(400)
  const notes = 'é'.repeat(100_000)
  const saves = Array.from({ length: 30 }, () => send('PUT', path, JSON.stringify({ notes })))
  expect(new Set((await Promise.all(saves)).map(({ status }) => status))).toEqual(new Set([200]))
})

describe('longer notes are rejected with the reason, and none of them are stored,', () => {
  test.each([
    ['by a byte', `${'x'.repeat(million - 1)}é`, 400],
    ['by a lot', 'x'.repeat(10 * million), 413],
    ['by far more than the limit', 'x'.repeat(40 * million), 413],
  ])('%s', async (_title, notes, status) => {
    const { id } = await createProject(site, writer, { notes: 'before' })
    const text = JSON.stringify({ notes, version: 1 })
    for (let attempts = 0; attempts < 5; attempts += 1)
      expect(await send('PUT', `/api/projects/${id}`, text)).toMatchObject({
        status,
        body: { error: notesTooLong },
      })
    expect(await send('POST', '/api/projects', JSON.stringify({ title: 'Long', notes }))).toMatchObject({
      status,
      body: { error: notesTooLong },
    })
    const read = await site.call<{ project: Project }>({ path: `/api/projects/${id}`, as: writer })
    expect(read.body.project).toMatchObject({ notes: 'before', version: 1 })
  })

  test('when their length is not declared', async () => {
    const { id } = await createProject(site, writer)
    const chunk = new TextEncoder().encode('x'.repeat(100_000))
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        if (sent++ < 100) controller.enqueue(chunk)
        else controller.close()
      },
    })
    expect(await send('PUT', `/api/projects/${id}`, endless)).toMatchObject({
      status: 413,
      body: { error: notesTooLong },
    })
  })
})
