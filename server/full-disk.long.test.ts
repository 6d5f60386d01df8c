import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { canMount, megabytes, mountSmallDisk } from '#tests/support/small-disk.ts'

const ana = { email: 'ana@example.org', username: 'ana', name: 'ana', password: 'correct horse' }

const slow = { timeout: 90_000 }
const waitOptions = { timeout: 5_000 }

describe.skipIf(!canMount)('with all its data on a small disk (skipped where none can be mounted)', () => {
  let disk: Awaited<ReturnType<typeof mountSmallDisk>>
  let site: RunningSite
  let cookie = ''
  let project = { id: '', version: 1 }

  const start = async () => {
    site = await runSite({ DATA_DIR: disk.folder, KEEP_FREE_MB: '64' })
  }
  const send = (method: string, path: string, body?: object) =>
    fetch(site.address + path, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const authenticate = async (action: 'sign-in' | 'sign-up') => {
    const { email, password } = ana
    const response = await send('POST', `/api/auth/${action}/email`, action === 'sign-up' ? ana : { email, password })
    expect(response.status).toBe(200)
    const set = response.headers.getSetCookie()
    cookie = set.map((cookieHeader) => cookieHeader.split(';')[0]).join('; ')
  }
  const save = async (notes: string) => {
    const response = await send('PUT', `/api/projects/${project.id}`, { notes })
    return { status: response.status, ...((await response.json()) as { error?: string; code?: string }) }
  }
  const statusOf = async (path: string) => (await send('GET', path)).status
  const readiness = async () => (await send('GET', '/readyz')).json()

  beforeAll(async () => {
    disk = await mountSmallDisk(600)
    await start()
    await authenticate('sign-up')
    await send('POST', '/api/users/create-profile', {})
    const created = await send('POST', '/api/projects', { title: 'Plans', notes: 'Fold' })
    project = ((await created.json()) as { project: typeof project }).project
  })
  afterEach(() => disk.freeSpace())
  afterAll(async () => {
    await site.end()
    await disk.unmount()
  })

  test(
    'reading works while it is full, saving is rejected with a message, and works again when there is space',
    slow,
    async () => {
      expect((await save('Staple')).status).toBe(200)
      await disk.fillUpTo(megabytes(40))
      const full = { status: 'not ready', storage: 'full' }
      await expect.poll(readiness, waitOptions).toEqual(full)
      expect(await save('Trim')).toMatchObject({
        status: 507,
        code: 'storage_full',
        error: 'The server’s disk is full, so nothing was saved. Please try again later.',
      })
      expect((await send('POST', '/api/uploads')).status).toBe(507)
      expect([await statusOf('/readyz'), await statusOf('/readyz/reading')]).toEqual([503, 200])
      for (const path of ['/api/zines', `/api/projects/${project.id}`, '/api/auth/user', '/healthz'])
        expect([path, await statusOf(path)]).toEqual([path, 200])
      expect((await send('POST', '/api/auth/sign-out', {})).status).toBe(200)
      await authenticate('sign-in')
      await disk.freeSpace()
      await expect.poll(async () => (await save('Trim')).status, waitOptions).toBe(200)
      expect(await readiness()).toEqual({ status: 'ready' })
    },
  )

  test('on a full disk it stops cleanly, and a start says how much space to free', slow, async () => {
    await writeFile(join(disk.folder, 'reserve'), Buffer.alloc(1000))
    await disk.fillUpTo(0)
    site.signal('SIGTERM')
    expect(await site.ended).toBe(0)
    await start()
    expect(await site.ended).toBe(1)
    const [, missing] = /Free at least (\d+) MB, then start/.exec(site.output.err) ?? []
    await disk.fillUpTo(megabytes(Number(missing)))
    await start()
    expect(await statusOf(`/api/projects/${project.id}`)).toBe(200)
    expect((await save('Fold again')).status).toBe(507)
    expect(existsSync(join(disk.folder, 'reserve'))).toBe(false)
    await disk.freeSpace()
    await expect.poll(async () => (await save('Fold again')).status, waitOptions).toBe(200)
  })

  test('a database that stopped for lack of space restarts automatically once there is space', slow, async () => {
    await disk.fillUpTo(0)
    await writeUntilFull()
    await expect.poll(() => site.output.out).toContain('could not be started again yet')
    expect(await statusOf('/healthz')).toBe(200)
    await disk.freeSpace()
    await expect.poll(() => statusOf('/api/zines')).toBe(200)
    await expect.poll(async () => (await save('Staple again')).status, waitOptions).toBe(200)
  })

  /** Fills only PostgreSQL's write-ahead log, which makes it stop when the disk is full. */
  async function writeUntilFull() {
    const client = new pg.Client({ host: site.socketFolder(), user: 'foldout', database: 'foldout' })
    client.on('error', () => undefined)
    await client.connect()
    const write = () =>
      client.query(`select pg_logical_emit_message(false, 'filling', repeat('x', 4000000))`).then(
        () => true,
        () => false,
      )
    while (await write());
    await client.end().catch(() => undefined)
  }
})
