import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '#server/db/connection.ts'
import { superuser } from '#server/db/embedded/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'

export const templateName = 'foldout_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

let dataDir: string
let server: EmbeddedPostgres

/** One PostgreSQL per run, without durability. Every test file gets a copy of its migrated template database. */
export async function setup(project: TestProject) {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-test-'))
  // If the tests run as root, the server runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  server = await startEmbeddedPostgres({ dataDir, durable: false })
  const { host, port, user } = server.connection
  const admin = openPool({ ...server.connection, user: superuser })
  await admin.query(`create database ${templateName} owner ${user}`)
  // Lets tests insert large libraries without triggers and foreign key checks.
  await admin.query(`grant set on parameter session_replication_role to ${user}`)
  await admin.end()
  const template = openPool({ host, port, user, database: templateName })
  await migrate(template)
  await template.end()
  project.provide('postgres', { host, port, user })
}

export async function teardown() {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
