import { startEmbeddedPostgres } from './embedded-postgres.ts'

/**
 * A process that starts PostgreSQL as Foldout does and runs until a test kills it.
 * Its argument is the options as JSON; it prints one line of JSON: `{connection}` or `{error}`.
 */
const printJson = (line: object) => console.log(JSON.stringify(line))

try {
  const log = (line: string) => printJson({ log: line })
  const server = await startEmbeddedPostgres({ ...JSON.parse(process.argv[2] ?? '{}'), log })
  process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
  printJson({ connection: server.connection })
  setInterval(() => {}, 60_000)
} catch (error) {
  printJson({ error: error instanceof Error ? error.message : String(error) })
}
