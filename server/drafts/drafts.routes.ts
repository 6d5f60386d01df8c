import type pg from 'pg'
import * as contract from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { asPublisher, assertCanPublish } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { tooLargeHandler } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import { readZine } from '#server/zines/zines.queries.ts'
import { createDraft } from './create-draft.ts'
import { deleteDraft } from './delete-draft.ts'
import { draftNotFound, draftTooLong } from './draft-errors.ts'
import { type DraftRef, findPublished, listDrafts, readDraft } from './drafts.queries.ts'
import { publishDraft } from './publish-draft.ts'
import { saveDraft } from './save-draft.ts'
import { scheduleDraft } from './schedule-draft.ts'

type Deps = {
  config: Pick<Config, 'longZinePages' | 'memberQuotaMb' | 'confirmBeforePublishing'>
  db: Db
  pool: pg.Pool
}

export function draftRoutes(app: App, deps: Deps) {
  const { config, db, pool } = deps
  contentRoutes(app, deps)

  app.route({
    ...route(contract.listDrafts),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      return sendJson(reply, `{"drafts":[${(await listDrafts(pool, viewer.id)).join()}]}`)
    },
  })

  app.route({
    ...route(contract.readDraft),
    handler: async (request, reply) => {
      const ref = { ownerId: viewerOf(request).id, draftId: request.params.id }
      return sendJson(reply, await draftResponse(pool, ref, await readDraft(pool, ref)))
    },
  })

  app.route({
    ...route(contract.scheduleDraft),
    handler: async (request, reply) => {
      const ref = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const { version, publishAt } = request.body
      const input = { version, publishAt: publishAt === null ? null : new Date(publishAt) }
      const draft = await db.transaction().execute(async (tx) => {
        if (input.publishAt) await assertCanPublish(tx, ref.ownerId, config)
        return scheduleDraft(tx, ref, input)
      })
      return sendJson(reply, await draftResponse(pool, ref, draft))
    },
  })

  app.route({
    ...route(contract.deleteDraft),
    handler: async (request) => {
      const ref = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const isDeleted = await db.transaction().execute((tx) => deleteDraft(tx, ref))
      if (!isDeleted) throw await absentDraftError(pool, ref)
      return { success: true as const }
    },
  })

  publishRoute(app, deps)
}

function contentRoutes(app: App, { config, db, pool }: Deps) {
  const contentLimits = { maxPages: config.longZinePages, quotaMb: config.memberQuotaMb }

  app.route({
    ...route(contract.createDraft),
    ...contentBodyOptions,
    handler: async (request, reply) => {
      const { id, projectId, content } = request.body
      const input = { ownerId: viewerOf(request).id, id, projectId, content, ...contentLimits }
      const draft = await db.transaction().execute((tx) => createDraft(tx, input))
      return sendJson(reply.code(201), `{"draft":${draft}}`)
    },
  })

  app.route({
    ...route(contract.updateDraft),
    ...contentBodyOptions,
    handler: async (request, reply) => {
      const ref = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const save = { ...request.body, ...contentLimits }
      const draft = await db.transaction().execute((tx) => saveDraft(tx, ref, save))
      return sendJson(reply, await draftResponse(pool, ref, draft))
    },
  })
}

function publishRoute(app: App, { config, db, pool }: Deps) {
  app.route({
    ...route(contract.publishDraft),
    handler: async (request, reply) => {
      const ref = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const publication = { version: request.body.version, maxPages: config.longZinePages }
      const id = await asPublisher({ config, db }, ref.ownerId, (tx) => publishDraft(tx, ref, publication))
      const zine = id && (await readZine(pool, ref.ownerId, id))
      if (!zine) throw draftNotFound(false)
      return sendJson(reply.code(201), `{"zine":${zine}}`)
    },
  })
}

async function draftResponse(pool: pg.Pool, ref: DraftRef, draft: string | undefined) {
  if (!draft) throw await absentDraftError(pool, ref)
  return `{"draft":${draft}}`
}

const absentDraftError = async (pool: pg.Pool, ref: DraftRef) =>
  draftNotFound((await findPublished(pool, ref)) !== undefined)

/** JSON needs up to six bytes per character, as in `\u0007`. */
const pageTextBytes = 6 * (limits.altText + limits.transcript + limits.contentNote)
const pageOverheadBytes = 4_096
const draftOverheadBytes = 6 * (limits.zineTitle + limits.zineDescription + limits.allDetails) + 16_384
const bodyLimit =
  limits.longZinePagesMax * (pageTextBytes + limits.recipeTextBytes + pageOverheadBytes) +
  limits.zineDrawingBytes +
  draftOverheadBytes

const contentBodyOptions = { bodyLimit, errorHandler: tooLargeHandler(draftTooLong) }
