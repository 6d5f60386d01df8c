/** Reads waiting PDFs as one of several processes, until it is killed. */
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openPool } from '#server/db/connection.ts'
import { readDocuments } from './read-documents.ts'

const { connection, dataDir } = JSON.parse(process.argv[2] ?? '')
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const { documents } = await buildApp({ config, pool: openPool(connection), pages: false })
for (;;) {
  await readDocuments(documents)
  await pause(20)
}
