import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { databaseUrlOf } from '#tests/support/test-database.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { listBackups } from './backup-folder.ts'
import { checkBackup, chooseBackup } from './check-backup.ts'
import { countUsers, createEmptySite } from './empty-site.testing.ts'
import { populateSite } from './populated-site.testing.ts'
import { verifySite } from './verify/verify-site.ts'

const home = createTestFolder()
const folder = join(home, 'backups')
const site = await startTestApp()
afterAll(() => site.close())
await populateSite(site)
const settings = { DATABASE_URL: databaseUrlOf(site.connection), DATA_DIR: site.dataDir }

const listUnfinished = async () => (await readdir(folder)).filter((name) => name.startsWith('unfinished'))

/** A shell's code for a program that was ended by SIGKILL. */
const killedCode = 128 + 9

const childOf = (pid = 0) => Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)

/** Runs the command, and kills it when its output contains `killAfter`. */
async function run(
  command: 'backup' | 'restore',
  env: Record<string, string>,
  killAfter?: string,
  kill: NodeJS.Signals = 'SIGKILL',
) {
  const program = resolve(import.meta.dirname, '../admin/admin-main.ts')
  const line = [process.execPath, program, command, folder].map((part) => `'${part}'`).join(' ')
  // Commands report their progress on a terminal only.
  const terminal = spawn('script', ['--quiet', '--return', '--flush', '--command', `exec ${line}`, '/dev/null'], {
    env: { ...process.env, ...env },
  })
  let output = ''
  let isKilled = false
  for (const stream of [terminal.stdout, terminal.stderr])
    stream.on('data', (text) => {
      output += text
      if (!killAfter || isKilled || !output.includes(killAfter)) return
      isKilled = true
      process.kill(childOf(terminal.pid), kill)
    })
  const [code] = await once(terminal, 'close')
  return { code, output }
}

const longTimeout = { timeout: 60_000 }

test('a backup that is killed is none, and the next one is whole', longTimeout, async () => {
  for (const killAfter of ['users: ', 'media: 50%']) {
    const { code, output } = await run('backup', settings, killAfter)
    expect(code, output).toBe(killedCode)
    for (const name of await listBackups(folder))
      expect(await checkBackup(await chooseBackup(folder, name), { deep: true })).toEqual([])
  }
  const { code, output } = await run('backup', settings)
  expect([code, output]).toEqual([0, expect.stringContaining('is made: ')])
  expect(await listUnfinished()).toEqual([])
  expect(await verifySite({ config: site.config, pool: site.pool, backups: folder })).toEqual([])
})

describe('a backup whose terminal disconnects ends and removes what it had written', () => {
  test.each(['SIGHUP', 'SIGTERM', 'SIGINT'] as const)('by %s', longTimeout, async (hangUpSignal) => {
    const { code, output } = await run('backup', settings, 'users: ', hangUpSignal)
    expect([code, output.trim().split('\n').at(-1)]).toEqual([
      1,
      `The backup was interrupted (${hangUpSignal}). Its partial files were removed.`,
    ])
    expect(await listUnfinished()).toEqual([])
  })

  test('by the end of npm, which started it', longTimeout, async () => {
    const holder = await site.pool.connect()
    await holder.query('begin; lock table zines in access exclusive mode')
    const npm = spawn('npm', ['run', 'backup', '--', folder], { env: { ...process.env, ...settings } })
    const ended = once(npm, 'close')
    await expect.poll(listUnfinished, { timeout: 20_000 }).toHaveLength(1)
    const [name = ''] = await listUnfinished()
    npm.kill('SIGHUP')
    await ended
    await expect.poll(() => isAlive(Number(name.split('-')[1])), { timeout: 10_000 }).toBe(false)
    expect(await listUnfinished()).toEqual([])
    await holder.query('rollback')
    holder.release()
  })
})

test(
  'a site whose restore was killed is empty or complete, and can be restored again or started',
  longTimeout,
  async () => {
    const emptySite = await createEmptySite(home)
    const env = { DATA_DIR: emptySite.dataDir, DATABASE_URL: emptySite.databaseUrl }
    for (const killAfter of ['media: 50%', 'indexes']) {
      const { code, output } = await run('restore', env, killAfter)
      expect(code, output).toBe(killedCode)
      expect(await countUsers(emptySite.databaseUrl)).toBe(0)
    }
    const database = await openDatabase(emptySite.config())
    await database.stop()
    const { code, output } = await run('restore', env)
    expect([code, output]).toEqual([0, expect.stringContaining('is restored: ')])
    const other = await openDatabase(emptySite.config())
    expect(await verifySite({ config: emptySite.config(), pool: other.pool })).toEqual([])
    // Stop first: the count below waits for open connections, and idle ones stay open for a while.
    await other.stop()
    expect(await countUsers(emptySite.databaseUrl)).toBe(2)
  },
)
