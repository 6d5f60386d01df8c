import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { exportRoutes } from '#server/accounts/export/write-export.ts'
import { languageRoutes } from '#server/accounts/languages.routes.ts'
import { removePdfsOfOwner } from '#server/documents/documents.jobs.ts'
import { sitePageRoutes } from '#server/site-pages/site-pages.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { deleteAccountRoutes } from './accounts/delete-account.routes.ts'
import { updateUserRoutes } from './accounts/update-user.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { blockRoutes } from './blocks/blocks.routes.ts'
import type { Config } from './config/config.ts'
import { creatorRoutes, pictureRoutes } from './creators/creators.routes.ts'
import type { Db } from './db/connection.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import type { DocumentDeps } from './documents/documents.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { favoriteRoutes } from './favorites/favorites.routes.ts'
import { focusRoutes } from './focus/focus.routes.ts'
import { followRoutes } from './follows/follows.routes.ts'
import type { ConcurrencyLimits } from './http/concurrency-limits.ts'
import { notFound } from './http/errors.ts'
import { type App, hasForeignCharacters } from './http/fastify.ts'
import type { PublicChanges } from './http/public-changes.ts'
import { createLimits } from './http/rate-limits.ts'
import type { Timeouts } from './http/request-limits.ts'
import { sessionLookup } from './http/session.ts'
import { importRoutes } from './import/import.routes.ts'
import { comicRoutes } from './interop/comic.routes.ts'
import { recordRoutes } from './interop/record.routes.ts'
import type { SiteLanguages } from './languages/site-languages.ts'
import { mediaRoutes } from './media/media.routes.ts'
import type { MediaDeps } from './media/media.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { seriesRoutes } from './series/series.routes.ts'
import { shelfRoutes } from './shelves/shelves.routes.ts'
import type { SitePages } from './site-pages/site-pages.ts'
import { followingFeedRoutes } from './subscriptions/following-feed.routes.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts'
import { captionsRoutes } from './zines/captions.routes.ts'
import { printPictureRoutes } from './zines/print-picture.routes.ts'
import { surpriseRoutes } from './zines/surprise.routes.ts'
import { zineRoutes } from './zines/zines.routes.ts'

type ApiDeps = { config: Config; db: Db; pool: pg.Pool; media: MediaDeps; documents: DocumentDeps }
type RouteDeps = ApiDeps & {
  concurrencyLimits: ConcurrencyLimits
  changes: PublicChanges
  sitePages: SitePages
  languages: SiteLanguages
  timeouts: Timeouts
}

export function apiRoutes(api: App, deps: RouteDeps) {
  const { config, db, pool, concurrencyLimits, changes, media, documents, sitePages, languages, timeouts } = deps
  const limits = createLimits({ config, pool })
  sessionLookup(api, { config, pool })
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'private, no-store')
    done()
  })
  mediaRoutes(api, media)
  zineRoutes(api, { config, db, pool })
  seriesRoutes(api)
  captionsRoutes(api)
  printPictureRoutes(api, { storage: media.storage })
  comicRoutes(api, { config, limits, storage: media.storage, timeouts })
  recordRoutes(api, { config })
  draftRoutes(api, { config, db, pool })
  searchRoutes(api, { changes })
  favoriteRoutes(api, { db, pool })
  followRoutes(api, { db, pool })
  subscriptionRoutes(api, { config, db, limits, pool })
  followingFeedRoutes(api, { config, concurrencyLimits, limits })
  blockRoutes(api, { db, pool })
  shelfRoutes(api, { config, db })
  surpriseRoutes(api, { concurrencyLimits })
  creatorRoutes(api)
  projectRoutes(api, { pool })
  focusRoutes(api, { pool })
  documentRoutes(api, documents)
  importRoutes(api, { ...documents, pool })
  sitePageRoutes(api, { sitePages, languages })
  api.register(async (scope) => languageRoutes(scope, { config, db, languages }))
  pictureRoutes(api, media)
  accountRoutes(api, { config, db, limits, pool })
  const pdfs = { removeOwn: (ownerId: string) => removePdfsOfOwner(documents, ownerId) }
  deleteAccountRoutes(api, { config, db, pool, uploads: media.uploads, pdfs })
  exportRoutes(api, { config, db, limits, pool, storage: media.storage })
  updateUserRoutes(api, { db, limits, pool })
  authRoutes(api, { config, db, limits, pool })
  reportRoutes(api, { config, db, limits })
  moderationRoutes(api, { config, db, limits, pool })
  api.all('/api/*', { schema: { hide: true }, config: { changes: 'private' } }, async () => {
    throw notFound('call')
  })
}

/** Call before adding routes. */
export async function documentApi(app: App) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Foldout', version: '1', description: 'Everything the site does, as an HTTP API.' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'foldout.session_token' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(async (docs) => {
    // Serving files fails on such paths.
    docs.addHook('onRequest', (request, _reply, done) => done(hasForeignCharacters(request) ? notFound() : undefined))
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { validatorUrl: null },
      theme: {
        title: 'The API of Foldout',
        css: [{ filename: 'foldout.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    })
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
