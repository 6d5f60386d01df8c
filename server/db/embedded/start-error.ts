import { statfsSync } from 'node:fs'

/** Ends a start with a message for the operator, who does not need the stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** With this much free space the database starts, and a new one can be created. */
const minFreeMb = 64

function fullDiskMessage(folder: string) {
  const missing = Math.max(1, minFreeMb - Math.floor(freeMb(folder)))
  return `The disk is full. Free at least ${missing} MB, then start Foldout again. No saved data is lost.`
}

const externalDatabaseHint = 'Set DATABASE_URL to use your own PostgreSQL server instead.'

export function startError(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${reason} ${externalDatabaseHint}`)
}

export function alreadyRunningError(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'Foldout is already running on this data folder. Stop it first, or set DATA_DIR to another folder.',
  )
}

export function explainFailure(summary: string, output: string, folder: string): EmbeddedPostgresError {
  if (/lock file "postmaster.pid" already exists/.test(output)) return alreadyRunningError()
  const lastLines = output.trim().split('\n').slice(-8).join('\n')
  return new EmbeddedPostgresError(
    `${summary}:\n${lastLines}\n${isDiskFull(folder) ? fullDiskMessage(folder) : failureHint(output, folder)}`,
  )
}

export function toStartError(error: unknown): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error
  if (!isSystemError) return error
  return new EmbeddedPostgresError(
    `The database could not be prepared:\n${error.message}\n${failureHint(error.message)}`,
  )
}

/** Checks free space: a full disk truncates the log, and initdb cleans up. A new database takes about 40 MB. */
const isDiskFull = (folder: string) => freeMb(folder) < minFreeMb

function freeMb(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 1024 / 1024
}

function failureHint(output: string, folder?: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output))
    return folder ? fullDiskMessage(folder) : 'The disk is full. Free some space, then start Foldout again.'
  if (/could not (map anonymous|create) shared memory|Cannot allocate memory/i.test(output)) {
    return `The machine does not give PostgreSQL enough memory: about 200 MB must be free. ${externalDatabaseHint}`
  }
  if (/Permission denied|not permitted|invalid permissions|wrong ownership/i.test(output)) {
    return 'Start Foldout as the user who owns the data folder, or set DATA_DIR to another folder.'
  }
  if (/Read-only file system/i.test(output)) return 'Set DATA_DIR to a folder that Foldout can write to.'
  return `If the lines above do not help: ${externalDatabaseHint}`
}
