import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** How often the same text is asked before it is prepared: what is seldom asked would only take memory in every connection. */
const often = 20
/** Lists of values are written out, so there are many texts of some statements. */
const mostNames = 200
const mostCounted = 1_000

/** A `*` is as wide as its table when it is prepared, and fails when a migration has added a column since. */
const isAsWideAsItsTable = /(?<!\()\*/

/**
 * Names for texts that are asked again and again, so that PostgreSQL parses and plans them once per connection. Which plan
 * it keeps is its own affair: one for all values only where that is no dearer.
 */
export class StatementNames {
  readonly #asked = new Map<string, number>()
  readonly #names = new Map<string, string>()

  nameOf(text: string) {
    const name = this.#names.get(text)
    if (name || this.#names.size >= mostNames || isAsWideAsItsTable.test(text)) return name
    const times = (this.#asked.get(text) ?? 0) + 1
    if (times < often) this.#count(text, times)
    else this.#names.set(text, `often-${this.#names.size}`)
    return undefined
  }

  #count(text: string, times: number) {
    if (this.#asked.size >= mostCounted) this.#asked.clear()
    this.#asked.set(text, times)
  }
}

/** Of the whole process: on a connection a name is one text's, whoever asks. */
const names = new StatementNames()
const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>()

/** The pool as Kysely asks it, with names for what it asks often. */
export const preparingOften = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect()
    const known = prepared.get(client) ?? preparing(client)
    prepared.set(client, known)
    return known
  },
  end: () => pool.end(),
})

function preparing(client: pg.PoolClient) {
  const query = (text: string, values: unknown[] = []) =>
    client.query({ name: values.length > 0 ? names.nameOf(text) : undefined, text, values })
  // Kysely's other way of asking is by cursors, which nothing here does.
  return { query, release: (error?: boolean) => client.release(error) } as unknown as PostgresPoolClient
}
