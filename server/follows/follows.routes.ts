import type pg from 'pg'
import * as contract from '#contract/follows.ts'
import { publishErrorOr } from '#server/auth/sign-ups/may-publish.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { isSearch, searchPageJson } from '#server/search/search.queries.ts'
import { searchFollowedZines } from './followed-zines.queries.ts'
import { markFollowingSeen, readFollowingVisit } from './following-visits.queries.ts'
import {
  cannotFollowYourself,
  countFollowers,
  listFollowedCreators,
  readFollowStatus,
  toggleCreatorFollow,
} from './follows.queries.ts'

export function followRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(contract.toggleCreatorFollow),
    handler: async (request) => {
      const viewer = requireSelf(request, request.body.userId)
      const creatorId = request.body.creatorId.toLowerCase()
      if (creatorId === viewer.id) throw cannotFollowYourself()
      const follow = await toggleCreatorFollow(db, viewer.id, creatorId)
      if (!follow) throw await publishErrorOr(pool, viewer.id, notFound('creator'))
      return follow
    },
  })

  app.route({
    ...route(contract.listFavoriteCreators, { isSlow: isSearch }),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { search, limit, cursor } = request.query
      const after = readCursor(newestPosition, cursor)
      const result = await listFollowedCreators(request.readPool, viewer, { text: search, limit, after })
      return sendJson(reply, searchPageJson('creators', result, limit))
    },
  })

  app.route({
    ...route(contract.listFollowedZines, { isSlow: isSearch }),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { search, limit, cursor, ...filters } = request.query
      const after = readCursor(newestPosition, cursor)
      // Before the list, so that no zine between the two is marked as seen.
      const visit = await readFollowingVisit(request.readPool, viewer.id)
      const result = await searchFollowedZines(request.readPool, viewer, { text: search, filters, limit, after })
      return sendJson(reply, `${searchPageJson('zines', result, limit).slice(0, -1)},${visit.slice(1)}`)
    },
  })

  app.route({
    ...route(contract.markFollowedZinesSeen),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      await markFollowingSeen(pool, viewer.id, request.body.readAt)
      return { success: true as const }
    },
  })

  app.route({
    ...route(contract.readFollowStatus),
    handler: async (request) => {
      const viewer = requireSelf(request, request.params.id)
      return (await readFollowStatus(request.readPool, viewer.id, request.params.creatorId)) ?? throwNotFound()
    },
  })

  app.route({
    ...route(contract.countFollowers),
    handler: async ({ params, readPool }) => (await countFollowers(readPool, params.id)) ?? throwNotFound(),
  })
}

function throwNotFound(): never {
  throw notFound('creator')
}
