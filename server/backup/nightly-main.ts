/** Makes one backup in a separate process. Reads its options from standard input and prints one line of JSON. */
import { json } from 'node:stream/consumers'
import { openPool } from '#server/db/connection.ts'
import { giveWay } from '#server/media/decode/drop-privileges.ts'
import { runMain } from '#server/process/run-main.ts'
import type { Nightly } from './backup.jobs.ts'
import { makeBackup } from './make-backup.ts'

await runMain(async () => {
  // Requests of the running site have priority.
  giveWay(10)
  const { connection, now, ...making } = (await json(process.stdin)) as Nightly
  const pool = openPool(connection, 1)
  try {
    console.info(JSON.stringify(await makeBackup({ ...making, pool, now: new Date(now) })))
  } finally {
    await pool.end()
  }
})
