import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Records the statements of a pool's connections from now on, in order and without values. */
export function recordStatements(pool: pg.Pool) {
  const currentWork = new AsyncLocalStorage<string[]>()
  let all: string[] = []
  const recorded = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return
    recorded.add(client)
    const { query } = client
    client.query = ((...args: Parameters<typeof query>) => {
      const [statement] = args as unknown as [string | { text: string }]
      const text = typeof statement === 'string' ? statement : statement.text
      all.push(text)
      currentWork.getStore()?.push(text)
      return query.apply(client, args)
    }) as typeof query
  })
  return {
    /** The statements of some work, without concurrent ones such as the audit log's. */
    async during(work: () => Promise<unknown>) {
      const statements: string[] = []
      await currentWork.run(statements, work)
      return [...statements]
    },
    /** All statements since the last call, from any source. */
    takeAll() {
      const statements = all
      all = []
      return statements
    },
  }
}
