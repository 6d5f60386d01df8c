import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'

const site = await startTestApp()
afterAll(() => site.close())
const [reader, creator] = [await site.signUp(), await site.signUp()]
const { id: zineId } = await publishOnePage(site, creator, 'Contended')
const { id: projectId } = await createProject(site, reader)

/** Simulates a conflict on every attempt: no row gets into the table. */
const blockInserts = (table: string) =>
  site.pool.query(`
    create or replace function let_nothing_in() returns trigger language plpgsql as 'begin return null; end';
    create trigger crowded before insert on ${table} for each row execute function let_nothing_in()`)

test.each([
  ['a favorite', 'favorites', '/api/favorites/zines', { zineId }],
  ['a follow', 'follows', '/api/favorites/creators', { creatorId: creator.id }],
  ['a new project', 'projects', '/api/projects', { id: randomUUID(), title: 'Plans' }],
  ['a focus session', 'focus_sessions', '/api/focus-sessions', { id: randomUUID(), projectId, duration: 5 }],
])('%s that keeps failing is rejected with a message, not retried forever', async (...testCase) => {
  const [, table, path, body] = testCase
  await blockInserts(table)
  const answer = await site.call({ method: 'POST', path, body, as: reader })
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: {
      code: 'unavailable',
      error: 'The server is busy. Nothing was changed; please try again.',
    },
  })
})
