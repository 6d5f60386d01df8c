import { loadDotEnv, readSiteConfig } from '#server/config/site-config.ts'
import { joinDatabase } from '#server/db/database.ts'
import { lowerPriority } from '#server/media/decode/drop-privileges.ts'
import { runMain } from '#server/process/run-main.ts'
import { parseCommandArguments, shellCommand, withoutNpmSeparator } from '#server/process/shell-command.ts'
import { abortOnHangUp } from '#server/process/stopping.ts'
import { makeBackup } from './make-backup.ts'

const usage = `${shellCommand('backup', 'FOLDER [--keep N]')}

Backs up the running site into FOLDER: rows, media and the secret, but not the
settings (.env). A folder holds many backups and stores the files they share
only once. --keep N deletes all but the newest N.`

const commandSpec = {
  ...{ name: 'backup', positionalNames: ['FOLDER'] },
  options: { keep: { value: 'N', description: 'how many backups to keep (default: all)' } },
}

await runMain(async () => {
  const argv = withoutNpmSeparator(process.argv.slice(2))
  if (argv.some((word) => ['--help', '-h'].includes(word))) return console.info(usage)
  const {
    positionals: [folder],
    options: { keep },
  } = parseCommandArguments(argv, commandSpec)
  if (!folder) throw new Error(usage)
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep)))
    throw new Error('--keep must be a whole number of at least 1: how many backups to keep.')
  loadDotEnv()
  const config = readSiteConfig(process.env)
  // Requests of the running site have priority.
  lowerPriority(10)
  const signal = abortOnHangUp()
  const database = await joinDatabase(config)
  try {
    const result = await makeBackup({
      config,
      pool: database.pool,
      folder,
      onStep: console.info,
      signal,
      ...(keep && { keep: Number(keep) }),
    })
    console.info(describeBackup(result))
  } catch (error) {
    throw signal.aborted ? new Error(abortedMessage(signal)) : error
  } finally {
    await database.stop()
  }
})

function abortedMessage({ reason }: AbortSignal) {
  return `The backup was interrupted (${reason}). Its partial files were removed.`
}

function describeBackup({ name, rows, files, bytes, missing }: Awaited<ReturnType<typeof makeBackup>>) {
  const summary = `The backup ${name} is made: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files, ${Math.ceil(bytes / 1024 ** 2)} MB.`
  if (missing.length === 0) return summary
  return `${summary}\n${missing.length} files that the site refers to are missing, so the backup does not contain them: ${missing.slice(0, 10).join(', ')}.`
}
