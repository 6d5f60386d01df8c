import { loadDotEnv, readConfigAsOwner } from '#server/config/site-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { rebuildSearch } from '#server/search/rebuild.ts'
import { command, standaloneCommand } from './command.ts'

const migrate = standaloneCommand({
  name: 'migrate',
  hasShortcut: true,
  summary: 'Migrates the database to the newest schema.',
  run: async () => {
    loadDotEnv()
    const database = await openDatabase(readConfigAsOwner(process.env))
    await database.stop()
    return { says: 'The database is at the newest schema.' }
  },
})

const rebuild = command({
  name: 'search:rebuild',
  hasShortcut: true,
  summary: 'Rebuilds the search index, while the site runs.',
  run: async ({ db, reportProgress }) => {
    await rebuildSearch(db, (progress) => reportProgress(`${progress}…`))
    return { says: 'The search index was rebuilt.' }
  },
})

export const databaseCommands = [migrate, rebuild]
