import { once } from 'node:events'
import type pg from 'pg'

/** How a statement fails. After `lost-after` the server has executed it, but its response never arrives. */
export const statementFaults = ['lost-before', 'lost-after', 'lock-timeout', 'disk-full', 'cancelled'] as const
export type StatementFault = (typeof statementFaults)[number]

const sqlStates: Partial<Record<StatementFault, string>> = {
  'lock-timeout': '55P03',
  'disk-full': '53100',
  cancelled: '57014',
}

type Query = (...args: unknown[]) => Promise<unknown>
type Watch = { count: number; failAt: number; fault: StatementFault | undefined; failed: string | undefined }

/** Counts the statements of all connections of a pool from outside, and can make one of them fail. */
export function openFailingStatements(pool: pg.Pool) {
  let watch: Watch | undefined
  const wrapped = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const query = client.query.bind(client) as Query
    const wrappedQuery: Query = (...args) => {
      if (!watch || ++watch.count !== watch.failAt || !watch.fault) return query(...args)
      watch.failed = textOf(args[0])
      return failStatement(client, query, args, watch.fault)
    }
    client.query = wrappedQuery as typeof client.query
  })
  return {
    /** Runs something with its `failAt`-th statement failing. `failed` is undefined if it has fewer statements. */
    async during<Result>(failAt: number, fault: StatementFault | undefined, run: () => Promise<Result>) {
      watch = { count: 0, failAt, fault, failed: undefined }
      const current = watch
      try {
        return { result: await run(), failed: current.failed, count: current.count }
      } finally {
        watch = undefined
      }
    },
  }
}

const textOf = (query: unknown) =>
  (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')).trim().replace(/\s+/g, ' ')

function failStatement(client: pg.PoolClient, query: Query, args: unknown[], fault: StatementFault) {
  const sqlState = sqlStates[fault]
  const callback = args.find((arg): arg is Callback => typeof arg === 'function')
  const isSubmittable = typeof args[0] === 'object' && args[0] !== null && 'submit' in args[0]
  // A rollback cannot fail on a connection that lives. Copies and cursors have no other form to fail in.
  if (fault === 'lost-before' || isSubmittable || (sqlState && textOf(args[0]) === 'rollback')) {
    breakConnection(client)
    return query(...args)
  }
  if (!sqlState) return loseResponse(client, query, args, callback)
  // Raised by the server, so that it also aborts the transaction.
  const text = `do $$ begin raise exception 'A simulated failure: ${fault}' using errcode = '${sqlState}'; end $$`
  return callback ? query(text, callback) : query(text)
}

type Callback = (error: Error | undefined, result?: unknown) => void

function loseResponse(client: pg.PoolClient, query: Query, args: unknown[], callback: Callback | undefined) {
  const lost = query(...args.filter((arg) => arg !== callback)).then(async () => {
    const ended = once(client, 'end')
    breakConnection(client)
    await ended
    throw new Error('Connection terminated unexpectedly')
  })
  if (!callback) return lost
  lost.catch((error: Error) => callback(error))
  return Promise.resolve()
}

function breakConnection(client: pg.PoolClient) {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
