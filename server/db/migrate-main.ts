import { readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/dot-env.ts'
import { runMain } from '#server/process/run-main.ts'
import { openDatabase } from './database.ts'

await runMain(async () => {
  loadDotEnv()
  const database = await openDatabase(readConfig(process.env))
  await database.stop()
  console.info('The database is at the newest schema.')
})
