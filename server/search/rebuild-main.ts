import { loadDotEnv, readConfig } from '../config/config.ts'
import { openDb } from '../db/connection.ts'
import { joinDatabase } from '../db/database.ts'
import { runMain } from '../process/run-main.ts'
import { rebuildSearch } from './rebuild.ts'

await runMain(async () => {
  loadDotEnv()
  const database = await joinDatabase(readConfig(process.env))
  try {
    await rebuildSearch(openDb(database.pool), (step) => console.info(`${step} …`))
    console.info('The index is right again.')
  } finally {
    await database.stop()
  }
})
