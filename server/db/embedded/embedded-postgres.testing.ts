import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import type { EmbeddedConnection } from './database.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { ServiceUser } from './service-user.ts'

/** A folder that every user may enter; removed after the test. */
export async function temporaryFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-test-'))
  onTestFinished(() => removeDataFolder(folder))
  await chmod(folder, mode)
  return folder
}

type Options = Omit<EmbeddedPostgresOptions, 'log'>

/** Starts PostgreSQL from this process and stops it after the test at the latest. */
export async function start(options: Options): Promise<EmbeddedPostgres & { logged: string[] }> {
  const logged: string[] = []
  const server = await startEmbeddedPostgres({ durable: false, ...options, log: (line) => logged.push(line) })
  onTestFinished(server.stop)
  return { ...server, logged }
}

export type ChildApp = {
  child: ChildProcess
  logged: string[]
  connection?: EmbeddedConnection
  error?: string
}

/** Starts PostgreSQL from a separate process, which is killed after the test. */
export async function startApp(options: Options, user?: ServiceUser): Promise<ChildApp> {
  const child = launchApp(options, user)
  const app: ChildApp = { child, logged: [] }
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const { log, ...outcome } = JSON.parse(line)
    if (!log) return Object.assign(app, outcome)
    app.logged.push(log)
  }
  throw new Error('the app ended without a word')
}

export function launchApp(options: Options, user?: ServiceUser): ChildProcess {
  const program = join(import.meta.dirname, 'embedded-process.testing.ts')
  const child = spawn(process.execPath, [program, JSON.stringify({ durable: false, ...options })], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return child
}

export async function query(connection: EmbeddedConnection | undefined, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  // The pending query rejects with the same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

export async function writeMark(connection: EmbeddedConnection | undefined): Promise<string> {
  const mark = randomUUID()
  await query(connection, 'create table if not exists marks (mark text)')
  await query(connection, `insert into marks values ('${mark}')`)
  return mark
}

export const readMarks = (connection: EmbeddedConnection) => query(connection, 'select mark from marks')

export async function waitUntil(condition: () => boolean, description: string): Promise<void> {
  for (let waitedMs = 0; !condition(); waitedMs += 10) {
    if (waitedMs > 30_000) throw new Error(`waited 30 s without success until ${description}`)
    await sleep(10)
  }
}
