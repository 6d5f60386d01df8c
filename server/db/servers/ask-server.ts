import pg from 'pg'

/** A server that takes writes, with the connection that was opened to find that out. */
export type Server = {
  address: string
  host: string
  port: number
  timeline: number
  /** Which database it is: all copies of one have the same, and no other has. */
  system: string
  client: pg.Client
}

/** Of one that does not take writes, or does not answer: why, without its address. */
export type Passed = { reason: string }

export type Asking = { options: pg.ClientConfig; within: number }

/** True of a replica too, and of a primary that was told to take no writes for a while. */
export const takesNoWrites = "current_setting('transaction_read_only') = 'on' as \"takesNoWrites\""

/** Not every PostgreSQL that others run tells it; then it is not known. */
const lineageOf = `select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
  (select system_identifier::text from pg_control_system()) as system`
const unknown = { timeline: 0, system: '' }

/** Asks one server, on a connection of its own, whether it takes writes now. */
export async function askServer(address: string, { options, within }: Asking): Promise<Server | Passed> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 0, connectionString: address })
  client.on('error', () => undefined)
  let isLate = false
  const patience = setTimeout(() => {
    isLate = true
    leave(client)
  }, within)
  try {
    await client.connect()
    const { rows } = await client.query(`select ${takesNoWrites}`)
    if (!rows[0].takesNoWrites) {
      const lineage = await client.query<typeof unknown>(lineageOf).then(
        ({ rows: [row] }) => row,
        () => unknown,
      )
      return { address, host: client.host, port: client.port, ...unknown, ...lineage, client }
    }
    leave(client)
    return { reason: 'takes no writes' }
  } catch (error) {
    leave(client)
    return { reason: isLate ? 'does not answer' : reasonOf(error as NodeJS.ErrnoException) }
  } finally {
    clearTimeout(patience)
  }
}

/** Not by saying so: whoever does not answer would not hear it. */
export const leave = (client: pg.Client) => void client.connection.stream.destroy()

/**
 * Node's sentences name the address; its codes do not. PostgreSQL's and pgbouncer's are as they are, and so is what is said
 * of a certificate's file.
 */
export const reasonOf = ({ syscall, code, message }: NodeJS.ErrnoException) =>
  syscall && syscall !== 'open' ? `cannot be reached (${code})` : message || String(code)
