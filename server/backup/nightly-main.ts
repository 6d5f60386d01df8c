/** Makes one backup in a separate process. Reads its options from standard input and prints one line of JSON. */
import { json } from 'node:stream/consumers'
import { openPool } from '#server/db/connection.ts'
import { lowerPriority } from '#server/media/decode/drop-privileges.ts'
import { runMain } from '#server/process/run-main.ts'
import type { NightlyInput } from './backup.jobs.ts'
import { makeBackup } from './make-backup.ts'

await runMain(async () => {
  // Requests of the running site have priority.
  lowerPriority(10)
  const { connection, now, ...options } = (await json(process.stdin)) as NightlyInput
  const pool = openPool(connection, 1)
  try {
    console.info(JSON.stringify(await makeBackup({ ...options, pool, now: new Date(now) })))
  } finally {
    await pool.end()
  }
})
