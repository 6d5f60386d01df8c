import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { readAddress } from '#server/config/database-address.ts'
import { openPool, type PoolOptions, sessionSettings } from './connection.ts'

type Addresses = { databaseUrl?: string | undefined; databaseDirectUrl?: string | undefined }
export type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** Opens the configured database. Session features bypass pgbouncer. @throws an Error that names what is missing */
export async function openExternal({ databaseUrl: url = '', databaseDirectUrl }: Addresses, options: OpenOptions) {
  const openedPools: pg.Pool[] = []
  try {
    const pool = await openPoolFor({
      setting: 'DATABASE_URL',
      url,
      ...options,
      openedPools,
      mustBypassPooler: !databaseDirectUrl,
    })
    const direct = databaseDirectUrl
      ? await openPoolFor({
          ...options,
          ...directOptions,
          setting: 'DATABASE_DIRECT_URL',
          url: databaseDirectUrl,
          openedPools,
        })
      : pool
    const directUrl = databaseDirectUrl ?? url
    return { pool, url, direct, directUrl, stop: async () => void (await endPools(openedPools)) }
  } catch (error) {
    await endPools(openedPools)
    throw error
  }
}

const endPools = (pools: pg.Pool[]) => Promise.all(pools.splice(0).map((pool) => pool.end()))

/** Jobs use four connections and one listener; locks of uploads, PDFs and notices use one each. */
const directOptions = { connections: 8, mustBypassPooler: true }

type OpenOptions = { connections?: number; session?: PoolOptions['session']; setting?: Setting }

type PoolRequest = OpenOptions & {
  setting: Setting
  url: string
  mustBypassPooler: boolean
  openedPools: pg.Pool[]
}

async function openPoolFor({
  setting,
  url,
  connections,
  session,
  mustBypassPooler,
  openedPools,
}: PoolRequest): Promise<pg.Pool> {
  const poolOptions = { ...(session && { session }) }
  const pool = openPool({ connectionString: url }, connections, poolOptions)
  openedPools.push(pool)
  const isSession = readAddress(url).poolMode === 'session'
  const probed = await probe(pool, { isSession }).catch((error) => {
    throw toConnectionError(error, setting)
  })
  if (!probed.isPooled) return pool
  if (mustBypassPooler && !isSession) throw new Error(poolerMessage(setting))
  assertSettings(probed, setting)
  if (probed.supportsNamedStatements) return pool
  openedPools.splice(openedPools.indexOf(pool), 1)
  await pool.end()
  const unpreparedPool = openPool({ connectionString: url }, connections, {
    ...poolOptions,
    supportsNamedStatements: false,
  })
  openedPools.push(unpreparedPool)
  return unpreparedPool
}

async function probe(pool: pg.Pool, { isSession }: { isSession: boolean }) {
  const client = await connect(pool)
  try {
    // The state of a connection that another client used before.
    if (isSession) await client.query('discard all')
    const serverInfo = await readServerInfo(client, Object.keys(sessionSettings))
    return {
      ...serverInfo,
      supportsNamedStatements: isSession || !serverInfo.isPooled || (await supportsNamedStatements(client)),
    }
  } finally {
    client.release()
  }
}

/** A process that is still loading code may miss the response, so timeouts are retried. Refusals are not. */
async function connect(pool: pg.Pool, attempts = 5): Promise<pg.PoolClient> {
  return pool.connect().catch((error: Error) => {
    if (attempts === 1 || !/timeout/.test(error.message)) throw error
    return connect(pool, attempts - 1)
  })
}

/** By default, pgbouncer passes none of them on. */
function assertSettings({ settings }: ServerInfo, setting: Setting) {
  const mismatched = Object.entries(sessionSettings).filter(([name, value]) => settings[name] !== value)
  if (mismatched.length === 0) return
  const settingLines = mismatched.map(([name, value]) => `${name} = '${value}'`)
  throw new Error(
    `Foldout cannot start: connections through the pgbouncer of ${setting} lack ${settingLines.join(', ')}. Set this once for its role, ` +
      `then restart pgbouncer:\n${settingLines.map((name) => `  alter role current_user set ${name};`).join('\n')}`,
  )
}

const poolerMessage = (setting: Setting) =>
  setting === 'DATABASE_URL'
    ? 'Foldout cannot start: DATABASE_URL points to pgbouncer or another pooler in transaction mode. ' +
      'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for locks, jobs and migrations. If pool_mode is session, ' +
      'add ?pool_mode=session to DATABASE_URL instead.'
    : 'Foldout cannot start: DATABASE_DIRECT_URL also points to pgbouncer. Set it to the address of PostgreSQL itself.'

/** With a replica the site would start, but every write would fail. */
export async function assertWritable(pool: pg.Pool) {
  const { rows } = await pool.query(`select current_setting('transaction_read_only') as "isReadOnly"`)
  if (rows[0].isReadOnly === 'on')
    throw new Error(
      'Foldout cannot start: the database is read-only; it may be a replica. Use the address of the primary.',
    )
}

/** Connection errors contain no password, but the address is omitted too. */
export function toConnectionError(error: unknown, setting: Setting = 'DATABASE_URL') {
  if (error instanceof Error && error.message.startsWith('Foldout cannot start')) return error
  return new Error(
    `Foldout cannot start: could not connect to the database in ${setting} (${describeReason(error)}). ` +
      'Check that it runs, and that the address and the password are right.',
    { cause: error },
  )
}

function describeReason(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { message, syscall, code } = error as NodeJS.ErrnoException
  if (/startup parameter.*options/.test(message))
    return `${message}; pgbouncer.ini needs the line ignore_startup_parameters = options`
  // Node's messages contain the address; its error codes do not.
  return syscall && syscall !== 'open' ? `it cannot be reached: ${code}` : message || String(code)
}

type ServerInfo = {
  isPooled: boolean
  settings: Record<string, string>
}

const serverInfoQuery = `
  select pg_backend_pid() as pid,
    (select json_object_agg(name, current_setting(name)) from unnest($1::text[]) name) as settings`

/** PostgreSQL tells each connection its server process id; a pooler has to invent one. */
async function readServerInfo(client: pg.ClientBase, settingNames: string[]): Promise<ServerInfo> {
  const { rows } = await client.query(serverInfoQuery, [settingNames])
  const { processID } = client as unknown as { processID: number }
  return { isPooled: rows[0].pid !== processID, settings: rows[0].settings }
}

/** Whether prepared statements work: pgbouncer renames them since 1.21, with `max_prepared_statements`. */
async function supportsNamedStatements(client: pg.ClientBase) {
  const name = `foldout ${randomUUID()}`
  const text = `select name from pg_prepared_statements where statement like '%${name}%'`
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string }>({ name, text })
    if (rows[0]?.name === name) await client.query(`deallocate "${name}"`)
    return rows.length > 0 && rows[0]?.name !== name
  } finally {
    await client.query('rollback')
  }
}
