import { loadDotEnv, readConfigAsOwner } from '#server/config/site-config.ts'
import { runMain } from '#server/process/run-main.ts'
import { parseCommandArguments, shellCommand, withoutNpmSeparator } from '#server/process/shell-command.ts'
import { restoreBackup } from './restore-backup.ts'

const usage = `${shellCommand('restore', 'FOLDER [BACKUP] [--without-secret] [--without-damaged]')}

Restores BACKUP, or the newest backup in FOLDER, into this site, which must be
empty and stopped. --without-secret restores even if the SECRET is lost;
--without-damaged skips media that are missing or damaged.`

const commandSpec = {
  ...{ name: 'restore', positionalNames: ['FOLDER', 'BACKUP'] },
  options: {
    'without-secret': { description: 'even though its SECRET is lost' },
    'without-damaged': { description: 'without media that are missing or damaged' },
  },
}

await runMain(async () => {
  const argv = withoutNpmSeparator(process.argv.slice(2))
  if (argv.some((word) => ['--help', '-h'].includes(word))) return console.info(usage)
  const {
    positionals: [folder, name],
    options,
  } = parseCommandArguments(argv, commandSpec)
  if (!folder) throw new Error(usage)
  loadDotEnv()
  const result = await restoreBackup({
    config: readConfigAsOwner(process.env),
    folder,
    name,
    withoutSecret: options['without-secret'] === true,
    withoutDamaged: options['without-damaged'] === true,
    onStep: console.info,
  })
  const { rows, files, missing } = result
  console.info(
    `The backup ${result.name} is restored: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files.`,
  )
  if (missing.length > 0)
    console.info(
      `${missing.length} files are missing or damaged in the backup and were not restored: ${missing.slice(0, 10).join(', ')}.`,
    )
})
