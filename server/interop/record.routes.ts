import { readRecord } from '#contract/interop.ts'
import type { Config } from '#server/config/config.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { allowAnyOrigin } from '#server/http/security.ts'
import { dublinCore } from './dublin-core.ts'
import { openZine } from './zine-description.ts'
import { zineCore2 } from './zinecore2.ts'

export function recordRoutes(app: App, { config: { publicUrl } }: { config: Config }) {
  app.route({
    ...route(readRecord),
    preValidation: allowAnyOrigin,
    handler: async ({ params, query, readPool, viewer }, reply) => {
      const zine = await openZine(readPool, viewer?.id ?? null, params.id)
      if (query.as === 'dublincore')
        return reply.type('application/xml; charset=utf-8').send(dublinCore(zine, publicUrl))
      return reply
        .type('application/ld+json; charset=utf-8')
        .send(`${JSON.stringify(zineCore2(zine, publicUrl), null, 2)}\n`)
    },
  })
}
