import { readCaptions } from '#contract/captions.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { findCaptions } from './captions.queries.ts'

/** Visible like the zine. A browser that opens the file shows its text and runs nothing in it. */
export function captionsRoutes(app: App) {
  app.route({
    ...route(readCaptions),
    handler: async ({ params: { id: zineId, hash }, viewer, readPool }, reply) => {
      const body = await findCaptions(readPool, { zineId, hash, viewer: viewer?.id ?? null })
      if (body === undefined) throw notFound('caption file')
      return reply
        .headers({ 'content-security-policy': "default-src 'none'", 'cross-origin-resource-policy': 'same-origin' })
        .type('text/vtt; charset=utf-8')
        .send(body)
    },
  })
}
