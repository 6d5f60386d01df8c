import { afterAll, expect, test } from 'vitest'
import { minRates } from '#server/http/request-limits.ts'
import { isTooSlow } from '#server/http/transfer-rates.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { partHeaders, tusClient } from '#tests/support/send-upload.ts'
import { listening, startTestApp } from '#tests/support/test-app.ts'

const idle = 600
const site = await startTestApp({ timeouts: { headers: 300, body: 300, idle, leftover: 300 } })
afterAll(() => site.close())
const address = await listening(site)
const { headers, start: begin, offsetOf } = tusClient(address, await site.signUp())

async function startPatch(path: string, { length, offset = 0 }: { length?: number; offset?: number }) {
  const connection = await openRawConnection(address)
  const framing: Record<string, string | number> =
    length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }
  connection.write(requestHead(`PATCH ${path}`, { ...headers, ...partHeaders(offset), ...framing }))
  return connection
}

test('a stalled upload gets 408 and is disconnected, and continues where it stopped', async () => {
  const path = await begin(5_000)
  const connection = await startPatch(path, { length: 5_000 })
  connection.write('x'.repeat(3_000))
  await connection.closed
  expect(connection.statuses()).toEqual([408])
  expect(connection.received.text).toMatch(/"code":"timed_out"/)
  await expect.poll(() => offsetOf(path)).toBe(3_000)
  const resumed = await startPatch(path, { length: 2_000, offset: 3_000 })
  resumed.write('y'.repeat(2_000))
  await expect.poll(() => resumed.statuses()).toEqual([204])
  resumed.end()
})

test.each([
  ['with its length', { length: 100_000 }, 'x'],
  ['in chunks', {}, '1\r\nx\r\n'],
])('an upload that crawls is cut as well, %s', async (_framing, declared, chunk) => {
  const connection = await startPatch(await begin(100_000), declared)
  const timer = setInterval(() => connection.write(chunk), 20)
  await connection.closed
  clearInterval(timer)
  expect(connection.statuses()).toEqual([408])
})

test('an upload that takes longer than a normal request succeeds', async () => {
  const path = await begin(40_000)
  const connection = await startPatch(path, { length: 40_000 })
  for (let sent = 0; sent < 40; sent++) {
    connection.write('x'.repeat(1_000))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await expect.poll(() => connection.statuses()).toEqual([204])
  connection.end()
  expect(await offsetOf(path)).toBe(40_000)
})

test('an unauthorised upload is cut off after the response', async () => {
  const connection = await openRawConnection(address)
  connection.write(requestHead('POST /api/uploads', { 'upload-length': 9_000, 'content-length': 9_000 }))
  await connection.closed
  expect(connection.statuses()).toEqual([401])
})

test('the lowest rate is 2 kB a second over a minute, of a download 16, and half a minute may be idle', () => {
  const isTooSlowUpload = (bytes: number[]) => isTooSlow(bytes, 30_000)
  const constantRate = (perSecond: number) => Array.from({ length: 13 }, (_, look) => look * 5 * perSecond)
  expect(isTooSlowUpload(constantRate(2_000))).toBe(false)
  expect(isTooSlowUpload(constantRate(1_900))).toBe(true)
  expect(isTooSlowUpload(constantRate(100).slice(0, 12))).toBe(false)
  const isTooSlowDownload = (perSecond: number) => isTooSlow(constantRate(perSecond), 30_000, minRates.download)
  expect([isTooSlowDownload(16_000), isTooSlowDownload(15_900)]).toEqual([false, true])
  expect(isTooSlowUpload([0, 9, 9, 9, 9, 9, 9])).toBe(false)
  expect(isTooSlowUpload([9, 9, 9, 9, 9, 9, 9])).toBe(true)
})
