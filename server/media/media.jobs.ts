import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { workFolder } from './ingest.ts'
import { listUnknownHashes, removeUnpublishedMedia, removeUnusedFiles } from './media.queries.ts'
import { deleteExpiredUploads } from './open-uploads.queries.ts'
import { sweepRestricted } from './restricted-media.ts'
import type { MediaStorage } from './storage/storage.ts'
import type { Uploads } from './uploads.ts'

type Deps = { config: Config; db: Db; storage: MediaStorage; uploads: Uploads }

const dayMs = 24 * 60 * 60 * 1000
const payloadSchema = z.object({ hashes: z.array(z.string().regex(/^[0-9a-f]{32}$/)) })

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'remove-media-files': { hashes: string[] }
    'sweep-media': Record<string, never>
  }
}

/** Hourly. Work missed while the process was down is found by its age. */
export const mediaCrontab = '17 * * * * sweep-media ?jobKey=sweep-media'

export const mediaJobs = (deps: Deps): TaskList => ({
  'remove-media-files': async (payload) => {
    for (const hash of payloadSchema.parse(payload).hashes) await removeUnusedFiles(deps, hash)
  },
  'sweep-media': async () => sweepMedia(deps),
})

/** Removes day-old leftovers: uploads, media and files. A failure of one does not stop the others. */
export async function sweepMedia(deps: Deps, now = new Date()) {
  const before = new Date(now.getTime() - dayMs)
  const uploadError = await deps.uploads.removeOlderThan(before).then(() => undefined, toError)
  await deleteExpiredUploads(deps.db, now)
  await sweepWorkFolder(deps.config, before)
  while ((await deps.db.transaction().execute((tx) => removeUnpublishedMedia(tx, before))) > 0);
  await sweepRestricted(deps.db)
  for await (const batch of listOldHashes(deps.storage, before)) {
    for (const hash of await listUnknownHashes(deps.db, batch)) await removeUnusedFiles(deps, hash)
  }
  if (uploadError) throw uploadError
}

const toError = (error: Error) => error

async function* listOldHashes(storage: MediaStorage, before: Date) {
  let batch = new Set<string>()
  for await (const { name, storedAt } of storage.list()) {
    if (storedAt < before) batch.add(name.slice(0, 32))
    if (batch.size < 500) continue
    yield [...batch]
    batch = new Set()
  }
  yield [...batch]
}

async function sweepWorkFolder(config: Pick<Config, 'dataDir'>, before: Date) {
  for (const { path, changedAt } of await listWorkFolders(config))
    if (changedAt < before) await rm(path, { recursive: true, force: true })
}

/** Runs on each machine at its start, because only one machine gets the job. */
export async function sweepAbandonedWork(config: Pick<Config, 'dataDir'>) {
  await sweepWorkFolder(config, new Date(Date.now() - dayMs))
  for (const { name, path, changedAt } of await listWorkFolders(config)) {
    const [, host, pid] = /^decode-(.+)-(\d+)-[^-]+$/.exec(name) ?? []
    if (host === hostname() && !isProcessRunning(Number(pid), changedAt))
      await rm(path, { recursive: true, force: true })
  }
}

async function listWorkFolders(config: Pick<Config, 'dataDir'>) {
  const folder = workFolder(config)
  const names = await readdir(folder).catch(() => [])
  const entries = names.map(async (name) => {
    const path = join(folder, name)
    const changedAt = (await stat(path).catch(() => undefined))?.mtime
    return changedAt ? [{ name, path, changedAt }] : []
  })
  return (await Promise.all(entries)).flat()
}

/** In a container, the previous process may have had the same id. */
function isProcessRunning(pid: number, changedAt: Date) {
  if (pid === process.pid) return changedAt.getTime() > Date.now() - process.uptime() * 1000
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
