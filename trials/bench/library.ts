import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { storePictures } from './seed/pictures.ts'
import { seedLibrary } from './seed/seed-library.ts'

export type Library = { databaseUrl: string; pool: pg.Pool; zines: number; stop(): Promise<void> }
type LibraryOptions = { zines: number; log: (line: string) => void }

/** Opens the seeded library and creates it on the first call. App and baseline connect by its URL. */
export async function openLibrary(config: Config, options: LibraryOptions): Promise<Library> {
  const { dataDir, databaseUrl } = config
  const server = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: options.log })
  const url =
    databaseUrl ??
    `postgres://${server?.connection.user}@localhost/foldout?host=${encodeURIComponent(server?.connection.host ?? '')}`
  const database = await openDatabase({ databaseUrl: url, dataDir })
  const stop = async () => {
    await database.stop()
    await server?.stop()
  }
  try {
    return {
      databaseUrl: url,
      pool: database.pool,
      zines: await fillIfEmpty(config, database.pool, options),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fillIfEmpty(config: Config, pool: pg.Pool, { zines, log }: LibraryOptions) {
  const count = async () => (await pool.query('select count(*)::int as zines from zines')).rows[0].zines as number
  const existing = await count()
  if (existing > 0) return existing
  const until = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const onProgress = (progress: string) => log(`seeding ${zines} zines: ${progress}…`)
  await seedLibrary(pool, {
    zines,
    pictures: () => storePictures(config),
    seed: 1,
    until,
    onProgress,
  })
  return await count()
}
