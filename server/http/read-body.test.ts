import { setImmediate as aMoment } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { createFastify } from './fastify.ts'
import { readJsonBodies } from './request-bodies.ts'
import { defaultBodyBytes, timeouts } from './request-limits.ts'

const SECRET = 'a secret that is long enough for this'
const app = createFastify(readConfig({ LOG_LEVEL: 'silent', SECRET }), { timeouts })
/** Bytes received of the pending body. */
let requestCount = 0
const pendingRequests: { isText: boolean; release(): void }[] = []

beforeAll(async () => {
  readJsonBodies(app, timeouts, ({ body }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    pendingRequests.push({ isText: !Buffer.isBuffer(body), release: resolve })
    return promise
  })
  // Like a slow session lookup, this takes until the whole body has arrived.
  const waitForSlot = async ({ raw }: FastifyRequest) => {
    for (; !raw.complete; await aMoment()) requestCount = raw.readableLength
  }
  app.post('/said', { onRequest: waitForSlot }, async ({ body }) => body)
  app.post('/said-at-length', { bodyLimit: 4 * defaultBodyBytes }, async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a body that arrived in parts before reading is read completely, and the connection continues', async () => {
  const connection = await openRawConnection(app.listeningOrigin)
  const text = JSON.stringify({ text: 'in parts é'.repeat(50) })
  const body = Buffer.from(text)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const splitAt = body.indexOf('é') + 1
  for (let times = 1; times <= 2; times++) {
    requestCount = 0
    connection.write(requestHead('POST /said', headers))
    connection.write(body.subarray(0, splitAt))
    await expect.poll(() => requestCount).toBe(splitAt)
    connection.write(body.subarray(splitAt))
    await expect.poll(() => connection.statuses()).toEqual(Array.from({ length: times }, () => 200))
  }
  expect(Buffer.from(connection.received.text, 'latin1').toString()).toContain(text)
  connection.end()
})

const postJson = (body: string) =>
  fetch(`${app.listeningOrigin}/said-at-length`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })

test('a long body is read as text when it has a place, and one of ordinary length needs none', async () => {
  const [short, long] = ['é'.repeat(100), 'é'.repeat(defaultBodyBytes)].map((message) =>
    JSON.stringify({ said: message }),
  )
  expect(await (await postJson(String(short))).text()).toBe(short)
  expect(pendingRequests).toEqual([])
  const response = postJson(String(long))
  await expect.poll(() => pendingRequests).toMatchObject([{ isText: false }])
  pendingRequests.shift()?.release()
  expect(await (await response).text()).toBe(long)
})

test('a long body that is not JSON is rejected like a short one', async () => {
  const rejected = { status: 400, said: 'The body is not valid JSON.' }
  const outcomeOf = async (response: Promise<Response>) => {
    const received = await response
    return { status: received.status, said: ((await received.json()) as { error: string }).error }
  }
  expect(await outcomeOf(postJson('{'))).toEqual(rejected)
  const response = postJson(`{"said":"${'x'.repeat(2 * defaultBodyBytes)}`)
  await expect.poll(() => pendingRequests.length).toBe(1)
  pendingRequests.shift()?.release()
  expect(await outcomeOf(response)).toEqual(rejected)
})
