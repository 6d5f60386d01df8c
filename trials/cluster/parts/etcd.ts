import { join } from 'node:path'
import type { ClusterEnvironment } from '../cluster-environment.ts'
import { etcd } from '../packages.ts'
import { isHealthy, makeFolder, openProgram } from '../program.ts'

/** One etcd node, where the Patroni nodes elect the primary. In production, three nodes run on separate machines. */
export function openEtcd({ folder: cluster, user, ports }: ClusterEnvironment) {
  const folder = makeFolder(cluster, 'etcd', user)
  const url = `http://127.0.0.1:${ports.etcd}`
  const peers = `http://127.0.0.1:${ports.etcdPeers}`
  const settings = {
    name: 'etcd',
    'data-dir': join(folder, 'data'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `etcd=${peers}`,
  }
  const command = () => [etcd, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)]
  return openProgram({ name: 'etcd', folder, command, user, isReady: () => isHealthy(`${url}/health`) })
}
