import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Config } from '#server/config/config.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { checkBackup, chooseBackup } from '../check-backup.ts'
import { linesIn } from '../kept-files.ts'
import { listsByFolder, prefixes, shownFiles } from '../media-list.ts'
import { inWords, RefusedBackup } from '../refused-backup.ts'
import { beginSnapshot, connectPatiently, takeBackupTurn } from '../site-rows.ts'
import { listWrongCounters } from './counters.queries.ts'
import { type Fault, faultsOf, mostOfAKind, unremoved } from './fault.ts'
import { listWrongDocuments, listWrongSearches, type Sample } from './search-sample.ts'

type Verifying = {
  config: Pick<Config, 'dataDir' | 's3'>
  pool: pg.Pool
  /** A folder of backups. The newest is read completely. */
  backups?: string | undefined
  sample?: Sample
  onStep?: (step: string) => void
}

const usual: Sample = { documents: 500, words: 200, searches: 20 }

/** Compares counters with rows, rows with files, search with its sources and a backup with its manifest. */
export async function verifySite({ config, pool, backups, ...verifying }: Verifying): Promise<Fault[]> {
  const { sample = usual, onStep = () => undefined } = verifying
  const faults: Fault[] = []
  const client = await connectPatiently(pool)
  try {
    await takeBackupTurn(client)
    await beginSnapshot(client)
    onStep('counters')
    faults.push(...faultsOf('counter', await listWrongCounters(client)))
    onStep('search')
    faults.push(...faultsOf('search', await listWrongDocuments(client, sample)))
    faults.push(...faultsOf('search', await listWrongSearches(pool, sample)))
    onStep('files')
    faults.push(...faultsOf('file', await listWrongFiles(client, await openStorage(config))))
  } finally {
    await client.end()
  }
  if (backups === undefined) return faults
  onStep('the newest backup')
  return [...faults, ...faultsOf('backup', await listWrongInBackup(backups, onStep))]
}

async function listWrongInBackup(folder: string, onStep: (step: string) => void) {
  try {
    return await checkBackup(await chooseBackup(folder), { deep: true, onStep })
  } catch (error) {
    const said = inWords(error, folder)
    if (said instanceof RefusedBackup) return [said.message]
    throw error
  }
}

const dayAgo = (now: Date) => new Date(now.getTime() - 2 * 24 * 60 * 60 * 1000)

/** Describes files that rows use but that are missing, and files without a row. Call while no file can be removed. */
async function listWrongFiles(client: pg.ClientBase, storage: MediaStorage, now = new Date()) {
  const { rows } = await client.query<{ hash: string }>(unremoved)
  const going = new Set(rows.map(({ hash }) => hash))
  const shown = listsByFolder(
    linesIn(client.query(copyTo(`copy (${shownFiles()}) to stdout`))),
    (name) => name,
  )
  const sentences: string[] = []
  for (const prefix of prefixes) {
    const names = await shown.of(prefix)
    if (sentences.length >= mostOfAKind) continue
    const present = new Map(
      (await Array.fromAsync(storage.list(prefix))).map((file) => [file.name, file.storedAt]),
    )
    const missing = names.filter((name) => !present.has(name))
    sentences.push(...missing.map((name) => `${name} is referenced, but the file is missing`))
    const known = new Set([...names.map(hashOf), ...going])
    for (const [name, storedAt] of present)
      if (!known.has(hashOf(name)) && storedAt < dayAgo(now)) sentences.push(`${name} is not referenced`)
  }
  return sentences
}

const hashOf = (name: string) => name.slice(0, 32)
