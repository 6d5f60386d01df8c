import type pg from 'pg'
import * as contract from '#contract/follows.ts'
import { whyNot } from '#server/auth/sign-ups/may-publish.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPlace, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs } from '#server/http/viewer.ts'
import { foundJson } from '#server/search/search.queries.ts'
import {
  countFollowers,
  listFavoriteCreators,
  noOneself,
  readFollowStatus,
  toggleCreatorFollow,
} from './follows.queries.ts'

export function followRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.toggleCreatorFollow),
    handler: async (request) => {
      const viewer = actingAs(request, request.body.userId)
      const creatorId = request.body.creatorId.toLowerCase()
      if (creatorId === viewer.id) throw noOneself()
      const follow = await toggleCreatorFollow(db, viewer.id, creatorId)
      if (!follow) throw await whyNot(pool, viewer.id, notFound('creator'))
      return follow
    },
  })

  app.route({
    ...route(contract.listFavoriteCreators),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { search, limit, cursor } = request.query
      const after = readCursor(newestPlace, cursor)
      const found = await listFavoriteCreators(request.reads, viewer, { text: search, limit, after })
      return sendJson(reply, foundJson('creators', found, limit))
    },
  })

  app.route({
    ...route(contract.readFollowStatus),
    handler: async (request) => {
      const viewer = actingAs(request, request.params.id)
      return (await readFollowStatus(request.reads, viewer.id, request.params.creatorId)) ?? absent()
    },
  })

  app.route({
    ...route(contract.countFollowers),
    handler: async ({ params, reads }) => (await countFollowers(reads, params.id)) ?? absent(),
  })
}

function absent(): never {
  throw notFound('creator')
}
