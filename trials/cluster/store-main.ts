import { mkdirSync } from 'node:fs'
import { startS3Server } from '#tests/support/s3-server.ts'

/** Runs a cluster's store in a separate process. */
const { FOLDER = '', PORT } = process.env
mkdirSync(FOLDER, { recursive: true })
await startS3Server({ directory: FOLDER, port: Number(PORT) })
