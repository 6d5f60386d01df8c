import { surprise } from '#contract/zines.ts'
import type { Admission } from '#server/http/admission.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { readByChance } from './surprise.queries.ts'

export function surpriseRoutes(app: App, { turns }: { turns: Admission }) {
  app.route({
    ...route(surprise),
    handler: async ({ viewer, reads }, reply) =>
      sendJson(reply, `{"zine":${(await readByChance(reads, viewer)) ?? 'null'}}`),
  })

  /** Where Surprise me leads, which works without scripts. */
  app.get('/surprise', { schema: { hide: true }, config: { reads: 'replica' } }, async (request, reply) => {
    const zine = await turns.reading(request, () => readByChance(request.reads, request.viewer))
    const address = zine ? `/zine/${(JSON.parse(zine) as { id: string }).id}` : '/'
    return reply.header('cache-control', 'no-store').redirect(address, 303)
  })
}
