import Fastify from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { publicJobs } from '#server/all-jobs.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import type { App } from './fastify.ts'
import { publicChanges } from './public-changes.ts'

let announcedCount = 0
const site = await openTestApp()
site.changes.subscribe(() => {
  announcedCount += 1
})
const ana = await site.signUp()
beforeEach(() => {
  announcedCount = 0
})

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  site.call({ method, path, body, as: ana })

test('a write route that does not declare its visibility stops the start', () => {
  const app = Fastify() as unknown as App
  publicChanges(app)
  expect(() => app.post('/api/zines/stamp', async () => '')).toThrow(
    'POST /api/zines/stamp does not declare whether visitors see its changes',
  )
  expect(() => app.all('/api/anything', async () => '')).toThrow('does not declare')
  expect(() => app.get('/api/zines/stamps', async () => '')).not.toThrow()
})

test('changes of projects, drafts, focus sessions and sessions do not clear the page cache', async () => {
  const project = { id: '019a9b7e-1111-7000-8000-000000000001', title: 'Moths', notes: '' }
  expect((await send('POST', '/api/projects', project)).status).toBe(201)
  const focus = { id: '019a9b7e-1111-7000-8000-000000000002', projectId: project.id, duration: 5 }
  expect((await send('POST', '/api/focus-sessions', focus)).status).toBe(201)
  const { email, password } = ana
  const signInRequest = {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email, password },
  } as const
  expect((await site.call(signInRequest)).status).toBe(200)
  const browser = createBrowser(site, ana)
  const confirm = { method: 'POST', path: '/api/auth/confirm-password', body: { password } } as const
  expect((await browser.call(confirm)).status).toBe(200)
  ana.cookie = browser.cookieHeader()
  expect(announcedCount).toBe(0)
})

test('changes on a private shelf are not published, those on a public one are, and so is its visibility', async () => {
  const { id: zineId } = await publishOnePage(site, ana, 'Shelved')
  const shelf = { id: '019a9b7e-1111-7000-8000-000000000003', title: 'Night' }
  announcedCount = 0
  expect((await send('POST', '/api/shelves', shelf)).status).toBe(201)
  for (const each of ['to-read', shelf.id]) {
    expect((await send('PUT', `/api/shelves/${each}/zines/${zineId}`)).status).toBe(200)
    expect((await send('DELETE', `/api/shelves/${each}/zines/${zineId}`)).status).toBe(200)
  }
  expect(announcedCount).toBe(0)
  await send('PUT', `/api/shelves/${shelf.id}`, { visibility: 'public' })
  await send('PUT', `/api/shelves/${shelf.id}/zines/${zineId}`)
  await send('PUT', `/api/shelves/${shelf.id}`, { visibility: 'private' })
  expect(announcedCount).toBe(3)
  expect((await send('PUT', `/api/shelves/${shelf.id}`, { title: 'Day' })).status).toBe(200)
  expect((await send('DELETE', `/api/shelves/${shelf.id}`)).status).toBe(200)
  expect(announcedCount).toBe(3)
})

test('changes to zines and profiles are published, including new members; favorites and follows are not', async () => {
  const ben = await site.signUp()
  expect(announcedCount).toBe(2)
  const mediaFiles = await addMedia(site, ana, ['image'])
  const published = await site.post<{ zine: { id: string } }>(
    '/api/zines',
    { title: 'Moths', aspectRatio: '4:5', mediaFiles },
    ana,
  )
  expect(announcedCount).toBe(3)
  const { id } = published.body.zine
  await send('POST', '/api/favorites/zines', { zineId: id })
  await send('POST', '/api/favorites/creators', { creatorId: ben.id })
  await send('PUT', `/api/users/${ana.id}`, { bio: 'Likes moths.' })
  expect(announcedCount).toBe(4)
  await send('DELETE', `/api/zines/${id}`)
  expect(announcedCount).toBe(5)
})

test('a failed write may have been committed, so it invalidates too', async () => {
  const app = Fastify() as unknown as App
  let announcementCount = 0
  publicChanges(app).subscribe(() => {
    announcementCount += 1
  })
  app.post('/broken', { config: { changes: 'public' } }, async (_, reply) => reply.status(500).send())
  await app.inject({ method: 'POST', url: '/broken' })
  expect(announcementCount).toBe(1)
})

test('a rejected write publishes nothing', async () => {
  const unknownId = '019a9b7e-1111-7000-8000-000000000003'
  expect((await send('POST', '/api/favorites/zines', { zineId: unknownId })).status).toBe(404)
  expect((await site.post('/api/zines', {})).status).toBe(401)
  expect(announcedCount).toBe(0)
})

test('a job with visible results publishes when it has ended, however it ended', async () => {
  const jobs = site.changes.announceAfter(
    {
      'index-library': async () => Promise.reject(new Error('half-way')),
      'sweep-media': async () => undefined,
    },
    publicJobs,
  )
  const helpers = {} as Parameters<NonNullable<(typeof jobs)['sweep-media']>>[1]
  await jobs['sweep-media']?.({}, helpers)
  expect(announcedCount).toBe(0)
  await expect(jobs['index-library']?.({}, helpers)).rejects.toThrow('half-way')
  expect(announcedCount).toBe(1)
})
