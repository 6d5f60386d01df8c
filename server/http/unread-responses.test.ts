import { expect, test } from 'vitest'
import { withLock } from '#tests/support/locks.ts'
import { countConnections, openRawConnection, type RawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { callConcurrently, listening, openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'
import { maxPipelined } from './request-limits.ts'

const longRequest = requestHead('GET /api/openapi.json')

const site = await openTestApp({ settings: { TRUST_PROXY: 'true' }, timeouts: { unread: 30_000 } })
const address = await listening(site)

const openWith = (text: string) => openRawConnection(address, text)

test('a few pipelined requests are answered, and many are cut off', async () => {
  const pipelined = await openWith(requestHead('GET /healthz').repeat(maxPipelined + 1))
  await expect.poll(() => pipelined.statuses()).toEqual(Array(maxPipelined + 1).fill(200))
  pipelined.write(requestHead('GET /healthz').repeat(maxPipelined + 1))
  await expect.poll(() => pipelined.statuses().length).toBe(2 * maxPipelined + 2)
  const floodConnection = await openWith(longRequest.repeat(500))
  await floodConnection.closed
  expect(floodConnection.statuses().filter((status) => status === 200).length).toBeLessThanOrEqual(maxPipelined + 1)
  expect(floodConnection.statuses().at(-1)).toBe(429)
  expect(floodConnection.statuses().length).toBeLessThanOrEqual(maxPipelined + 2)
})

test('an address with too many unread responses gets no more, and others do', async () => {
  const ana = await site.signUp()
  const { id } = await createProject(site, ana, { notes: 'x'.repeat(1_000_000) })
  const requestFrom = (clientAddress: string) =>
    requestHead(`GET /api/projects/${id}`, { 'x-forwarded-for': clientAddress, cookie: ana.cookie })
  const connections: RawConnection[] = []
  for (let opened = 0; opened < 20; opened++) {
    const connection = await openRawConnection(address)
    connections.push(connection)
    connection.socket.pause()
    connection.write(requestFrom('192.0.2.1').repeat(maxPipelined + 1))
  }
  const statusFor = async (clientAddress: string) => {
    const connection = await openWith(requestFrom(clientAddress))
    await expect.poll(() => connection.statuses()).not.toEqual([])
    return connection.statuses()[0]
  }
  await expect.poll(() => statusFor('192.0.2.1')).toBe(429)
  expect(await statusFor('192.0.2.2')).toBe(200)
  for (const connection of connections) connection.end()
  await expect.poll(() => statusFor('192.0.2.1')).toBe(200)
})

test('responses to disconnected clients are eventually released', async () => {
  const ana = await site.signUp()
  const { id } = await createProject(site, ana, { notes: 'x'.repeat(1_000_000) })
  const projectRequest = requestHead(`GET /api/projects/${id}`, {
    'x-forwarded-for': '192.0.2.3',
    cookie: ana.cookie,
  })
  await withLock(site, 'lock table projects', async () => {
    const closedConnections = await callConcurrently(40, () => openWith(projectRequest))
    await expect.poll(() => countConnections(site.app)).toBe(closedConnections.length)
    for (const connection of closedConnections) connection.end()
    await expect.poll(() => countConnections(site.app)).toBe(0)
  })
  // One connection listens for changes of other processes.
  await expect.poll(() => [site.pool.waitingCount, site.pool.totalCount - site.pool.idleCount]).toEqual([0, 1])
  for (let attempt = 0; attempt < 5; attempt++) {
    const after = await openWith(projectRequest)
    await expect.poll(() => after.statuses()).toEqual([200])
  }
})
