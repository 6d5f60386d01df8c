import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Records the statements of a pool's connections from now on, in order and without values. */
export function recordStatements(pool: pg.Pool) {
  const work = new AsyncLocalStorage<string[]>()
  let all: string[] = []
  const recorded = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return
    recorded.add(client)
    const { query } = client
    client.query = ((...args: Parameters<typeof query>) => {
      const [asked] = args as unknown as [string | { text: string }]
      const text = typeof asked === 'string' ? asked : asked.text
      all.push(text)
      work.getStore()?.push(text)
      return query.apply(client, args)
    }) as typeof query
  })
  return {
    /** The statements of some work, without concurrent ones such as the audit log's. */
    async of(does: () => Promise<unknown>) {
      const statements: string[] = []
      await work.run(statements, does)
      return [...statements]
    },
    /** All statements since the last call, from any source. */
    takeAll() {
      const taken = all
      all = []
      return taken
    },
  }
}
