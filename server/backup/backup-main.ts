import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/dot-env.ts'
import { joinDatabase } from '#server/db/database.ts'
import { runMain } from '#server/process/run-main.ts'
import { makeBackup } from './make-backup.ts'

const usage = `npm run backup -- FOLDER [--keep NUMBER]

Makes a backup of the site in FOLDER, while it runs: rows, media, the secret. A folder takes many backups; files they have
in common are there once. --keep removes the oldest beyond so many. The settings (.env) are not in it.`

await runMain(async () => {
  loadDotEnv()
  const options = { keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [folder, ...more] = positionals
  if (values.help) return console.info(usage)
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  const isKeep = keep === undefined || (Number.isInteger(keep) && keep > 0)
  if (!folder || more.length > 0 || !isKeep) throw new Error(usage)
  // Whoever reads the site goes first.
  setPriority(10)
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  try {
    const made = await makeBackup({
      config,
      pool: database.pool,
      folder,
      onStep: console.info,
      ...(keep && { keep }),
    })
    console.info(inWords(made))
  } finally {
    await database.stop()
  }
})

function inWords({ name, rows, files, bytes, missing }: Awaited<ReturnType<typeof makeBackup>>) {
  const made = `The backup ${name} is made: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files, ${Math.ceil(bytes / 1024 ** 2)} MB.`
  if (missing.length === 0) return made
  return `${made}\n${missing.length} files that the site shows are not there, and so not in it: ${missing.slice(0, 10).join(', ')}.`
}
