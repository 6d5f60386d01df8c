import type pg from 'pg'
import * as contract from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { asPublisher, assertMayPublish } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { sayOfTooLarge } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import { readZine } from '#server/zines/zines.queries.ts'
import { createDraft } from './create-draft.ts'
import { deleteDraft } from './delete-draft.ts'
import { absent, tooLong } from './draft-refusals.ts'
import { findPublished, listDrafts, type OwnDraft, readDraft } from './drafts.queries.ts'
import { publishDraft } from './publish-draft.ts'
import { saveDraft } from './save-draft.ts'
import { scheduleDraft } from './schedule-draft.ts'

type Deps = { config: Pick<Config, 'longZinePages' | 'confirmBeforePublishing'>; db: Db; pool: pg.Pool }

export function draftRoutes(app: App, deps: Deps) {
  const { config, db, pool } = deps
  contentRoutes(app, deps)

  app.route({
    ...route(contract.listDrafts),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      return sendJson(reply, `{"drafts":[${(await listDrafts(pool, viewer.id)).join()}]}`)
    },
  })

  app.route({
    ...route(contract.readDraft),
    handler: async (request, reply) => {
      const own = { ownerId: viewerOf(request).id, draftId: request.params.id }
      return sendJson(reply, await oneDraft(pool, own, await readDraft(pool, own)))
    },
  })

  app.route({
    ...route(contract.scheduleDraft),
    handler: async (request, reply) => {
      const own = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const { version, publishAt } = request.body
      const wish = { version, publishAt: publishAt === null ? null : new Date(publishAt) }
      const draft = await db.transaction().execute(async (tx) => {
        if (wish.publishAt) await assertMayPublish(tx, own.ownerId, config)
        return scheduleDraft(tx, own, wish)
      })
      return sendJson(reply, await oneDraft(pool, own, draft))
    },
  })

  app.route({
    ...route(contract.deleteDraft),
    handler: async (request) => {
      const own = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const isGone = await db.transaction().execute((tx) => deleteDraft(tx, own))
      if (!isGone) throw await absence(pool, own)
      return { success: true as const }
    },
  })

  publishRoute(app, deps)
}

function contentRoutes(app: App, { config, db, pool }: Deps) {
  const mostPages = config.longZinePages

  app.route({
    ...route(contract.createDraft),
    ...roomForContent,
    handler: async (request, reply) => {
      const { id, projectId, content } = request.body
      const wish = { ownerId: viewerOf(request).id, id, projectId, content, mostPages }
      const draft = await db.transaction().execute((tx) => createDraft(tx, wish))
      return sendJson(reply.code(201), `{"draft":${draft}}`)
    },
  })

  app.route({
    ...route(contract.updateDraft),
    ...roomForContent,
    handler: async (request, reply) => {
      const own = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const save = { ...request.body, mostPages }
      const draft = await db.transaction().execute((tx) => saveDraft(tx, own, save))
      return sendJson(reply, await oneDraft(pool, own, draft))
    },
  })
}

function publishRoute(app: App, { config, db, pool }: Deps) {
  app.route({
    ...route(contract.publishDraft),
    handler: async (request, reply) => {
      const own = { ownerId: viewerOf(request).id, draftId: request.params.id }
      const publication = { version: request.body.version, mostPages: config.longZinePages }
      const id = await asPublisher({ config, db }, own.ownerId, (tx) => publishDraft(tx, own, publication))
      const zine = id && (await readZine(pool, own.ownerId, id))
      if (!zine) throw absent(false)
      return sendJson(reply.code(201), `{"zine":${zine}}`)
    },
  })
}

async function oneDraft(pool: pg.Pool, own: OwnDraft, draft: string | undefined) {
  if (!draft) throw await absence(pool, own)
  return `{"draft":${draft}}`
}

const absence = async (pool: pg.Pool, own: OwnDraft) => absent((await findPublished(pool, own)) !== undefined)

/** JSON needs up to six bytes per character, as in `\u0007`. */
const wordsOfPage = 6 * (limits.altText + limits.transcript + limits.contentNote)
const restOfPage = 4_096
const besides = 6 * (limits.zineTitle + limits.zineDescription + limits.allDetails) + 16_384
const bodyLimit = limits.longZinePagesMost * (wordsOfPage + restOfPage) + besides

const roomForContent = { bodyLimit, errorHandler: sayOfTooLarge(tooLong) }
