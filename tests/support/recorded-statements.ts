import type pg from 'pg'

/** What a pool's connections are asked from now on, in order, without values. */
export function recordStatements(pool: pg.Pool) {
  const statements: string[] = []
  const recorded = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return
    recorded.add(client)
    const { query } = client
    client.query = ((...args: Parameters<typeof query>) => {
      const [asked] = args as unknown as [string | { text: string }]
      statements.push(typeof asked === 'string' ? asked : asked.text)
      return query.apply(client, args)
    }) as typeof query
  })
  return {
    /** The statements of some work. */
    async of(work: () => Promise<unknown>) {
      statements.length = 0
      await work()
      return [...statements]
    },
  }
}
