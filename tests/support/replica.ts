import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPool } from '#server/db/connection.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { siteRole, superuser } from '#server/db/embedded/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { readPidFile } from '#server/db/embedded/pid-file.ts'
import { startPostmaster } from '#server/db/embedded/postmaster.ts'
import { chooseServiceUser } from '#server/db/embedded/service-user.ts'

const database = 'foldout'
const urlOf = (host: string) => `postgres:///${database}?host=${encodeURIComponent(host)}&user=${siteRole}`

/** Runs a query as superuser on its own connection. */
async function asSuperuser<Row extends pg.QueryResultRow>(host: string, text: string) {
  const client = new pg.Client({ host, user: superuser, database })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

type ReplicaServer = Awaited<ReturnType<typeof startReplica>>

/**
 * A PostgreSQL server that can have replicas, each a separate server that streams from it. Its database is empty and not
 * migrated. `stop()` deletes everything.
 */
export async function startReplicatedPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-replicated-'))
  // If the tests run as root, the servers run as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'primary')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const { host } = server.connection
  // A commit waits until the write-ahead log is written, as it does in production.
  await asSuperuser(host, `alter database ${database} set synchronous_commit = on`)
  // A replica that starts slowly on a busy machine must still find the write-ahead log that it needs.
  await asSuperuser(host, "alter system set wal_keep_size = '512MB'")
  await asSuperuser(host, 'select pg_reload_conf()')
  const pool = openPool(server.connection, 10, { connectTimeout: 15_000 })
  const replicas: ReplicaServer[] = []
  const cluster = join(dataDir, 'postgres')
  return {
    primary: { url: urlOf(host), host, pool, ...processSignals(cluster) },
    async addReplica() {
      const replica = await startReplica({
        host,
        cluster,
        folder: join(folder, `replica-${replicas.length + 1}`),
      })
      replicas.push(replica)
      return replica
    },
    async stop() {
      await pool.end()
      await Promise.all(replicas.map((replica) => replica.stop()))
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type ReplicaOptions = { host: string; cluster: string; folder: string }

async function startReplica({ host, cluster: source, folder }: ReplicaOptions) {
  const cluster = join(folder, 'postgres')
  const user = chooseServiceUser(source)
  await copyRunningServer(host, source, cluster)
  const settings = `primary_conninfo = 'host=${host} user=${superuser} application_name=${folder.slice(-9)}'\n`
  await writeFile(join(cluster, 'postgresql.auto.conf'), settings)
  await writeFile(join(cluster, 'standby.signal'), '')
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  const binaries = await findBinaries({
    user,
    packageFolder: undefined,
    copyTo: '/var/lib/foldout',
    log: () => undefined,
  })
  const launch = () =>
    startPostmaster({ cluster, binaries, user, durable: false, dataDir: folder, log: () => undefined })
  // Each start creates a new socket folder. This link leads to the current one.
  const socketLink = join(folder, 'at')
  let server = await launch()
  await symlink(server.socketFolder, socketLink)
  const query = <Row extends pg.QueryResultRow>(text: string) => asSuperuser<Row>(socketLink, text)
  const { freeze, thaw, kill } = processSignals(cluster)
  return {
    url: urlOf(socketLink),
    query,
    freeze,
    thaw,
    async kill() {
      kill()
      await server.ended
    },
    async stop() {
      thaw()
      await server.stop()
    },
    /** The replica still receives changes but does not apply them. */
    async pause() {
      await query('select pg_wal_replay_pause()')
      const states = () => query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
      while ((await states())[0]?.state !== 'paused');
    },
    resume: () => query('select pg_wal_replay_resume()'),
    /** Resolves when the replica shows everything that the primary has committed so far. */
    async waitUntilCaughtUp() {
      const [end] = await asSuperuser<{ at: string }>(host, 'select pg_current_wal_flush_lsn() as at')
      const hasReplayed = `select pg_last_wal_replay_lsn() >= '${end?.at}'::pg_lsn as it`
      while (!(await query<{ it: boolean }>(hasReplayed))[0]?.it);
    },
    /** Restarts after `kill`, at the same address. */
    async start() {
      server = await launch()
      await rm(socketLink)
      await symlink(server.socketFolder, socketLink)
    },
  }
}

/** Copies the files of a running server as PostgreSQL's own backup command does. */
async function copyRunningServer(host: string, source: string, target: string) {
  const client = new pg.Client({ host, user: superuser, database })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  const excludedFiles = /postmaster\.(pid|opts)$|pgsql_tmp/
  await cp(source, target, {
    recursive: true,
    filter: (path) => !excludedFiles.test(path),
    preserveTimestamps: true,
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  await chmod(target, 0o700)
}

/** Freezes, thaws or kills all processes of a server, as if its machine failed. */
function processSignals(cluster: string) {
  const pids = () => {
    const server = readPidFile(cluster)?.pid
    if (!server) return []
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' }).stdout
    return [server, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
  }
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids()) {
      try {
        process.kill(pid, signal)
      } catch {
        // The process has ended in the meantime.
      }
    }
  }
  return {
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    kill: () => send('SIGKILL'),
  }
}
