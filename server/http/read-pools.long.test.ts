import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startReplicatedPostgres } from '#tests/support/replica.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const servers = await startReplicatedPostgres()
afterAll(() => servers.stop())
const replica = await servers.addReplica()
const databaseUrl = servers.primary.url
const settings = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: replica.url }
const site = await openTestApp({ pages: pageSource, databaseUrl, settings })
const ana = await site.signUp('Ana')
await publishOnePage(site, ana, 'Known everywhere')
await replica.waitUntilCaughtUp()
afterAll(() => servers.primary.thaw())

const showsTitle = async (path: string, title: string, as?: Member) => {
  const { status, text } = await site.call({ path, ...(as && { as }) })
  return status === 200 && text.includes(title)
}

test('visitors read the replica; members, programs and cached content read the primary', async () => {
  await replica.pause()
  try {
    await publishOnePage(site, ana, 'Not copied yet')
    const showsUncopied = (path: string, as?: Member) => showsTitle(path, 'Not copied yet', as)
    expect(await showsUncopied('/api/zines')).toBe(false)
    expect(await showsUncopied('/api/search/zines?search=copied')).toBe(false)
    expect(await showsUncopied('/api/zines', ana)).toBe(true)
    const withToken = await site.call({ path: '/api/zines', headers: { authorization: 'Bearer none' } })
    expect(withToken.status).toBe(401)
    expect(await showsUncopied('/')).toBe(true)
    expect(await showsUncopied('/feeds/search.atom?search=copied')).toBe(true)
  } finally {
    await replica.resume()
  }
  await replica.waitUntilCaughtUp()
  expect(await showsTitle('/api/zines', 'Not copied yet')).toBe(true)
})

test('while the replica is frozen or down, visitors read the primary', async () => {
  replica.freeze()
  try {
    expect(await showsTitle('/api/zines', 'Known everywhere')).toBe(true)
  } finally {
    replica.thaw()
  }
  await replica.kill()
  try {
    expect(await showsTitle('/api/zines', 'Known everywhere')).toBe(true)
    expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
  } finally {
    await replica.start()
  }
  await expect.poll(() => showsTitle('/api/zines', 'Known everywhere')).toBe(true)
})

describe('while there is no primary', () => {
  beforeAll(async () => {
    await replica.waitUntilCaughtUp()
    await servers.primary.kill()
  })

  test.each(['/api/zines', '/api/search/zines?search=known', '/?tab=popular', '/feeds/search.atom?search=known'])(
    'visitors read %s from the replica',
    async (path) => {
      expect(await showsTitle(path, 'Known everywhere')).toBe(true)
      expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
    },
  )

  test('members get a retry error, and nothing is written', async () => {
    const rejected = {
      status: 503,
      body: {
        code: 'unavailable',
        error: 'The site is unavailable right now. Please try again in a moment.',
      },
    }
    const read = await site.call({ path: '/api/zines', as: ana })
    expect(read).toMatchObject(rejected)
    expect(read.headers['retry-after']).toBe('2')
    const body = { bio: 'Lost?' }
    const write = { method: 'PUT', path: `/api/users/${ana.id}`, body, as: ana } as const
    expect(await site.call(write)).toMatchObject(rejected)
    expect((await site.call({ path: '/readyz' })).status).toBe(503)
  })
})
