import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { surprise } from '#contract/zines.ts'
import type { ConcurrencyLimits } from '#server/http/concurrency-limits.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { isListedZine, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { zineJson } from '#server/lists/zine-json.ts'
import { openZineJoins } from './open-zine-json.ts'

export function surpriseRoutes(app: App, { concurrencyLimits }: { concurrencyLimits: ConcurrencyLimits }) {
  app.route({
    ...route(surprise),
    handler: async ({ viewer, readPool }, reply) =>
      sendJson(reply, `{"zine":${(await readRandomZine(readPool, viewer)) ?? 'null'}}`),
  })

  app.get('/surprise', { schema: { hide: true }, config: { reads: 'replica' } }, async (request, reply) => {
    const zine = await concurrencyLimits.withReadSlot(request, () => readRandomZine(request.readPool, request.viewer))
    const address = zine ? `/zine/${(JSON.parse(zine) as { id: string }).id}` : '/'
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  })
}

/** The random part of an id, which starts with a time. Must match the index `zines_by_chance`. */
const randomKey = `(right(zines.id::text, 12) collate "C")`

const nextSql = (condition: string) => `
  (select zines.*, favorite_count from zines join zine_stats on zine_id = id
   where ${condition} order by ${randomKey} limit 1)`

/** The next visible zine after a random point, wrapping around at the end. */
const zineAfterPoint = listStatement<{ item: string }, [point: string]>(
  'zine-by-chance',
  (andCondition) => `
    select ${zineJson}::text as item
    from (select * from (
      ${nextSql(`${randomKey} >= $2${andCondition}`)} union all ${nextSql(`${randomKey} < $2${andCondition}`)}
    ) found limit 1) z
    ${openZineJoins('$1', 'z.favorite_count')}`,
  isListedZine('$1', 'zines.id', 'zines.creator_id'),
)

export async function readRandomZine(pool: pg.Pool, reader: Reader, startKey = randomBytes(6).toString('hex')) {
  const [row] = await zineAfterPoint(pool, reader, startKey)
  return row?.item
}
