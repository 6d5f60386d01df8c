import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'

/** One server for a whole test run: fast, because nothing in it survives a power cut, and gone after `stop()`. */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-test-'))
  // As root, the server's user must get through.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  return {
    connection: server.connection,
    ended: server.ended,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
