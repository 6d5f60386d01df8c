import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAs } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { startReplicated } from '#tests/support/replica.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const servers = await startReplicated()
afterAll(() => servers.stop())
const replica = await servers.addReplica()
const databaseUrl = servers.primary.url
const settings = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: replica.url }
const site = await openTestApp({ pages: pageSource, databaseUrl, settings })
const ana = await site.signUp('Ana')
await publishAs(site, ana, 'Known everywhere')
await replica.caughtUp()
afterAll(() => servers.primary.thaw())

const finds = async (path: string, title: string, as?: Member) => {
  const { status, text } = await site.call({ path, ...(as && { as }) })
  return status === 200 && text.includes(title)
}

test('visitors read the replica; members, programs and cached content read the primary', async () => {
  await replica.pause()
  try {
    await publishAs(site, ana, 'Not copied yet')
    const finding = (path: string, as?: Member) => finds(path, 'Not copied yet', as)
    expect(await finding('/api/zines')).toBe(false)
    expect(await finding('/api/search/zines?search=copied')).toBe(false)
    expect(await finding('/api/zines', ana)).toBe(true)
    const withToken = await site.call({ path: '/api/zines', headers: { authorization: 'Bearer none' } })
    expect(withToken.status).toBe(401)
    expect(await finding('/')).toBe(true)
    expect(await finding('/feeds/search.atom?search=copied')).toBe(true)
  } finally {
    await replica.resume()
  }
  await replica.caughtUp()
  expect(await finds('/api/zines', 'Not copied yet')).toBe(true)
})

test('while the replica is frozen or down, visitors read the primary', async () => {
  replica.freeze()
  try {
    expect(await finds('/api/zines', 'Known everywhere')).toBe(true)
  } finally {
    replica.thaw()
  }
  await replica.kill()
  try {
    expect(await finds('/api/zines', 'Known everywhere')).toBe(true)
    expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
  } finally {
    await replica.start()
  }
  await expect.poll(() => finds('/api/zines', 'Known everywhere')).toBe(true)
})

describe('while there is no primary', () => {
  beforeAll(async () => {
    await replica.caughtUp()
    await servers.primary.kill()
  })

  test.each([
    '/api/zines',
    '/api/search/zines?search=known',
    '/?tab=popular',
    '/feeds/search.atom?search=known',
  ])('visitors read %s from the replica', async (path) => {
    expect(await finds(path, 'Known everywhere')).toBe(true)
    expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
  })

  test('members are told to try again, and nothing is written', async () => {
    const refused = {
      status: 503,
      body: {
        code: 'unavailable',
        error: 'The library is unavailable right now. Please try again in a moment.',
      },
    }
    const read = await site.call({ path: '/api/zines', as: ana })
    expect(read).toMatchObject(refused)
    expect(read.headers['retry-after']).toBe('2')
    const body = { bio: 'Lost?' }
    const write = { method: 'PUT', path: `/api/users/${ana.id}`, body, as: ana } as const
    expect(await site.call(write)).toMatchObject(refused)
    expect((await site.call({ path: '/readyz' })).status).toBe(503)
  })
})
