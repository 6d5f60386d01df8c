import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { storePictures } from './seed/pictures.ts'
import { seedLibrary } from './seed/seed-library.ts'

export type Library = { databaseUrl: string; pool: pg.Pool; zines: number; stop(): Promise<void> }
type LibraryOptions = { zines: number; say: (line: string) => void }

/** Opens the seeded library and creates it on the first call. App and baseline connect by its URL. */
export async function openLibrary(config: Config, options: LibraryOptions): Promise<Library> {
  const { dataDir, databaseUrl } = config
  const server = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: options.say })
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
      zines: await filled(config, database.pool, options),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function filled(config: Config, pool: pg.Pool, { zines, say }: LibraryOptions) {
  const count = async () =>
    (await pool.query('select count(*)::int as zines from zines')).rows[0].zines as number
  const found = await count()
  if (found > 0) return found
  const until = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const onStep = (step: string) => say(`seeding ${zines} zines: ${step} …`)
  await seedLibrary(pool, {
    zines,
    pictures: () => storePictures(config),
    seed: 1,
    until,
    onStep,
  })
  return await count()
}
