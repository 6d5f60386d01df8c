import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { addressOf, createEmptyDatabase } from '#tests/support/test-database.ts'

/** A place for a site that nobody has started: a folder in `home`, and a database without a table. */
export async function emptyPlace(home: string, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(home, 'site-'))
  const databaseUrl = addressOf(await createEmptyDatabase())
  const all = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...settings }
  return { databaseUrl, dataDir, config: () => readConfig(all) }
}
