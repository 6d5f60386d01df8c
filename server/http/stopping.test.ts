import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { countConnections, openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { listening, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const MB = 1024 * 1024
const json = { 'content-type': 'application/json' }
/** No other timeout ends anything here in time. */
const stopAfter = 400
const started = async (timeouts = {}) => {
  const site = await startTestApp({ timeouts: { stop: stopAfter, ...timeouts } })
  onTestFinished(() => site.close())
  await storeVideo(site)
  const address = await listening(site)
  return { site, address }
}
const video = `${'a'.repeat(32)}.mp4`
const videoRequest = requestHead(`GET /media/${video}`)
/** Longer than the network buffers, so that a client that does not read leaves data unsent. */
async function storeVideo({ dataDir, media }: TestApp) {
  const path = join(dataDir, 'video')
  await using file = await open(path, 'w')
  await file.truncate(100 * MB)
  await media.storage.put(video, path)
}
const lockZines = 'lock table zines in access exclusive mode'
const shortPause = () => new Promise((resolve) => setTimeout(resolve, 100))

async function closing({ site: { app, drain } }: { site: TestApp }) {
  const startedAt = performance.now()
  await drain()
  await app.close()
  return performance.now() - startedAt
}

describe('a stop ends despite', () => {
  test.each([
    [
      'a body that does not end',
      requestHead('POST /api/auth/sign-in/email', { ...json, 'content-length': 900 }),
      [503],
    ],
    ['a request that has only begun', 'GET / HTTP/1.1\r\nhost: local', []],
    ['a body of an answered request', requestHead('GET /healthz', { 'content-length': 900 }), [200]],
    [
      'a request behind another on the same line',
      requestHead('GET /healthz') + requestHead('POST /api/auth/sign-in/email', { ...json, 'content-length': 900 }),
      [200, 503],
    ],
  ])('%s', async (_what, text, statuses) => {
    const on = await started()
    const connection = await openRawConnection(on.address, text)
    await shortPause()
    expect(await closing(on)).toBeLessThan(stopAfter + 20_000)
    await connection.closed
    expect(connection.statuses()).toEqual(statuses)
  })

  test('a long upload, whose received bytes are saved', async () => {
    const on = await started()
    const ana = await on.site.signUp()
    const tus = { 'tus-resumable': '1.0.0', cookie: ana.cookie }
    const headers = { ...tus, 'upload-length': String(5 * MB) }
    const created = await fetch(`${on.address}/api/uploads`, { method: 'POST', headers })
    const path = created.headers.get('location') ?? ''
    const content = { 'content-type': 'application/offset+octet-stream', 'content-length': 5 * MB }
    const uploading = await openRawConnection(
      on.address,
      requestHead(`PATCH ${path}`, { ...tus, ...content, 'upload-offset': 0 }),
    )
    const storedBytes = async () => (await on.site.media.uploads.getUpload(path.slice(-32))).offset
    uploading.write(Buffer.alloc(MB))
    await expect.poll(storedBytes).toBe(MB)
    expect(await closing(on)).toBeLessThan(stopAfter + 20_000)
    expect(await storedBytes()).toBe(MB)
  })

  test('a response that the client does not read', async () => {
    const on = await started()
    const reader = await openRawConnection(on.address)
    reader.socket.pause()
    reader.write(videoRequest)
    await shortPause()
    expect(await closing(on)).toBeLessThan(stopAfter + 20_000)
  })

  test('an idle connection, which it does not wait for', async () => {
    const on = await started({ stop: 30_000 })
    const idle = await openRawConnection(on.address, requestHead('GET /healthz'))
    await expect.poll(() => idle.statuses()).toEqual([200])
    expect(await closing(on)).toBeLessThan(20_000)
    await idle.closed
  })
})

test('a stop answers requests in flight, also several on one connection', async () => {
  const on = await started({ stop: 30_000 })
  const { connection, closed } = await withLock(on.site, lockZines, async () => {
    const requests = requestHead('GET /api/zines') + requestHead('GET /api/zines?limit=2')
    const connection = await openRawConnection(on.address, requests)
    await untilLocksAreAwaited(on.site, 2)
    const closed = closing(on)
    await shortPause()
    return { connection, closed }
  })
  await closed
  await connection.closed
  expect(connection.statuses()).toEqual([200, 200])
})

test('an unread response ends its connection, and one that is read slowly does not', async () => {
  const on = await started({ unread: 3_000 })
  const [unread, slow] = await Promise.all([openRawConnection(on.address), openRawConnection(on.address)])
  for (const { socket, write: send } of [unread, slow]) {
    socket.pause()
    send(videoRequest)
  }
  const timer = setInterval(() => {
    slow.socket.resume()
    setTimeout(() => slow.socket.pause(), 20)
  }, 100)
  await expect.poll(() => countConnections(on.site.app)).toBe(2)
  await expect.poll(() => countConnections(on.site.app)).toBe(1)
  await expect.poll(() => slow.socket.bytesRead).toBeGreaterThan(100 * MB)
  clearInterval(timer)
  expect(unread.socket.bytesRead).toBeLessThan(MB)
})

test('a slow response does not end its connection', async () => {
  const on = await started({ unread: 200 })
  const connection = await openRawConnection(on.address, requestHead('GET /healthz'))
  await expect.poll(() => connection.statuses()).toEqual([200])
  await withLock(on.site, lockZines, async () => {
    connection.write(requestHead('GET /api/zines'))
    await new Promise((resolve) => setTimeout(resolve, 700))
  })
  await expect.poll(() => connection.statuses()).toEqual([200, 200])
})
