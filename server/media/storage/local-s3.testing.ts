import { createRequire } from 'node:module'
import type { Config } from '#server/config/config.ts'

type S3rver = { run(): Promise<{ port: number }>; close(): Promise<void> }

/** An S3-compatible server on this machine, for tests; its objects are files under `directory`. */
export async function startLocalS3(directory: string) {
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
  const bucket = 'zines'
  const server = new Server({ port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] })
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const s3: NonNullable<Config['s3']> = {
    bucket,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    ...keys,
  }
  return { s3, close: () => server.close() }
}
