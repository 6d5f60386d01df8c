import { mkdirSync } from 'node:fs'
import { startS3Server } from '#tests/support/s3-server.ts'

/** The store of a cluster as a process of its own. */
const { FOLDER = '', PORT } = process.env
mkdirSync(FOLDER, { recursive: true })
await startS3Server({ directory: FOLDER, port: Number(PORT) })
