import type pg from 'pg'
import { openPool, type PoolOptions, sessionSettings } from './connection.ts'

type Addresses = { databaseUrl?: string | undefined; databaseDirectUrl?: string | undefined }
export type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

type OpenOptions = { connections?: number; session?: PoolOptions['session']; setting?: Setting }

/** Jobs use four connections and one listener; locks of uploads, PDFs and notices use one each. */
const directConnections = 8

/**
 * Opens the configured database. With `databaseDirectUrl`, `databaseUrl` is a pgbouncer in transaction mode, which may use
 * another connection for each statement. @throws an Error that names what is missing
 */
export async function openExternal({ databaseUrl: url = '', databaseDirectUrl }: Addresses, options: OpenOptions) {
  const { connections, setting = 'DATABASE_URL', session } = options
  const openedPools: pg.Pool[] = []
  const stop = async () => void (await Promise.all(openedPools.splice(0).map((pool) => pool.end())))
  const open = async (connectionString: string, max: number | undefined, poolOptions: PoolOptions, from: Setting) => {
    const pool = openPool({ connectionString }, max, { ...poolOptions, ...(session && { session }) })
    openedPools.push(pool)
    await assertSettings(pool, session ? {} : sessionSettings, from)
    return pool
  }
  try {
    const pool = await open(url, connections, { supportsNamedStatements: !databaseDirectUrl }, setting)
    const direct = databaseDirectUrl
      ? await open(databaseDirectUrl, directConnections, {}, 'DATABASE_DIRECT_URL')
      : pool
    return { pool, url, direct, directUrl: databaseDirectUrl ?? url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Checks that the connection works and has the settings. By default, pgbouncer passes none of them on. */
async function assertSettings(pool: pg.Pool, expected: Record<string, string>, setting: Setting) {
  const settings = await readSettings(pool, Object.keys(expected)).catch((error) => {
    throw toConnectionError(error, setting)
  })
  const mismatched = Object.entries(expected).filter(([name, value]) => settings[name] !== value)
  if (mismatched.length === 0) return
  const settingLines = mismatched.map(([name, value]) => `${name} = '${value}'`)
  throw new Error(
    `Foldout cannot start: connections through the pgbouncer of ${setting} lack ${settingLines.join(', ')}. Set this once for its role, ` +
      `then restart pgbouncer:\n${settingLines.map((name) => `  alter role current_user set ${name};`).join('\n')}`,
  )
}

async function readSettings(pool: pg.Pool, names: string[]) {
  const client = await connect(pool)
  try {
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from unnest($1::text[]) name',
      [names],
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
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
    return `${message}; pgbouncer.ini needs the line ignore_startup_parameters = options, and DATABASE_DIRECT_URL the address of PostgreSQL itself`
  // Node's messages contain the address; its error codes do not.
  return syscall && syscall !== 'open' ? `it cannot be reached: ${code}` : message || String(code)
}
