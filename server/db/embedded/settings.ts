import { totalmem } from 'node:os'

/** Given on the command line, so that they follow Foldout's version and never a file in the data folder. */
export function settingsFor({ socketFolder, durable }: { socketFolder: string; durable: boolean }): string[] {
  return Object.entries({
    ...reachableBySocketOnly(socketFolder),
    ...sizedForOneMachine,
    ...quietLog,
    ...(durable ? {} : nothingSurvivesAPowerCut),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const reachableBySocketOnly = (socketFolder: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  port: '5432',
})

const megabyte = 1024 * 1024

/** A part of the machine, which is not taken before it is used: what a search or a list reads should be there already. */
const memoryShare = (part: number, most: number) =>
  `${Math.round(Math.min(most, Math.max(128, totalmem() / megabyte / part)))}MB`

const sizedForOneMachine = {
  cluster_name: 'foldout',
  max_connections: '50',
  shared_buffers: memoryShare(16, 1024),
  effective_cache_size: memoryShare(2, 65_536),
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Short queries on a disk without a moving arm.
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** A refused insert is an answer, not an incident, and its details would carry people's addresses into the log. */
const quietLog = {
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** For tests, of which many ask at once. */
const nothingSurvivesAPowerCut = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}
