import { loadDotEnv, readSiteConfig } from '#server/config/site-config.ts'
import { openDb } from '#server/db/connection.ts'
import { joinDatabase } from '#server/db/database.ts'
import { runMain } from '#server/process/run-main.ts'
import { runCommand } from './run-command.ts'

/** Uses the running site's database, otherwise starts the database alone. */
async function openSite() {
  loadDotEnv()
  const config = readSiteConfig(process.env)
  const { pool, stop } = await joinDatabase(config)
  return { config, pool, db: openDb(pool), stop }
}

/** A pipe's reader, such as `head`, may close it early. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

await runMain(async () => {
  process.exitCode = await runCommand(process.argv.slice(2), openSite, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    ...(process.stderr.isTTY && { note: (text: string) => process.stderr.write(text) }),
  })
})
