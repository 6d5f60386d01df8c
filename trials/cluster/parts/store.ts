import { join } from 'node:path'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import type { Store } from '../cluster.ts'
import type { ClusterEnvironment } from '../cluster-environment.ts'
import { isAcceptingConnections, makeFolder, openProgram } from '../program.ts'

const main = join(import.meta.dirname, '../store-main.ts')

/** An S3-compatible store, with a proxy between the store and all sites. */
export async function openStore({ folder: cluster, ports }: ClusterEnvironment): Promise<Store & { close(): void }> {
  const folder = makeFolder(cluster, 'store', undefined)
  const { close, ...proxy } = await startTcpProxy({ from: ports.storeDoor, to: ports.store })
  const program = openProgram({
    name: 'store',
    folder,
    command: () => [process.execPath, main],
    env: { PORT: String(ports.store), FOLDER: join(folder, 'objects') },
    isReady: () => isAcceptingConnections(ports.store),
  })
  return { ...program, proxy, close }
}

/** The sites' settings for the store. */
export const storeSettings = ({ ports }: ClusterEnvironment) => ({
  S3_BUCKET: 'zines',
  S3_ENDPOINT: `http://127.0.0.1:${ports.storeDoor}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
})
