import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { openStorage } from '#server/media/storage/open-storage.ts'
import { checkBackup, chooseBackup } from '../check-backup.ts'
import { inWords, RefusedBackup } from '../refused-backup.ts'
import { beginSnapshot, connectPatiently, takeBackupTurn } from '../site-rows.queries.ts'
import { listWrongCounters } from './counters.queries.ts'
import { type Fault, faultsOf } from './fault.ts'
import { listWrongDocuments, listWrongSearches, type Sample } from './search-sample.ts'
import { listWrongFiles } from './stored-files.ts'

type Verifying = {
  config: Pick<Config, 'dataDir' | 's3'>
  pool: pg.Pool
  /** A folder of backups, the newest of which is read as a whole. */
  backups?: string | undefined
  sample?: Sample
  onStep?: (step: string) => void
}

const usual: Sample = { documents: 500, words: 200, searches: 20 }

/**
 * Compares what the site keeps twice: counters with rows, rows with files, search with what it is made of, and a backup with
 * its manifest. The site goes on meanwhile; what is compared is of one moment.
 */
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
