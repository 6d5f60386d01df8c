import { z } from 'zod'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { loadDotEnv, readConfigAsOwner } from '#server/config/site-config.ts'
import { lowerPriority } from '#server/media/decode/drop-privileges.ts'
import { abortOnHangUp } from '#server/process/stopping.ts'
import { command, flag, optionally, standaloneCommand, textParameter } from './command.ts'

const folder = textParameter('the folder of all backups')

const backup = command({
  name: 'backup',
  hasShortcut: true,
  summary: 'Backs up the site into a folder, while it runs: rows, media and the secret, but not the settings (.env).',
  details: 'A folder holds many backups and stores the files they share only once.',
  positionals: { folder },
  options: {
    keep: {
      description: 'deletes all but the newest N backups (default: keeps all)',
      value: 'N',
      shape: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'must be a whole number of at least 1: how many backups to keep')
        .transform(Number)
        .optional(),
    },
  },
  run: async ({ config, pool, reportProgress }, { folder, keep }) => {
    // Requests of the running site have priority.
    lowerPriority(10)
    const signal = abortOnHangUp()
    try {
      const result = await makeBackup({
        config,
        pool,
        folder,
        onProgress: reportProgress,
        signal,
        ...(keep && { keep }),
      })
      return { data: result, says: describeBackup(result) }
    } catch (error) {
      throw signal.aborted ? new Error(abortedMessage(signal)) : error
    }
  },
})

const abortedMessage = ({ reason }: AbortSignal) =>
  `The backup was interrupted (${reason}). Its partial files were removed.`

const count = (number: number) => number.toLocaleString('en')

function describeBackup({ name, rows, files, bytes, missing }: Awaited<ReturnType<typeof makeBackup>>) {
  const megabytes = Math.ceil(bytes / 1024 ** 2)
  const summary = `The backup ${name} is made: ${count(rows)} rows and ${count(files)} files, ${megabytes} MB.`
  if (missing.length === 0) return summary
  return `${summary} ${missing.length} files that the site refers to are missing, so the backup does not contain them: ${missing.slice(0, 10).join(', ')}.`
}

const restore = standaloneCommand({
  name: 'restore',
  hasShortcut: true,
  summary: 'Restores a backup into this site, which must be empty and stopped.',
  positionals: { folder, backup: optionally(textParameter('the name of a backup (default: the newest)')) },
  options: {
    'without-secret': flag('restores even if the SECRET is lost'),
    'without-damaged': flag('skips media that are missing or damaged'),
  },
  run: async ({ reportProgress }, { folder, backup, ...options }) => {
    loadDotEnv()
    const result = await restoreBackup({
      config: readConfigAsOwner(process.env),
      folder,
      name: backup,
      withoutSecret: options['without-secret'],
      withoutDamaged: options['without-damaged'],
      onProgress: reportProgress,
    })
    return { data: result, says: describeRestore(result) }
  },
})

function describeRestore({ name, rows, files, missing }: Awaited<ReturnType<typeof restoreBackup>>) {
  const summary = `The backup ${name} is restored: ${count(rows)} rows and ${count(files)} files.`
  if (missing.length === 0) return summary
  return `${summary} ${missing.length} files are missing or damaged in the backup and were not restored: ${missing.slice(0, 10).join(', ')}.`
}

export const backupCommands = [backup, restore]
