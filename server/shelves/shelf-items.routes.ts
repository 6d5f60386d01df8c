import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as contract from '#contract/shelf-items.ts'
import type { ShelfItem } from '#contract/shelves.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { annotateItem, moveItem, putOnShelf, removeItem, takeOffShelf } from './change-items.ts'
import { type LockedShelf, readLockedShelf } from './change-shelves.ts'
import { itemJson } from './shelf-json.ts'

export function shelfItemRoutes(app: App, { db }: { db: Db }) {
  app.route({
    ...route(contract.putOnShelf),
    handler: async (request) => {
      const { id: shelfId, zineId } = request.params
      const added = { ownerId: viewerOf(request).id, shelfId, zineId }
      return db.transaction().execute(async (tx) => {
        const { shelf, itemId } = await putOnShelf(tx, added, request.body ?? {})
        markPrivateChange(request, shelf)
        return readChanged(tx, shelf.id, itemId)
      })
    },
  })

  app.route({
    ...route(contract.takeOffShelf),
    handler: async (request) => {
      const { id: shelfId, zineId } = request.params
      const ref = { ownerId: viewerOf(request).id, shelfId, zineId }
      return removalResponse(request, await db.transaction().execute((tx) => takeOffShelf(tx, ref)))
    },
  })

  app.route({
    ...route(contract.removeShelfItem),
    handler: async (request) =>
      removalResponse(request, await db.transaction().execute((tx) => removeItem(tx, itemRef(request)))),
  })

  app.route({
    ...route(contract.annotateShelfItem),
    handler: async (request) => {
      const ref = itemRef(request)
      return db.transaction().execute(async (tx) => {
        markPrivateChange(request, await annotateItem(tx, ref, request.body))
        return readChanged(tx, ref.shelfId, ref.itemId)
      })
    },
  })

  app.route({
    ...route(contract.moveShelfItem),
    handler: async (request) => {
      const ref = itemRef(request)
      markPrivateChange(request, await db.transaction().execute((tx) => moveItem(tx, ref, request.body)))
      return { success: true as const }
    },
  })
}

function removalResponse(request: FastifyRequest, { shelf, taken }: Awaited<ReturnType<typeof removeItem>>) {
  markPrivateChange(request, shelf)
  return { success: true as const, ...(taken && { taken }) }
}

/** Changes to a private shelf, such as To read, do not invalidate cached pages. */
export function markPrivateChange(request: FastifyRequest, shelf: Pick<LockedShelf, 'isPrivate'> | undefined) {
  if (!shelf || shelf.isPrivate) request.isPrivateChange = true
}

type ItemRequest = FastifyRequest & { params: { id: string; itemId: string } }

const itemRef = (request: ItemRequest) => ({
  ownerId: viewerOf(request).id,
  shelfId: request.params.id,
  itemId: request.params.itemId.toLowerCase(),
})

async function readChanged(tx: Tx, shelfId: string, itemId: string) {
  const { rows } = await sql<{ item: Omit<ShelfItem, 'zine'> }>`
    select ${sql.raw(itemJson('true'))} as item from shelf_items i where id = ${itemId}`.execute(tx)
  return { item: rows[0]?.item as Omit<ShelfItem, 'zine'>, shelf: await readLockedShelf(tx, shelfId) }
}
