import type pg from 'pg'
import * as contract from '#contract/creators.ts'
import { readUser } from '../db/profile-json.ts'
import { notFound } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { sendJson } from '../http/json.ts'
import { route } from '../http/route.ts'

export function creatorRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(contract.readUser),
    handler: async ({ params, viewer }, reply) => {
      const user = await readUser(pool, viewer?.id ?? null, params.id)
      if (!user) throw notFound('creator')
      return sendJson(reply, `{"user":${user}}`)
    },
  })
}
