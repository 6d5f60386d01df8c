import { afterAll, expect, test } from 'vitest'
import { lowestRates } from '#server/http/request-bounds.ts'
import { isTooSlow } from '#server/http/upload-pace.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { partHeaders, tusClient } from '#tests/support/send-upload.ts'
import { listening, startTestApp } from '#tests/support/test-app.ts'

const idle = 600
const site = await startTestApp({ timeouts: { headers: 300, body: 300, idle, leftover: 300 } })
afterAll(() => site.close())
const address = await listening(site)
const { headers, begin, offsetOf } = tusClient(address, await site.signUp())

async function patch(path: string, { length, offset = 0 }: { length?: number; offset?: number }) {
  const connection = await openConnection(address)
  const framing: Record<string, string | number> =
    length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }
  connection.say(head(`PATCH ${path}`, { ...headers, ...partHeaders(offset), ...framing }))
  return connection
}

test('a stalled upload gets 408 and is disconnected, and continues where it stopped', async () => {
  const path = await begin(5_000)
  const connection = await patch(path, { length: 5_000 })
  connection.say('x'.repeat(3_000))
  await connection.closed
  expect(connection.statuses()).toEqual([408])
  expect(connection.came.text).toMatch(/"code":"timed_out"/)
  await expect.poll(() => offsetOf(path)).toBe(3_000)
  const rest = await patch(path, { length: 2_000, offset: 3_000 })
  rest.say('y'.repeat(2_000))
  await expect.poll(() => rest.statuses()).toEqual([204])
  rest.end()
})

test.each([
  ['with its length', { length: 100_000 }, 'x'],
  ['in chunks', {}, '1\r\nx\r\n'],
])('an upload that crawls is cut as well, %s', async (_framing, declared, drop) => {
  const connection = await patch(await begin(100_000), declared)
  const timer = setInterval(() => connection.say(drop), 20)
  await connection.closed
  clearInterval(timer)
  expect(connection.statuses()).toEqual([408])
})

test('an upload that takes longer than a normal request succeeds', async () => {
  const path = await begin(40_000)
  const connection = await patch(path, { length: 40_000 })
  for (let sent = 0; sent < 40; sent++) {
    connection.say('x'.repeat(1_000))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await expect.poll(() => connection.statuses()).toEqual([204])
  connection.end()
  expect(await offsetOf(path)).toBe(40_000)
})

test('an unauthorised upload is cut off after the response', async () => {
  const connection = await openConnection(address)
  connection.say(head('POST /api/uploads', { 'upload-length': 9_000, 'content-length': 9_000 }))
  await connection.closed
  expect(connection.statuses()).toEqual([401])
})

test('the lowest rate is 2 kB a second over a minute, of a download 16, and half a minute may be idle', () => {
  const every5s = (bytes: number[]) => isTooSlow(bytes, 30_000)
  const steady = (perSecond: number) => Array.from({ length: 13 }, (_, look) => look * 5 * perSecond)
  expect(every5s(steady(2_000))).toBe(false)
  expect(every5s(steady(1_900))).toBe(true)
  expect(every5s(steady(100).slice(0, 12))).toBe(false)
  const ofDownload = (perSecond: number) => isTooSlow(steady(perSecond), 30_000, lowestRates.download)
  expect([ofDownload(16_000), ofDownload(15_900)]).toEqual([false, true])
  expect(every5s([0, 9, 9, 9, 9, 9, 9])).toBe(false)
  expect(every5s([9, 9, 9, 9, 9, 9, 9])).toBe(true)
})
