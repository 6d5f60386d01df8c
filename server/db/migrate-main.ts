import { loadDotEnv, readConfigAsOwner } from '#server/config/site-config.ts'
import { runMain } from '#server/process/run-main.ts'
import { openDatabase } from './database.ts'

await runMain(async () => {
  loadDotEnv()
  const database = await openDatabase(readConfigAsOwner(process.env))
  await database.stop()
  console.info('The database is at the newest schema.')
})
