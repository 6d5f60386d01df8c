import { once } from 'node:events'
import pg from 'pg'
import { type FaultSource, watchSteps } from './fault-source.ts'

/** How a statement fails. After `lost-after` the server has executed it, but its response never arrives. */
const faults = ['lost-before', 'lost-after', 'lock-timeout', 'disk-full', 'cancelled']

const sqlStates: Record<string, string | undefined> = {
  'lock-timeout': '55P03',
  'disk-full': '53100',
  cancelled: '57014',
}

type Query = (...args: unknown[]) => Promise<unknown>

/** Counts the statements of all connections of this process from outside, and can make one of them fail. */
export function openFailingStatements(): FaultSource {
  const steps = watchSteps()
  const original = pg.Client.prototype.query as Query
  function query(this: pg.Client, ...args: unknown[]) {
    const fault = steps.next(textOf(args[0]))
    return fault ? failStatement(this, original.bind(this), args, fault) : original.apply(this, args)
  }
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  return {
    during: steps.during,
    faultsOf: () => faults,
    refusalsOf: () => [503, 507],
    close() {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query
    },
  }
}

const textOf = (query: unknown) =>
  (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')).trim().replace(/\s+/g, ' ')

function failStatement(client: pg.Client, query: Query, args: unknown[], fault: string) {
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

function loseResponse(client: pg.Client, query: Query, args: unknown[], callback: Callback | undefined) {
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

function breakConnection(client: pg.Client) {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
