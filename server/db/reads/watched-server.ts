import type pg from 'pg'
import { isLostConnection } from '../lost-connection.ts'
import { leave } from '../servers/ask-server.ts'
import { Watch, type WatchTimes } from './watch.ts'

/** What a pool is asked: a text, or a statement that is prepared under its name. */
export type Asked = [text: string | pg.QueryConfig, values?: unknown[]]

/** A server that is asked by its pool as long as it is heard. */
export class WatchedServer {
  readonly watch: Watch
  readonly #pool: pg.Pool
  readonly #connections = new Set<pg.PoolClient>()
  readonly #waiting = new Set<(reason: Error) => void>()

  constructor(pool: pg.Pool, times: WatchTimes & { tell: () => void }) {
    this.#pool = pool
    pool.on('connect', (client) => this.#connections.add(client))
    pool.on('remove', (client) => this.#connections.delete(client))
    this.watch = new Watch(pool, times)
  }

  /** How many wait for an answer of it. */
  get underWay() {
    return this.#waiting.size
  }

  query(...asked: Asked): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    this.#waiting.add(reject)
    this.#pool
      .query(...asked)
      .then(resolve, reject)
      .finally(() => this.#waiting.delete(reject))
    return promise
  }

  /** Nobody waits for it any longer, in a queue, for a connection or for an answer. */
  giveUp() {
    for (const reject of this.#waiting) reject(new Silence())
    this.#waiting.clear()
  }

  /** Its connections are of no use any more. */
  dropConnections() {
    for (const client of this.#connections) leave(client)
  }
}

/** The server did not answer in time. Whoever asked may ask another. */
class Silence extends Error {
  override name = 'Silence'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('Connection terminated: the database does not answer')
  }
}

/** What PostgreSQL took from a reader to go on replaying, and what has too many connections or is about to end. */
const takenBack = /^(40001|40P01|53300|57P0\d)$/

/** Whether somebody else may be asked the same. */
export const mayBeAskedElsewhere = (error: Error & { code?: string }) =>
  isLostConnection(error) || takenBack.test(error.code ?? '')
