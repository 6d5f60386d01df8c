import { loadDotEnv, readConfig } from '#server/config/config.ts'
import { type Db, openDb } from '#server/db/connection.ts'
import { joinDatabase } from '#server/db/database.ts'
import { usernameKey } from '#server/db/usernames/username-key.ts'
import { runMain } from '#server/process/run-main.ts'
import { endSessions } from './sessions.queries.ts'

/** For whoever runs the site: signs a member out everywhere, or everybody, while it goes on. */
await runMain(async () => {
  const [who] = process.argv.slice(2)
  if (!who) throw new Error('Whom? Give a username, or --all for everybody.')
  loadDotEnv()
  const database = await joinDatabase(readConfig(process.env))
  try {
    await signOut(openDb(database.pool), who)
  } finally {
    await database.stop()
  }
})

async function signOut(db: Db, who: string) {
  if (who === '--all') {
    await db.deleteFrom('sessions').execute()
    await db.deleteFrom('verifications').execute()
    return console.info('Everybody is signed out.')
  }
  const user = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username_key', '=', usernameKey(who))
    .executeTakeFirst()
  if (!user) throw new Error(`There is nobody called ${who}.`)
  await endSessions(db, user.id)
  console.info(`${user.username} is signed out everywhere.`)
}
