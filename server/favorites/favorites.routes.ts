import type pg from 'pg'
import * as contract from '#contract/favorites.ts'
import { whyNot } from '#server/auth/sign-ups/may-publish.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs } from '#server/http/viewer.ts'
import { foundJson } from '#server/search/search.queries.ts'
import { listFavoriteZines, toggleZineFavorite } from './favorites.queries.ts'

export function favoriteRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.toggleZineFavorite),
    handler: async (request) => {
      const viewer = actingAs(request, request.body.userId)
      const favorite = await toggleZineFavorite(db, viewer, request.body.zineId)
      if (!favorite) throw await whyNot(pool, viewer.id, notFound('zine'))
      return favorite
    },
  })

  app.route({
    ...route(contract.listFavoriteZines),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { search, limit, cursor, ...filters } = request.query
      const after = readCursor(newestPlace, cursor)
      const found = await listFavoriteZines(request.reads, viewer, { text: search, filters, limit, after })
      return sendJson(reply, foundJson('zines', found, limit))
    },
  })
}
