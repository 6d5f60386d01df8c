import type pg from 'pg'
import {
  countFollowers,
  listFavoriteCreators,
  readFollowStatus,
  toggleCreatorFollow,
} from '#contract/follows.ts'
import { newestPlace, readCursor } from '../http/cursor.ts'
import { notFound } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { sendJson } from '../http/json.ts'
import { route } from '../http/route.ts'
import { actingAs } from '../http/viewer.ts'
import { foundJson } from '../search/found-cards.ts'
import { findFollow, findFollowerCount, listFollowed, noOneself, toggleFollow } from './follows.queries.ts'

export function followRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(toggleCreatorFollow),
    handler: async (request) => {
      const viewer = actingAs(request, request.body.userId)
      const creatorId = request.body.creatorId.toLowerCase()
      if (creatorId === viewer.id) throw noOneself()
      return (await toggleFollow(pool, viewer.id, creatorId)) ?? absent()
    },
  })

  app.route({
    ...route(listFavoriteCreators),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { search, limit, cursor } = request.query
      const after = readCursor(newestPlace, cursor)
      const found = await listFollowed(pool, viewer.id, { text: search, limit, after })
      return sendJson(reply, foundJson('creators', found, limit))
    },
  })

  app.route({
    ...route(readFollowStatus),
    handler: async (request) => {
      const viewer = actingAs(request, request.params.id)
      return (await findFollow(pool, viewer.id, request.params.creatorId)) ?? absent()
    },
  })

  app.route({
    ...route(countFollowers),
    handler: async ({ params }) => (await findFollowerCount(pool, params.id)) ?? absent(),
  })
}

function absent(): never {
  throw notFound('creator')
}
