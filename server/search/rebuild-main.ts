import { loadDotEnv, readSiteConfig } from '#server/config/site-config.ts'
import { openDb } from '#server/db/connection.ts'
import { joinDatabase } from '#server/db/database.ts'
import { runMain } from '#server/process/run-main.ts'
import { rebuildSearch } from './rebuild.ts'

await runMain(async () => {
  loadDotEnv()
  const database = await joinDatabase(readSiteConfig(process.env))
  try {
    await rebuildSearch(openDb(database.pool), (step) => console.info(`${step}…`))
    console.info('The search index was rebuilt.')
  } finally {
    await database.stop()
  }
})
