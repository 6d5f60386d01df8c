import { expect, test } from 'vitest'
import { openTestApp, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { analyticsId } from './accounts.routes.ts'

const settings = { POSTHOG_KEY: 'phc_one', SECRET: 'a secret that is long enough for a test' }
const site = await openTestApp({ settings })

type Viewer = { id: string; analyticsId?: string }
const viewerOf = async (on: TestApp, cookie: string) =>
  (await on.call<{ user: Viewer | null }>({ path: '/api/auth/user', headers: { cookie } })).body.user

test('a member has an anonymous number, stable across visits and unique to them', async () => {
  const [ana, ben] = [await site.signUp('ana'), await site.signUp('ben')]
  const analyticsNumber = (await viewerOf(site, ana.cookie))?.analyticsId ?? ''
  expect(analyticsNumber).toMatch(/^[\w-]{43}$/)
  expect((await viewerOf(site, ana.cookie))?.analyticsId).toBe(analyticsNumber)
  expect((await viewerOf(site, ben.cookie))?.analyticsId).not.toBe(analyticsNumber)
  const profile = await site.call({ path: `/api/users/${ana.id}`, headers: { cookie: ben.cookie } })
  expect(profile.text).not.toContain(analyticsNumber)
})

test('in another project, or with another secret, the same member has another number', () => {
  const analyticsIdWith = (key: string, secret: string) =>
    analyticsId({ ...site.config, analytics: { ...counting, key }, secret }, 'ana')
  const counting = { host: 'https://counting.example', searchText: false }
  expect(
    new Set([analyticsIdWith('phc_one', 'one'), analyticsIdWith('phc_two', 'one'), analyticsIdWith('phc_one', 'two')])
      .size,
  ).toBe(3)
  expect(analyticsIdWith('phc_one', 'one')).toBe(analyticsIdWith('phc_one', 'one'))
})

test('without analytics, members have no ID', async () => {
  const plain = await startTestApp()
  const { cookie } = await plain.signUp()
  expect(await viewerOf(plain, cookie)).not.toHaveProperty('analyticsId')
  await plain.close()
})
