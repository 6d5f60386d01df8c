import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { drawPage } from './draw-page.ts'
import type { PageSource } from './pages.routes.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const source: PageSource = {
  entry: () => import('#web/entry-server.tsx'),
  assetsFor: () => ({
    assets: { script: '/entry.js', styles: [], inlined: true, later: [], fonts: [] },
    css: '',
  }),
}
const draw = (url: string, as: Member) =>
  drawPage({
    app: site.app,
    config: site.config,
    source,
    request: { url, headers: { cookie: as.cookie, host: 'localhost' } } as FastifyRequest,
  })

test('a page drawn for a member whose session begins its life again brings them the cookie', async () => {
  const member = await site.signUp()
  expect((await draw('/about', member)).cookies).toEqual([])
  await site.pool.query(
    "update sessions set updated_at = now() - interval '2 days', expires_at = now() + interval '28 days' where user_id = $1",
    [member.id],
  )
  const [cookie] = (await draw('/about', member)).cookies
  expect(cookie).toMatch(/^foldout\.session_token=.*Max-Age=2592000/)
  expect((await draw('/about', member)).cookies).toEqual([])
})
