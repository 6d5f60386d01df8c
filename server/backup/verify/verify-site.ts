import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '#server/config/config.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { type IndexSample, listIndexProblems } from '#server/search/verify-index.ts'
import { BackupError, toBackupError } from '../backup-error.ts'
import { splitLines } from '../backup-files.ts'
import { checkBackup, chooseBackup } from '../check-backup.ts'
import { folderPrefixes, listsByFolder, usedFilesQuery } from '../media-list.ts'
import { beginSnapshot, connectWithoutTimeouts, lockBackups } from '../site-rows.ts'
import { listCounterProblems } from './counters.queries.ts'
import { maxPerKind, type Problem, pendingRemovalsQuery, toProblems, unsettledMembersQuery } from './problems.ts'

type VerifyOptions = {
  config: Pick<Config, 'dataDir' | 's3'>
  pool: pg.Pool
  /** A folder of backups. The newest is read completely. */
  backups?: string | undefined
  sample?: IndexSample
  onProgress?: (progress: string) => void
}

const defaultSample: IndexSample = { documents: 500, terms: 200 }

/** Compares counters with rows, rows with files, search with its sources and a backup with its manifest. */
export async function verifySite({ config, pool, backups, ...options }: VerifyOptions): Promise<Problem[]> {
  const { sample = defaultSample, onProgress = () => undefined } = options
  const problems: Problem[] = []
  const client = await connectWithoutTimeouts(pool)
  try {
    await lockBackups(client)
    await beginSnapshot(client)
    onProgress('counters')
    problems.push(...toProblems('counter', await listCounterProblems(client)))
    onProgress('search')
    const verification = { sample, unsettled: unsettledMembersQuery, limit: maxPerKind }
    problems.push(...toProblems('search', await listIndexProblems(client, verification)))
    onProgress('files')
    problems.push(...toProblems('file', await listFileProblems(client, await openStorage(config))))
  } finally {
    await client.end()
  }
  if (backups === undefined) return problems
  onProgress('the newest backup')
  return [...problems, ...toProblems('backup', await listBackupProblems(backups, onProgress))]
}

async function listBackupProblems(folder: string, onProgress: (progress: string) => void) {
  try {
    return await checkBackup(await chooseBackup(folder), { deep: true, onProgress })
  } catch (error) {
    const backupError = toBackupError(error, folder)
    if (backupError instanceof BackupError) return [backupError.message]
    throw error
  }
}

const minStoredAt = (now: Date) => new Date(now.getTime() - 2 * 24 * 60 * 60 * 1000)

/** Describes files that rows use but that are missing, and files without a row. Call while no file can be removed. */
async function listFileProblems(client: pg.ClientBase, storage: MediaStorage, now = new Date()) {
  const { rows } = await client.query<{ hash: string }>(pendingRemovalsQuery)
  const pendingRemoval = new Set(rows.map(({ hash }) => hash))
  const usedFiles = listsByFolder(
    splitLines(client.query(copyTo(`copy (${usedFilesQuery()}) to stdout`))),
    (name) => name,
  )
  const messages: string[] = []
  for (const prefix of folderPrefixes) {
    const names = await usedFiles.take(prefix)
    if (messages.length >= maxPerKind) continue
    const present = new Map((await Array.fromAsync(storage.list(prefix))).map((file) => [file.name, file.storedAt]))
    const missing = names.filter((name) => !present.has(name))
    messages.push(...missing.map((name) => `${name} is referenced, but the file is missing`))
    const knownHashes = new Set([...names.map(hashFromName), ...pendingRemoval])
    for (const [name, storedAt] of present)
      if (!knownHashes.has(hashFromName(name)) && storedAt < minStoredAt(now))
        messages.push(`${name} is not referenced`)
  }
  return messages
}

const hashFromName = (name: string) => name.slice(0, 32)
