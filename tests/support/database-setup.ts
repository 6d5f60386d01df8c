import type { TestProject } from 'vitest/node'
import { openPool } from '#server/db/connection.ts'
import { superuser } from '#server/db/embedded/database.ts'
import type { EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { startTestPostgres } from './postgres-server.ts'

export const templateName = 'foldout_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

let server: EmbeddedPostgres

/** One PostgreSQL per run, with a migrated database that every test file copies for itself. */
export async function setup(project: TestProject) {
  server = await startTestPostgres()
  const { host, port, user } = server.connection
  const admin = openPool({ ...server.connection, user: superuser })
  await admin.query(`create database ${templateName} owner ${user}`)
  // For what fills a library past the application.
  await admin.query(`grant set on parameter session_replication_role to ${user}`)
  await admin.end()
  const template = openPool({ host, port, user, database: templateName })
  await migrate(template)
  await template.end()
  project.provide('postgres', { host, port, user })
}

export const teardown = () => server.stop()
