import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { readPidFile } from '#server/db/embedded/pid-file.ts'
import { changeOwner, chooseServiceUser } from '#server/db/embedded/service-user.ts'
import { spawnWithWatchdog, type Watchdog } from '#server/db/embedded/watchdog.ts'
import { findFreePort } from './free-port.ts'

export type DebianPostgres = { databaseUrl: string; major: number; stop(): Promise<void> }

/**
 * PostgreSQL as others run it: from Debian's packages, over TCP with a password, and with a role that owns its database but
 * is not a superuser.
 * @returns undefined if none is installed
 */
export async function startDebianPostgres(): Promise<DebianPostgres | undefined> {
  const major = newestInstalledMajor()
  if (!major) return undefined
  const programs = `/usr/lib/postgresql/${major}/bin`
  const home = await mkdtemp(join(tmpdir(), 'foldout-debian-'))
  await chmod(home, 0o711)
  const cluster = await createCluster(programs, home)
  const port = await findFreePort()
  const watchdog = await launch(programs, { home, cluster, port })
  const databaseUrl = await createDatabase(port, await readFile(join(home, 'password'), 'utf8'))
  const stop = async () => {
    await watchdog.release()
    await rm(home, { recursive: true, force: true })
  }
  return { databaseUrl, major, stop }
}

function newestInstalledMajor(): number | undefined {
  if (!existsSync('/usr/lib/postgresql')) return undefined
  return readdirSync('/usr/lib/postgresql')
    .filter((name) => existsSync(`/usr/lib/postgresql/${name}/bin/initdb`))
    .map(Number)
    .sort((a, b) => b - a)[0]
}

async function createCluster(programs: string, home: string): Promise<string> {
  const cluster = join(home, 'cluster')
  const passwordFile = join(home, 'password')
  const user = chooseServiceUser(cluster)
  await mkdir(cluster, { mode: 0o700 })
  await mkdir(join(home, 'socket'), { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 })
  for (const path of [cluster, join(home, 'socket'), passwordFile]) changeOwner(user, path)
  const flags = ['-D', cluster, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const text = ['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(`${programs}/initdb`, [...flags, ...text], { ...user, cwd: cluster })
  return cluster
}

async function launch(
  programs: string,
  { home, cluster, port }: { home: string; cluster: string; port: number },
): Promise<Watchdog> {
  const socketFolder = join(home, 'socket')
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const watchdog = spawnWithWatchdog([`${programs}/postgres`, '-D', cluster, ...flags], {
    user: chooseServiceUser(cluster),
    cwd: cluster,
    socketFolder,
    logFd: openSync(join(home, 'log'), 'a'),
  })
  await waitUntilReady(cluster, watchdog, join(home, 'log'))
  return watchdog
}

async function waitUntilReady(cluster: string, watchdog: Watchdog, log: string): Promise<void> {
  let hasEnded = false
  watchdog.ended.then(() => {
    hasEnded = true
  })
  while (readPidFile(cluster)?.status !== 'ready') {
    if (hasEnded) throw new Error(`Debian's PostgreSQL did not start:\n${await readFile(log, 'utf8')}`)
    await sleep(10)
  }
}

async function createDatabase(port: number, password: string): Promise<string> {
  const admin = new pg.Client(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`)
  await admin.connect()
  await admin.query(`create role foldout login createdb password '${password}'`)
  await admin.query('create database foldout owner foldout')
  await admin.end()
  return `postgres://foldout:${password}@127.0.0.1:${port}/foldout`
}
