import { afterAll, expect, test } from 'vitest'
import { head, openConnection, type RawConnection } from '#tests/support/raw-connection.ts'
import { testSite } from '#tests/support/test-app.ts'

const open: RawConnection[] = []
const site = await testSite({ settings: { MAX_IMAGE_MB: '8' } })
const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => {
  for (const connection of open) connection.end()
})

async function hold(cookie: string, path: string, length: number) {
  const connection = await openConnection(address)
  open.push(connection)
  const headers = { cookie, 'content-type': 'application/json', 'content-length': length }
  connection.say(`${head(path, headers)}{`)
}

test('some who hold all the room there is for bodies keep nobody from writing', async () => {
  const [honest, ...others] = await Promise.all(Array.from({ length: 10 }, () => site.signUp()))
  for (const { id, cookie } of others)
    for (let opened = 0; opened < 32; opened++) await hold(cookie, `PUT /api/users/${id}`, 64 * 1024)
  for (const { cookie } of others) await hold(cookie, 'POST /api/upload-zine-media', 10 * 1024 * 1024)
  await expect.poll(() => open.filter((each) => each.statuses()[0] === 503).length).toBeGreaterThan(8)
  for (const notes of ['Short', 'Long'.repeat(30_000)]) {
    const body = { title: 'Moths', notes }
    const begun = await site.call({ method: 'POST', path: '/api/projects', body, as: honest })
    expect(begun.status).toBe(201)
  }
})

test('whoever leaves before their body is read holds no room for it', async () => {
  const { id, cookie } = await site.signUp()
  const connections = () =>
    new Promise((resolve) => site.app.server.getConnections((_error, count) => resolve(count)))
  for (const connection of open.splice(0)) connection.end()
  await expect.poll(connections).toBe(0)
  const holder = await site.pool.connect()
  await holder.query('begin; lock table sessions')
  for (let opened = 0; opened < 32; opened++) await hold(cookie, `PUT /api/users/${id}`, 64 * 1024)
  await expect.poll(connections).toBe(32)
  for (const connection of open.splice(0)) connection.end()
  await expect.poll(connections).toBe(0)
  await holder.query('rollback')
  holder.release()
  // One listens for changes of other processes.
  await expect.poll(() => site.pool.totalCount - site.pool.idleCount).toBe(1)
  const saved = await site.call({
    method: 'PUT',
    path: `/api/users/${id}`,
    body: { bio: 'Back' },
    headers: { cookie },
  })
  expect(saved.status).toBe(200)
})
