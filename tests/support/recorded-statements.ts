import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** What a pool's connections are asked from now on, in order, without values. */
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
    /** The statements of some work, without those that something else asks meanwhile, as the audit log does. */
    async of(does: () => Promise<unknown>) {
      const statements: string[] = []
      await work.run(statements, does)
      return [...statements]
    },
    /** Everything since it was last asked for, whoever asked it. */
    takeAll() {
      const taken = all
      all = []
      return taken
    },
  }
}
