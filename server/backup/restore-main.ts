import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/dot-env.ts'
import { runMain } from '#server/process/run-main.ts'
import { restoreBackup } from './restore-backup.ts'

const usage = `npm run restore -- FOLDER [BACKUP] [--without-secret] [--without-damaged]

Brings the newest backup of FOLDER, or the one that is named, into this site, which must be empty and not run.
--without-secret does it though nobody has its SECRET any more; --without-damaged leaves out media that are missing or damaged.`

await runMain(async () => {
  loadDotEnv()
  const options = {
    'without-secret': { type: 'boolean', default: false },
    'without-damaged': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [folder, name, ...more] = positionals
  if (values.help) return console.info(usage)
  if (!folder || more.length > 0) throw new Error(usage)
  const withoutSecret = values['without-secret']
  const restored = await restoreBackup({
    config: readConfig(process.env),
    folder,
    name,
    withoutSecret,
    withoutDamaged: values['without-damaged'],
    onStep: console.info,
  })
  const { rows, files, missing } = restored
  console.info(
    `The backup ${restored.name} is restored: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files.`,
  )
  if (missing.length > 0)
    console.info(
      `${missing.length} files are not there, for the backup does not have them as they were: ${missing.slice(0, 10).join(', ')}.`,
    )
})
