import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { addressOf } from '#tests/support/test-database.ts'
import { listBackups } from './backup-folder.ts'
import { checkBackup, chooseBackup } from './check-backup.ts'
import { liveIn } from './lived-in-site.testing.ts'
import { countUsers, emptyPlace } from './site-to-restore.testing.ts'
import { verifySite } from './verify/verify-site.ts'

const home = ownFolder()
const folder = join(home, 'backups')
const site = await startTestApp()
afterAll(() => site.close())
await liveIn(site)
const settings = { DATABASE_URL: addressOf(site.connection), DATA_DIR: site.dataDir }

const unfinished = async () => (await readdir(folder)).filter((name) => name.startsWith('unfinished'))

/** Runs the command, and kills it when its output contains `killAt`. */
async function run(
  command: 'backup' | 'restore',
  env: Record<string, string>,
  killAt?: string,
  kill: NodeJS.Signals = 'SIGKILL',
) {
  const program = resolve(import.meta.dirname, `${command}-main.ts`)
  const child = spawn(process.execPath, [program, folder], { env: { ...process.env, ...env } })
  let said = ''
  let isKilled = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
      if (!killAt || isKilled || !said.includes(killAt)) return
      isKilled = true
      child.kill(kill)
    })
  const [code, signal] = await once(child, 'close')
  return { code, signal, said }
}

const slow = { timeout: 60_000 }

test('a backup that is killed is none, and the next one is whole', slow, async () => {
  for (const killAt of ['users: ', 'media: 50 %']) {
    const { signal, said } = await run('backup', settings, killAt)
    expect(signal, said).toBe('SIGKILL')
    for (const name of await listBackups(folder))
      expect(await checkBackup(await chooseBackup(folder, name), { deep: true })).toEqual([])
  }
  const { code, said } = await run('backup', settings)
  expect([code, said]).toEqual([0, expect.stringContaining('is made: ')])
  expect(await unfinished()).toEqual([])
  expect(await verifySite({ config: site.config, pool: site.pool, backups: folder })).toEqual([])
})

describe('a backup whose terminal disconnects ends and removes what it had written', () => {
  test.each(['SIGHUP', 'SIGTERM', 'SIGINT'] as const)('by %s', slow, async (hangUp) => {
    const { code, said } = await run('backup', settings, 'users: ', hangUp)
    expect([code, said.trim().split('\n').at(-1)]).toEqual([
      1,
      `The backup was interrupted (${hangUp}). Its partial files were removed.`,
    ])
    expect(await unfinished()).toEqual([])
  })

  test('by the end of npm, which started it', slow, async () => {
    const holder = await site.pool.connect()
    await holder.query('begin; lock table zines in access exclusive mode')
    const npm = spawn('npm', ['run', 'backup', '--', folder], { env: { ...process.env, ...settings } })
    await expect.poll(unfinished, { timeout: 20_000 }).toHaveLength(1)
    const [name = ''] = await unfinished()
    npm.kill('SIGHUP')
    await expect.poll(() => isAlive(Number(name.split('-')[1])), { timeout: 10_000 }).toBe(false)
    expect(await unfinished()).toEqual([])
    await holder.query('rollback')
    holder.release()
  })
})

test(
  'a site whose restore was killed is empty or complete, and can be restored again or started',
  slow,
  async () => {
    const place = await emptyPlace(home)
    const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
    for (const killAt of ['media: 50 %', 'indexes']) {
      const { signal, said } = await run('restore', env, killAt)
      expect(signal, said).toBe('SIGKILL')
      expect(await countUsers(place.databaseUrl)).toBe(0)
    }
    const started = await openDatabase(place.config())
    await started.stop()
    const { code, said } = await run('restore', env)
    expect([code, said]).toEqual([0, expect.stringContaining('is restored: ')])
    const other = await openDatabase(place.config())
    expect(await verifySite({ config: place.config(), pool: other.pool })).toEqual([])
    // Stop first: the count below waits for open connections, and idle ones stay open for a while.
    await other.stop()
    expect(await countUsers(place.databaseUrl)).toBe(2)
  },
)
