import { expect, test } from 'vitest'
import { withLock } from '#tests/support/locks.ts'
import { countConnections, openRawConnection, type RawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { callConcurrently, listening, openTestApp } from '#tests/support/test-app.ts'

const open: RawConnection[] = []
const site = await openTestApp({ settings: { MAX_IMAGE_MB: '8' } })
const address = await listening(site)

async function sendPartialBody(cookie: string, path: string, length: number) {
  const headers = { cookie, 'content-type': 'application/json', 'content-length': length }
  open.push(await openRawConnection(address, `${requestHead(path, headers)}{`))
}

test('clients that use all memory for bodies do not block other writers', async () => {
  const [regularMember, ...others] = await callConcurrently(10, () => site.signUp())
  for (const { id, cookie } of others)
    for (let opened = 0; opened < 32; opened++) await sendPartialBody(cookie, `PUT /api/users/${id}`, 64 * 1024)
  for (const { cookie } of others) await sendPartialBody(cookie, 'POST /api/upload-zine-media', 10 * 1024 * 1024)
  await expect.poll(() => open.filter((each) => each.statuses()[0] === 503).length).toBeGreaterThan(8)
  expect(open.map(({ received }) => received.text).join()).toMatch(/503 .*retry-after: \d/s)
  for (const notes of ['Short', 'Long'.repeat(30_000)]) {
    const created = await site.post('/api/projects', { title: 'Moths', notes }, regularMember)
    expect(created.status).toBe(201)
  }
})

test('a client that disconnects before its body is read releases its memory', async () => {
  const member = await site.signUp()
  const { id, cookie } = member
  await expect.poll(() => countConnections(site.app)).toBe(0)
  open.length = 0
  await withLock(site, 'lock table sessions', async () => {
    for (let opened = 0; opened < 32; opened++) await sendPartialBody(cookie, `PUT /api/users/${id}`, 64 * 1024)
    await expect.poll(() => countConnections(site.app)).toBe(32)
    for (const connection of open) connection.end()
    await expect.poll(() => countConnections(site.app)).toBe(0)
  })
  // One connection listens for changes of other processes.
  await expect.poll(() => site.pool.totalCount - site.pool.idleCount).toBe(1)
  expect((await site.put(`/api/users/${id}`, { bio: 'Back' }, member)).status).toBe(200)
})
