import { loadDotEnv, readOwnConfig } from '#server/config/site-config.ts'
import { runMain } from '#server/process/run-main.ts'
import { readTyped, typedCommand, withoutNpms } from '#server/process/typed-command.ts'
import { restoreBackup } from './restore-backup.ts'

const usage = `${typedCommand('restore', 'FOLDER [BACKUP] [--without-secret] [--without-damaged]')}

Restores BACKUP, or the newest backup in FOLDER, into this site, which must be empty and stopped.
--without-secret restores even if the SECRET is lost; --without-damaged skips media that are missing or damaged.`

const takes = {
  ...{ name: 'restore', words: ['FOLDER', 'BACKUP'] },
  options: {
    'without-secret': { says: 'even though its SECRET is lost' },
    'without-damaged': { says: 'without media that are missing or damaged' },
  },
}

await runMain(async () => {
  const argv = withoutNpms(process.argv.slice(2))
  if (argv.some((word) => ['--help', '-h'].includes(word))) return console.info(usage)
  const {
    words: [folder, name],
    options,
  } = readTyped(argv, takes)
  if (!folder) throw new Error(usage)
  loadDotEnv()
  const restored = await restoreBackup({
    config: readOwnConfig(process.env),
    folder,
    name,
    withoutSecret: options['without-secret'] === true,
    withoutDamaged: options['without-damaged'] === true,
    onStep: console.info,
  })
  const { rows, files, missing } = restored
  console.info(
    `The backup ${restored.name} is restored: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files.`,
  )
  if (missing.length > 0)
    console.info(
      `${missing.length} files are missing or damaged in the backup and were not restored: ${missing.slice(0, 10).join(', ')}.`,
    )
})
