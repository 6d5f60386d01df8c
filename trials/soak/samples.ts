import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from '#trials/site/site.ts'

type Figure = 'memoryMb' | 'handles' | 'connections' | 'tempFiles' | 'databaseMb'
export type Sample = { minutes: number } & Record<Figure, number>
export type Course = Sample[]

/** What is drawn, and by how much it may drift without meaning anything. */
export type Curve = { key: Figure; title: string; slack: number }

export const curves: Curve[] = [
  { key: 'memoryMb', title: 'memory of the app, MB', slack: 15 },
  { key: 'handles', title: 'open files and sockets', slack: 6 },
  { key: 'connections', title: 'connections to the database', slack: 3 },
  { key: 'tempFiles', title: 'temporary files', slack: 6 },
  { key: 'databaseMb', title: 'size of the database, MB', slack: 4 },
]

export async function takeSample(site: Site, start: number): Promise<Sample> {
  const { rssMb, handles } = site.figures()
  return {
    minutes: (Date.now() - start) / 60_000,
    memoryMb: rssMb,
    handles,
    tempFiles: await countTempFiles(site.dataDir),
    ...(await askDatabase(site)),
  }
}

const askDatabase = (site: Site) =>
  site.withDatabase(async (database) => {
    const { rows } = await database.query<{ connections: number; size: number }>(
      `select (select count(*)::int from pg_stat_activity where application_name = 'foldout') as connections,
        pg_database_size(current_database())::float8 / 1024 / 1024 as size`,
    )
    return { connections: rows[0]?.connections ?? 0, databaseMb: rows[0]?.size ?? 0 }
  })

/** Unfinished uploads, and what is being decoded. */
async function countTempFiles(dataDir: string) {
  const folders = [join(dataDir, 'uploads'), join(dataDir, 'media', 'work')]
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
  return names.flat().length
}
