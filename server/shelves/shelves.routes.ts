import * as contract from '#contract/shelves.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { keptOrder, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import { createShelf, deleteShelf, readHeldShelf, updateShelf } from './change-shelves.ts'
import { noteWhoSees, shelfItemRoutes } from './shelf-items.routes.ts'
import { isOwnerShown, listLines, listShelves, readShelf } from './shelves.queries.ts'

type Deps = { config: Config; db: Db }

export function shelfRoutes(app: App, { config, db }: Deps) {
  readingRoutes(app)
  shelfItemRoutes(app, { db })

  app.route({
    ...route(contract.createShelf),
    handler: async (request, reply) => {
      const { userId, ...shelf } = request.body
      const { id: ownerId } = actingAs(request, userId)
      const made = await db.transaction().execute(async (tx) => {
        const id = await createShelf(tx, { ...shelf, id: shelf.id?.toLowerCase(), ownerId }, config)
        return readHeldShelf(tx, id)
      })
      noteWhoSees(request, { isPrivate: made.visibility === 'private' })
      reply.code(201)
      return { shelf: made }
    },
  })

  app.route({
    ...route(contract.updateShelf),
    handler: async (request) => {
      const own = { ownerId: viewerOf(request).id, shelfId: request.params.id }
      const shelf = await db.transaction().execute(async (tx) => {
        const before = await updateShelf(tx, own, request.body, config)
        const after = await readHeldShelf(tx, own.shelfId)
        noteWhoSees(request, { isPrivate: before.isPrivate && after.visibility === 'private' })
        return after
      })
      return { shelf }
    },
  })

  app.route({
    ...route(contract.deleteShelf),
    handler: async (request) => {
      const own = { ownerId: viewerOf(request).id, shelfId: request.params.id }
      const deleted = await db.transaction().execute((tx) => deleteShelf(tx, own))
      if (!deleted) throw notFound('shelf')
      noteWhoSees(request, deleted)
      return { success: true as const }
    },
  })
}

function readingRoutes(app: App) {
  app.route({
    ...route(contract.listShelves),
    handler: async ({ params: { id }, query, viewer, reads }, reply) => {
      const isOwn = viewer?.id === id.toLowerCase()
      if (!isOwn && !(await isOwnerShown(reads, id))) throw notFound('creator')
      return sendJson(reply, `{"shelves":${await listShelves(reads, viewer, id, query.zineId)}}`)
    },
  })

  app.route({
    ...route(contract.readShelf),
    handler: async ({ params: { id }, query: { limit, cursor }, viewer, reads }, reply) => {
      const after = readCursor(keptOrder, cursor)
      const shelf = await readShelf(reads, viewer, id)
      if (!shelf) throw notFound('shelf')
      const page = pageJson('items', await listLines(reads, viewer, id, { limit, after }), limit)
      return sendJson(reply, `{"shelf":${shelf},${page.slice(1)}`)
    },
  })
}
