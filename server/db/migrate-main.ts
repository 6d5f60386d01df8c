import { loadDotEnv, readConfig } from '../config/config.ts'
import { runMain } from '../process/run-main.ts'
import { openDatabase } from './database.ts'

await runMain(async () => {
  loadDotEnv()
  const database = await openDatabase(readConfig(process.env))
  await database.stop()
  console.info('The database is at the newest schema.')
})
