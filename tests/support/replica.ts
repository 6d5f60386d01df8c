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

/** Asks a server as its superuser, on a connection for this alone. */
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
 * A PostgreSQL that replicas can be made of, each a server of its own that streams from it. It is empty and not migrated.
 * Everything is gone after `stop()`.
 */
export async function startReplicated() {
  const folder = await mkdtemp(join(tmpdir(), 'foldout-replicated-'))
  // As root, the servers' user must get through.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'primary')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  const { host } = server.connection
  // As for others: what is committed is written, and no longer in memory alone.
  await asSuperuser(host, `alter database ${database} set synchronous_commit = on`)
  // A replica that starts slowly beside all other tests still finds what it has to replay.
  await asSuperuser(host, "alter system set wal_keep_size = '512MB'")
  await asSuperuser(host, 'select pg_reload_conf()')
  const pool = openPool(server.connection, 10, { connectTimeout: 15_000 })
  const replicas: ReplicaServer[] = []
  const cluster = join(dataDir, 'postgres')
  return {
    primary: { url: urlOf(host), host, pool, ...signals(cluster) },
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
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

type Start = { host: string; cluster: string; folder: string }

async function startReplica({ host, cluster: source, folder }: Start) {
  const cluster = join(folder, 'postgres')
  const user = chooseServiceUser(source)
  await copyWhileRunning(host, source, cluster)
  const settings = `primary_conninfo = 'host=${host} user=${superuser} application_name=${folder.slice(-9)}'\n`
  await writeFile(join(cluster, 'postgresql.auto.conf'), settings)
  await writeFile(join(cluster, 'standby.signal'), '')
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  const binaries = await findBinaries({
    ...{ user, packageFolder: undefined, copyTo: '/var/lib/foldout', log: () => undefined },
  })
  const launch = () =>
    startPostmaster({ cluster, binaries, user, durable: false, dataDir: folder, log: () => undefined })
  // Each start has a socket of its own; this is where it is.
  const door = join(folder, 'at')
  let server = await launch()
  await symlink(server.socketFolder, door)
  const ask = <Row extends pg.QueryResultRow>(text: string) => asSuperuser<Row>(door, text)
  const { freeze, thaw, kill } = signals(cluster)
  return {
    url: urlOf(door),
    ask,
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
    /** What comes from the primary is kept and not shown. */
    async pause() {
      await ask('select pg_wal_replay_pause()')
      const states = () => ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
      while ((await states())[0]?.state !== 'paused');
    },
    resume: () => ask('select pg_wal_replay_resume()'),
    /** Once it shows everything that the primary has committed by now. */
    async caughtUp() {
      const [end] = await asSuperuser<{ at: string }>(host, 'select pg_current_wal_flush_lsn() as at')
      const isThere = `select pg_last_wal_replay_lsn() >= '${end?.at}'::pg_lsn as it`
      while (!(await ask<{ it: boolean }>(isThere))[0]?.it);
    },
    /** After `kill`, at the same place. */
    async start() {
      server = await launch()
      await rm(door)
      await symlink(server.socketFolder, door)
    },
  }
}

/** The files of a running server, as its own backup command would copy them. */
async function copyWhileRunning(host: string, source: string, target: string) {
  const client = new pg.Client({ host, user: superuser, database })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  const left = /postmaster\.(pid|opts)$|pgsql_tmp/
  await cp(source, target, { recursive: true, filter: (path) => !left.test(path), preserveTimestamps: true })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  await chmod(target, 0o700)
}

/** As if its machine stood still, goes on or is gone: to all processes of a server. */
function signals(cluster: string) {
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
        // Gone meanwhile.
      }
    }
  }
  return {
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    kill: () => send('SIGKILL'),
  }
}
