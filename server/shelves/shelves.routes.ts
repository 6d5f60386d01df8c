import * as contract from '#contract/shelves.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { manualPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import { createShelf, deleteShelf, readLockedShelf, updateShelf } from './change-shelves.ts'
import { markPrivateChange, shelfItemRoutes } from './shelf-items.routes.ts'
import { isOwnerVisible, listItems, listShelves, readShelf } from './shelves.queries.ts'

type Deps = { config: Config; db: Db }

export function shelfRoutes(app: App, { config, db }: Deps) {
  readingRoutes(app)
  shelfItemRoutes(app, { db })

  app.route({
    ...route(contract.createShelf),
    handler: async (request, reply) => {
      const { userId, ...shelf } = request.body
      const { id: ownerId } = requireSelf(request, userId)
      const created = await db.transaction().execute(async (tx) => {
        const id = await createShelf(tx, { ...shelf, id: shelf.id?.toLowerCase(), ownerId }, config)
        return readLockedShelf(tx, id)
      })
      markPrivateChange(request, { isPrivate: created.visibility === 'private' })
      reply.code(201)
      return { shelf: created }
    },
  })

  app.route({
    ...route(contract.updateShelf),
    handler: async (request) => {
      const ref = { ownerId: viewerOf(request).id, shelfId: request.params.id }
      const shelf = await db.transaction().execute(async (tx) => {
        const before = await updateShelf(tx, ref, request.body, config)
        const after = await readLockedShelf(tx, ref.shelfId)
        markPrivateChange(request, { isPrivate: before.isPrivate && after.visibility === 'private' })
        return after
      })
      return { shelf }
    },
  })

  app.route({
    ...route(contract.deleteShelf),
    handler: async (request) => {
      const ref = { ownerId: viewerOf(request).id, shelfId: request.params.id }
      const deleted = await db.transaction().execute((tx) => deleteShelf(tx, ref))
      if (!deleted) throw notFound('shelf')
      markPrivateChange(request, deleted)
      return { success: true as const }
    },
  })
}

function readingRoutes(app: App) {
  app.route({
    ...route(contract.listShelves),
    handler: async ({ params: { id }, query, viewer, readPool }, reply) => {
      const isOwn = viewer?.id === id.toLowerCase()
      if (!isOwn && !(await isOwnerVisible(readPool, id))) throw notFound('creator')
      return sendJson(reply, `{"shelves":${await listShelves(readPool, viewer, id, query.zineId)}}`)
    },
  })

  app.route({
    ...route(contract.readShelf),
    handler: async ({ params: { id }, query: { limit, cursor }, viewer, readPool }, reply) => {
      const after = readCursor(manualPosition, cursor)
      const shelf = await readShelf(readPool, viewer, id)
      if (!shelf) throw notFound('shelf')
      const page = pageJson('items', await listItems(readPool, viewer, id, { limit, after }), limit)
      return sendJson(reply, `{"shelf":${shelf},${page.slice(1)}`)
    },
  })
}
