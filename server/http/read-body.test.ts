import { setImmediate as aMoment } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { createFastify } from './fastify.ts'
import { readJsonBodies } from './read-body.ts'
import { timeouts } from './request-bounds.ts'

const SECRET = 'a secret that is long enough for this'
const app = createFastify(readConfig({ LOG_LEVEL: 'silent', SECRET }), { timeouts })
/** Bytes that came of the body that is waited for. */
let arrived = 0

beforeAll(async () => {
  readJsonBodies(app, timeouts)
  // As looking up who sends a body does, this takes until all of it is there.
  app.addHook('onRequest', async ({ raw }) => {
    for (; !raw.complete; await aMoment()) arrived = raw.readableLength
  })
  app.post('/said', async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a body that came in parts before it was read is read as a whole, and the connection goes on', async () => {
  const connection = await openConnection(app.listeningOrigin)
  const said = JSON.stringify({ said: 'in parts é'.repeat(50) })
  const body = Buffer.from(said)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const cut = body.indexOf('é') + 1
  for (let times = 1; times <= 2; times++) {
    arrived = 0
    connection.say(head('POST /said', headers))
    connection.say(body.subarray(0, cut))
    await expect.poll(() => arrived).toBe(cut)
    connection.say(body.subarray(cut))
    await expect.poll(() => connection.statuses()).toEqual(Array.from({ length: times }, () => 200))
  }
  expect(Buffer.from(connection.came.text, 'latin1').toString()).toContain(said)
  connection.end()
})
