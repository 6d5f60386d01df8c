import { expect, test } from 'vitest'
import { whileLocked } from '#tests/support/locks.ts'
import { connectionsOf, head, openConnection, type RawConnection } from '#tests/support/raw-connection.ts'
import { atOnce, listening, openTestApp } from '#tests/support/test-app.ts'
import { beginProject } from '#tests/support/workspace.ts'
import { mostBehind } from './request-bounds.ts'

const long = head('GET /api/openapi.json')

const site = await openTestApp({ settings: { TRUST_PROXY: 'true' }, timeouts: { unread: 30_000 } })
const address = await listening(site)

const ask = (text: string) => openConnection(address, text)

test('a few requests behind each other are answered, a flood of them is cut short', async () => {
  const few = await ask(head('GET /healthz').repeat(mostBehind + 1))
  await expect.poll(() => few.statuses()).toEqual(Array(mostBehind + 1).fill(200))
  few.say(head('GET /healthz').repeat(mostBehind + 1))
  await expect.poll(() => few.statuses().length).toBe(2 * mostBehind + 2)
  const flood = await ask(long.repeat(500))
  await flood.closed
  expect(flood.statuses().filter((status) => status === 200).length).toBeLessThanOrEqual(mostBehind + 1)
  expect(flood.statuses().at(-1)).toBe(429)
  expect(flood.statuses().length).toBeLessThanOrEqual(mostBehind + 2)
})

test('an address that leaves very many answers unread gets no more, others do', async () => {
  const ana = await site.signUp()
  const { id } = await beginProject(site, ana, { notes: 'x'.repeat(1_000_000) })
  const askFrom = (given: string) =>
    head(`GET /api/projects/${id}`, { 'x-forwarded-for': given, cookie: ana.cookie })
  const connections: RawConnection[] = []
  for (let opened = 0; opened < 20; opened++) {
    const connection = await openConnection(address)
    connections.push(connection)
    connection.socket.pause()
    connection.say(askFrom('192.0.2.1').repeat(mostBehind + 1))
  }
  const statusFor = async (given: string) => {
    const connection = await ask(askFrom(given))
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
  const { id } = await beginProject(site, ana, { notes: 'x'.repeat(1_000_000) })
  const asking = head(`GET /api/projects/${id}`, { 'x-forwarded-for': '192.0.2.3', cookie: ana.cookie })
  await whileLocked(site, 'lock table projects', async () => {
    const gone = await atOnce(40, () => ask(asking))
    await expect.poll(() => connectionsOf(site.app)).toBe(gone.length)
    for (const connection of gone) connection.end()
    await expect.poll(() => connectionsOf(site.app)).toBe(0)
  })
  // One connection listens for changes of other processes.
  await expect
    .poll(() => [site.pool.waitingCount, site.pool.totalCount - site.pool.idleCount])
    .toEqual([0, 1])
  for (let asked = 0; asked < 5; asked++) {
    const after = await ask(asking)
    await expect.poll(() => after.statuses()).toEqual([200])
  }
})
