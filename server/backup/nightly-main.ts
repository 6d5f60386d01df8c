/** Makes one backup in a process of its own, as run-nightly.ts asks for it on standard input; answers a line of JSON. */
import { json } from 'node:stream/consumers'
import { openPool } from '#server/db/connection.ts'
import { giveWay } from '#server/media/decode/drop-privileges.ts'
import { runMain } from '#server/process/run-main.ts'
import type { Nightly } from './backup.jobs.ts'
import { makeBackup } from './make-backup.ts'

await runMain(async () => {
  // Whoever reads the site goes first.
  giveWay(10)
  const { connection, now, ...making } = (await json(process.stdin)) as Nightly
  const pool = openPool(connection, 1)
  try {
    console.info(JSON.stringify(await makeBackup({ ...making, pool, now: new Date(now) })))
  } finally {
    await pool.end()
  }
})
