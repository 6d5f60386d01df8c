import { setImmediate as aMoment } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { createFastify } from './fastify.ts'
import { readJsonBodies } from './request-bodies.ts'
import { ordinaryBody, timeouts } from './request-bounds.ts'

const SECRET = 'a secret that is long enough for this'
const app = createFastify(readConfig({ LOG_LEVEL: 'silent', SECRET }), { timeouts })
/** Bytes received of the pending body. */
let arrived = 0
const waiting: { isText: boolean; let(): void }[] = []

beforeAll(async () => {
  readJsonBodies(app, timeouts, ({ body }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ isText: !Buffer.isBuffer(body), let: resolve })
    return promise
  })
  // Like a slow session lookup, this takes until the whole body has arrived.
  const untilItIsThere = async ({ raw }: FastifyRequest) => {
    for (; !raw.complete; await aMoment()) arrived = raw.readableLength
  }
  app.post('/said', { onRequest: untilItIsThere }, async ({ body }) => body)
  app.post('/said-at-length', { bodyLimit: 4 * ordinaryBody }, async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a body that arrived in parts before reading is read completely, and the connection continues', async () => {
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

const sayAtLength = (body: string) =>
  fetch(`${app.listeningOrigin}/said-at-length`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })

test('a long body is read as text when it has a place, and one of ordinary length needs none', async () => {
  const [short, long] = ['é'.repeat(100), 'é'.repeat(ordinaryBody)].map((said) => JSON.stringify({ said }))
  expect(await (await sayAtLength(String(short))).text()).toBe(short)
  expect(waiting).toEqual([])
  const answer = sayAtLength(String(long))
  await expect.poll(() => waiting).toMatchObject([{ isText: false }])
  waiting.shift()?.let()
  expect(await (await answer).text()).toBe(long)
})

test('a long body that is not JSON is rejected like a short one', async () => {
  const refused = { status: 400, said: 'The body is not valid JSON.' }
  const told = async (answer: Promise<Response>) => {
    const came = await answer
    return { status: came.status, said: ((await came.json()) as { error: string }).error }
  }
  expect(await told(sayAtLength('{'))).toEqual(refused)
  const answer = sayAtLength(`{"said":"${'x'.repeat(2 * ordinaryBody)}`)
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.let()
  expect(await told(answer)).toEqual(refused)
})
