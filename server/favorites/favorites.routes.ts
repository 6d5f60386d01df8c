import type pg from 'pg'
import * as contract from '#contract/favorites.ts'
import { publishErrorOr } from '#server/auth/sign-ups/may-publish.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { isSearch, searchPageJson } from '#server/search/search.queries.ts'
import { listFavoriteZines, toggleZineFavorite } from './favorites.queries.ts'

export function favoriteRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.toggleZineFavorite),
    handler: async (request) => {
      const viewer = requireSelf(request, request.body.userId)
      const favorite = await toggleZineFavorite(db, viewer, request.body.zineId)
      if (!favorite) throw await publishErrorOr(pool, viewer.id, notFound('zine'))
      return favorite
    },
  })

  app.route({
    ...route(contract.listFavoriteZines, { isSlow: isSearch }),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { search, limit, cursor, ...filters } = request.query
      const after = readCursor(newestPosition, cursor)
      const result = await listFavoriteZines(request.readPool, viewer, {
        text: search,
        filters,
        limit,
        after,
      })
      return sendJson(reply, searchPageJson('zines', result, limit))
    },
  })
}
