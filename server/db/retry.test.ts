import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginProject } from '#tests/support/workspace.ts'

let site: TestApp
let reader: Member
let zineId: string
let creatorId: string
let projectId: string

beforeAll(async () => {
  site = await startTestApp()
  reader = await site.signUp()
  const creator = await site.signUp()
  creatorId = creator.id
  zineId = (await publishAs(site, creator, 'Contended')).id
  projectId = (await beginProject(site, reader)).id
})
afterAll(() => site.close())

/** From here on somebody else is always quicker: no row gets into the table, as with a conflict. */
const crowd = (table: string) =>
  site.pool.query(`
    create or replace function let_nothing_in() returns trigger language plpgsql as 'begin return null; end';
    create trigger crowded before insert on ${table} for each row execute function let_nothing_in()`)

test.each([
  ['a favorite', 'favorites', '/api/favorites/zines', () => ({ zineId })],
  ['a follow', 'follows', '/api/favorites/creators', () => ({ creatorId })],
  ['a new project', 'projects', '/api/projects', () => ({ id: randomUUID(), title: 'Plans' })],
  [
    'a focus session',
    'focus_sessions',
    '/api/focus-sessions',
    () => ({ id: randomUUID(), projectId, duration: 5 }),
  ],
])('%s that never gets through is refused with a sentence, not tried for ever', async (...given) => {
  const [, table, path, body] = given
  await crowd(table)
  const answer = await site.call({ method: 'POST', path, body: body(), as: reader })
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: {
      code: 'unavailable',
      error: 'Too much happens here at once. Nothing was changed; please try again.',
    },
  })
})
