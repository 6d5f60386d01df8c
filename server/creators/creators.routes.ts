import type pg from 'pg'
import { readUser } from '#contract/creators.ts'
import { findProfile } from '../db/profile-json.ts'
import { notFound } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { sendJson } from '../http/json.ts'
import { route } from '../http/route.ts'

export function creatorRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(readUser),
    handler: async ({ params, viewer }, reply) => {
      const user = await findProfile(pool, viewer?.id ?? null, params.id)
      if (!user) throw notFound('creator')
      return sendJson(reply, `{"user":${user}}`)
    },
  })
}
