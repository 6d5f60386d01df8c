import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { surprise } from '#contract/zines.ts'
import { isShownOf, listStatement, type Reader } from '#server/db/avoided.ts'
import { zineJoins, zineJson } from '#server/db/zine-json.ts'
import type { Admission } from '#server/http/admission.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'

export function surpriseRoutes(app: App, { turns }: { turns: Admission }) {
  app.route({
    ...route(surprise),
    handler: async ({ viewer, reads }, reply) =>
      sendJson(reply, `{"zine":${(await readByChance(reads, viewer)) ?? 'null'}}`),
  })

  app.get('/surprise', { schema: { hide: true }, config: { reads: 'replica' } }, async (request, reply) => {
    const zine = await turns.reading(request, () => readByChance(request.reads, request.viewer))
    const address = zine ? `/zine/${(JSON.parse(zine) as { id: string }).id}` : '/'
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  })
}

/** The random part of an id, which starts with its creation time. Must match the index `zines_by_chance`. */
const chance = `(right(zines.id::text, 12) collate "C")`

const next = (condition: string) => `
  (select zines.*, favorite_count from zines join zine_stats on zine_id = id
   where ${condition} order by ${chance} limit 1)`

/** The next visible zine after a random point, wrapping around at the end. */
const after = listStatement<{ item: string }, [point: string]>(
  'zine-by-chance',
  (andShown) => `
    select ${zineJson}::text as item
    from (select * from (
      ${next(`${chance} >= $2${andShown}`)} union all ${next(`${chance} < $2${andShown}`)}
    ) found limit 1) z
    ${zineJoins('$1', { whole: true, counted: 'z.favorite_count' })}`,
  isShownOf('$1', 'zines.id', 'zines.creator_id'),
)

export async function readByChance(pool: pg.Pool, reader: Reader, point = randomBytes(6).toString('hex')) {
  const [row] = await after(pool, reader, point)
  return row?.item
}
