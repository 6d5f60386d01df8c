import { statfsSync } from 'node:fs'

/** Ends a start with a message for the operator, who does not need the stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** With this much free space the database starts, and a new one can be created. */
const neededMb = 64

function fullDisk(folder: string) {
  const missing = Math.max(1, neededMb - Math.floor(freeMb(folder)))
  return `The disk is full. Free at least ${missing} MB, then start Foldout again. No saved data is lost.`
}

const wayOut = 'Set DATABASE_URL to use your own PostgreSQL server instead.'

export function refusal(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${reason} ${wayOut}`)
}

export function alreadyRunning(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'Foldout is already running on this data folder. Stop it first, or set DATA_DIR to another folder.',
  )
}

export function explainFailure(what: string, output: string, folder: string): EmbeddedPostgresError {
  if (/lock file "postmaster.pid" already exists/.test(output)) return alreadyRunning()
  const lastLines = output.trim().split('\n').slice(-8).join('\n')
  return new EmbeddedPostgresError(
    `${what}:\n${lastLines}\n${isFull(folder) ? fullDisk(folder) : advice(output, folder)}`,
  )
}

export function asStartError(error: unknown): unknown {
  const isRefusedBySystem = error instanceof Error && 'syscall' in error
  if (!isRefusedBySystem) return error
  return new EmbeddedPostgresError(
    `The database could not be prepared:\n${error.message}\n${advice(error.message)}`,
  )
}

/** Checks free space: a full disk truncates the log, and initdb cleans up. A new database takes about 40 MB. */
const isFull = (folder: string) => freeMb(folder) < neededMb

function freeMb(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 1024 / 1024
}

function advice(output: string, folder?: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output))
    return folder ? fullDisk(folder) : 'The disk is full. Free some space, then start Foldout again.'
  if (/could not (map anonymous|create) shared memory|Cannot allocate memory/i.test(output)) {
    return `The machine does not give PostgreSQL enough memory: about 200 MB must be free. ${wayOut}`
  }
  if (/Permission denied|not permitted|invalid permissions|wrong ownership/i.test(output)) {
    return 'Start Foldout as the user who owns the data folder, or set DATA_DIR to another folder.'
  }
  if (/Read-only file system/i.test(output)) return 'Set DATA_DIR to a folder that Foldout can write to.'
  return `If the lines above do not help: ${wayOut}`
}
