import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { superuser } from './database.ts'
import {
  launchApp,
  query,
  readMarks,
  start,
  startApp,
  temporaryFolder,
  waitUntil,
  writeMark,
} from './embedded-postgres.testing.ts'
import { isAlive, readPidFile } from './pid-file.ts'

vi.setConfig({ testTimeout: 30_000 })

const childrenOf = (pid: number) =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => Number(line) || [])

/** Shared by consecutive tests: each leaves a database that the next must be able to start. */
const dataDir = createTestFolder()

describe('a start', () => {
  test('answers on a private socket and on no port', async () => {
    const { connection } = await start({ dataDir })
    expect(await query(connection, 'select 1')).toEqual([1])
    expect(await query(connection, 'show listen_addresses')).toEqual([''])
    expect(await query(connection, 'select current_database()')).toEqual(['foldout'])
  })

  test('finds the data of the last one', async () => {
    const first = await start({ dataDir })
    const mark = await writeMark(first.connection)
    await first.stop()
    expect(existsSync(first.connection.host)).toBe(false)
    const second = await start({ dataDir })
    expect(await readMarks(second.connection)).toContain(mark)
  })

  test('syncs to disk unless durability is turned off', async () => {
    const { connection } = await start({ dataDir, durable: true })
    expect(await query(connection, 'show fsync')).toEqual(['on'])
  })
})

describe('the site’s role', () => {
  const isSuperuser =
    'select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls from pg_roles where rolname = current_user'

  test('owns its database and can do nothing to the machine', async () => {
    const { connection } = await start({ dataDir })
    expect(await query(connection, isSuperuser)).toEqual([false])
    for (const forbidden of [
      `copy (select 1) to program 'cat'`,
      `select pg_read_file('postgresql.conf')`,
      `create database another`,
      `create role another superuser`,
      `alter system set fsync = off`,
      `set session_replication_role = replica`,
      `set role ${superuser}`,
    ])
      await expect(query(connection, forbidden), forbidden).rejects.toThrow(/permission denied|must be/)
  })
})

describe('a second start on the same data', () => {
  test('is rejected while the first runs, which continues', async () => {
    const { connection } = await startApp({ dataDir })
    await expect(start({ dataDir })).rejects.toThrow('Foldout is already running on this data folder.')
    expect(await query(connection, 'select 1')).toEqual([1])
  })

  test('at the same moment, on an empty folder, leaves one that runs', async () => {
    const dataDir = await temporaryFolder()
    const apps = await Promise.all([startApp({ dataDir }), startApp({ dataDir })])
    expect(apps.filter((app) => app.connection)).toHaveLength(1)
    expect(apps.filter((app) => app.error?.startsWith('Foldout is already running'))).toHaveLength(1)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })
})

describe('an app that is killed', () => {
  test('ends its PostgreSQL and removes its socket folder', async () => {
    const { child, connection } = await startApp({ dataDir })
    const server = readPidFile(join(dataDir, 'postgres'))?.pid ?? 0
    expect(isAlive(server)).toBe(true)
    child.kill('SIGKILL')
    await waitUntil(() => !isAlive(server), 'PostgreSQL was gone')
    await waitUntil(() => !existsSync(connection?.host ?? ''), 'its socket folder was gone')
  })

  test('ends its PostgreSQL even if that is frozen', async () => {
    const { child, connection } = await startApp({ dataDir })
    const sleeping = query(connection, 'select pg_sleep(60)').catch(() => undefined)
    const server = readPidFile(join(dataDir, 'postgres'))?.pid ?? 0
    // The server first, so that none of its processes ends before it is stopped.
    process.kill(server, 'SIGSTOP')
    const serverPids = [server, ...childrenOf(server).filter(isAlive)]
    for (const pid of serverPids) process.kill(pid, 'SIGSTOP')
    onTestFinished(() => serverPids.filter(isAlive).forEach((pid) => void process.kill(pid, 'SIGKILL')))
    child.kill('SIGKILL')
    await waitUntil(() => !serverPids.some(isAlive), 'PostgreSQL was gone')
    await sleeping
  })

  test('can be restarted immediately, with its data', async () => {
    const killed = await startApp({ dataDir })
    const mark = await writeMark(killed.connection)
    killed.child.kill('SIGKILL')
    const { connection } = await start({ dataDir })
    expect(await readMarks(connection)).toContain(mark)
  })

  test('while it made the database makes it again', async () => {
    const dataDir = await temporaryFolder()
    const killed = launchApp({ dataDir })
    const isInitdbRunning = () => readdirSync(dataDir).some((name) => name.startsWith('postgres.init-'))
    await waitUntil(isInitdbRunning, 'initdb ran')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const { connection } = await start({ dataDir })
    expect(await query(connection, 'select 1')).toEqual([1])
    expect(isInitdbRunning()).toBe(false)
  })

  test('between making the cluster and the database in it makes the latter', async () => {
    const first = await start({ dataDir })
    await query({ ...first.connection, database: 'postgres' }, 'drop database foldout')
    await first.stop()
    const { connection } = await start({ dataDir })
    expect(await query(connection, 'select 1')).toEqual([1])
  })
})

describe('a PostgreSQL that is killed', () => {
  test('is missed in the log, and the next start has the data', async () => {
    const first = await start({ dataDir, durable: true })
    const mark = await writeMark(first.connection)
    process.kill(readPidFile(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
    await waitUntil(() => first.logged.length > 0, 'a log line')
    expect(first.logged).toEqual([expect.stringContaining('PostgreSQL exited unexpectedly')])
    await first.stop()
    expect(existsSync(first.connection.host)).toBe(false)
    const { connection } = await start({ dataDir })
    expect(await readMarks(connection)).toContain(mark)
  })
})

describe('data that cannot be used', () => {
  test('of another PostgreSQL is left alone, both versions are named, and what to do', async () => {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'postgres'))
    const writeVersion = (major: string) => writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${major}\n`)
    await writeVersion('17')
    await expect(start({ dataDir })).rejects.toThrow(
      /created by PostgreSQL 17; .* bundles PostgreSQL 18\. To bring it over:\n {2}1\. .*\n {2}2\. mv .*\n {2}3\. npm run restore -- FOLDER$/,
    )
    await writeVersion('99')
    await expect(start({ dataDir })).rejects.toThrow(/created by PostgreSQL 99; .* or a newer one\.$/)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
  })

  test('is reported with the last log lines of PostgreSQL', async () => {
    const settings = join(dataDir, 'postgres', 'postgresql.auto.conf')
    await writeFile(settings, 'nonsense nonsense')
    onTestFinished(() => writeFile(settings, ''))
    await expect(start({ dataDir })).rejects.toThrow(/unrecognized configuration parameter.*DATABASE_URL/s)
  })

  test('because of an obstructing folder reports that', async () => {
    const dataDir = join(await temporaryFolder(), 'file')
    await writeFile(dataDir, '')
    await expect(start({ dataDir })).rejects.toThrow(/could not be prepared/)
  })
})
