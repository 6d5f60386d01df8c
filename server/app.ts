import compress from '@fastify/compress'
import type pg from 'pg'
import { auditRequests } from '#server/audit/audit-log.ts'
import { allJobs, crontabOf, publicJobs } from './all-jobs.ts'
import { apiRoutes, documentApi } from './api-routes.ts'
import type { Config } from './config/config.ts'
import { openDb } from './db/connection.ts'
import { openDocuments } from './documents/documents.ts'
import { acceptEarlierJobs } from './earlier-jobs.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { oembedRoutes } from './feeds/oembed.routes.ts'
import { sitemapRoutes } from './feeds/sitemap.routes.ts'
import { createConcurrencyLimits } from './http/concurrency-limits.ts'
import { openDraining } from './http/draining.ts'
import { type App, createFastify } from './http/fastify.ts'
import { openFreeSpace, rejectWithoutSpace } from './http/free-space.ts'
import { healthRoutes } from './http/health.ts'
import { connectToOtherProcesses, publicChanges } from './http/public-changes.ts'
import { decorateReadPool, openReadPools } from './http/read-pools.ts'
import { limitBodies } from './http/request-bodies.ts'
import { timeouts as defaultTimeouts, type Timeouts } from './http/request-limits.ts'
import { requestLog } from './http/request-log.ts'
import { addRevalidation } from './http/revalidation.ts'
import { securityHeaders, warnOfUntrustedProxy } from './http/security.ts'
import { selfCheckRoutes } from './http/self-check.ts'
import { limitUnreadResponses } from './http/unread-responses.ts'
import { createCachedGuestSearch } from './interop/cached-search.ts'
import { catalogRoutes } from './interop/catalog.routes.ts'
import { searchFeedRoutes } from './interop/search-feed.routes.ts'
import { openSiteLanguages, type SiteLanguages } from './languages/site-languages.ts'
import { openMailer } from './mail/mailer.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { mediaFileRoutes } from './media/files.routes.ts'
import { openMedia } from './media/media.ts'
import { noMetrics } from './metrics/metrics.ts'
import { operateRoutes } from './operate/operate.routes.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import type { PageSource } from './pages/render-page.ts'
import { programVersion } from './process/program-version.ts'
import { openTermCountCompaction } from './search/term-counts.ts'
import { openSitePages } from './site-pages/site-pages.ts'

type AppOptions = {
  config: Config
  pool: pg.Pool
  direct?: pg.Pool
  dev?: boolean
  pages?: boolean | PageSource
  /** Default: those of the settings. */
  languages?: SiteLanguages | undefined
  /** Default: standard output. */
  logTo?: NodeJS.WritableStream
  timeouts?: Partial<Timeouts>
}

/** Builds the application. `start.ts` adds listening and jobs. */
export async function buildApp(options: AppOptions) {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const app = createFastify(options.config, { logTo: options.logTo, timeouts })
  try {
    return await assemble(app, { ...options, timeouts })
  } catch (error) {
    // Open connections would block the database's shutdown.
    await app.close()
    throw error
  }
}

type AssembleOptions = AppOptions & { timeouts: Timeouts }

async function assemble(app: App, { config, pool, timeouts, dev = false, pages = true, ...options }: AssembleOptions) {
  const { direct = pool } = options
  const db = openDb(pool)
  const readPools = openReadPools(config.databaseReadUrl, pool)
  app.addHook('onClose', () => readPools?.stop())
  decorateReadPool(app, { pool, readPools })
  const changes = publicChanges(app)
  connectToOtherProcesses(app, changes, { config, pool: direct })
  const compaction = openTermCountCompaction({ db, log: app.log })
  changes.subscribeToLocal(compaction.schedule)
  app.addHook('onClose', () => compaction.stop())
  const space = openFreeSpace(config)
  rejectWithoutSpace(app, space)
  const concurrencyLimits = createConcurrencyLimits(app, { pool })
  addRevalidation(app)
  requestLog(app)
  const metrics = config.metrics ? (await import('./metrics/create-metrics.ts')).createMetrics() : noMetrics
  metrics.requests(app)
  metrics.databases({ pool, direct })
  const audit = auditRequests(app, { db })
  warnOfUntrustedProxy(app)
  securityHeaders(app, config)
  limitBodies(app, timeouts, concurrencyLimits)
  const { drain, begun: draining, overdue } = openDraining(app, timeouts)
  limitUnreadResponses(app, timeouts)
  await app.register(compress, { encodings: ['gzip'], threshold: 2048, globalDecompression: false })
  await documentApi(app)
  const openedMedia = await openMedia({ config, db, pool, direct, space, stopping: overdue, log: app.log })
  const media = {
    ...openedMedia,
    queue: { ...openedMedia.queue, run: metrics.decoders(openedMedia.queue.run) },
  }
  changes.subscribe(media.restricted.refreshSoon)
  app.addHook('onClose', async () => {
    media.restricted.stop()
    await media.waitingDecoder.stop()
  })
  const documents = await openDocuments({ ...media, direct, stopping: draining })
  const mailer = metrics.mailer(openMailer({ config, log: app.log }))
  mediaFileRoutes(app, media)
  feedRoutes(app, { config, concurrencyLimits })
  oembedRoutes(app, { config })
  const cachedSearch = createCachedGuestSearch({ config, pool, concurrencyLimits, changes })
  searchFeedRoutes(app, { config, cachedSearch })
  catalogRoutes(app, { config, cachedSearch, concurrencyLimits })
  sitemapRoutes(app, { config, pool })
  if (dev) outboxRoutes(app, { config })
  healthRoutes(app, { pool, readPools, space, draining })
  selfCheckRoutes(app, { config, pool, version: programVersion })

  const sitePages = openSitePages(config, app.log)
  const languages = options.languages ?? openSiteLanguages(config)
  app.decorate('languages', languages)
  app.register(async (api) =>
    apiRoutes(api, { config, db, pool, concurrencyLimits, changes, media, documents, sitePages, languages, timeouts }),
  )
  const pageDeps = { config, db, changes, concurrencyLimits, sitePages, languages, dev, onPageServed: metrics.page }
  await app.after()
  const source = pages ? await pageRoutes(app, { ...pageDeps, ...(pages !== true && { source: pages }) }) : undefined
  const styles = () => source?.assetsFor(['web/not-found/not-found-page.tsx']).assets.styles ?? []
  if (config.operateWeb)
    app.register(async (scope) =>
      operateRoutes(scope, { storage: media.storage, config, db, pool, languages, styles, timeouts }),
    )
  const jobs = allJobs({ config, db, pool, direct, media, documents, mailer })
  const taskList = acceptEarlierJobs(metrics.jobs(changes.announceAfter(jobs, publicJobs)))
  return { app, audit, drain, changes, media, documents, metrics, taskList, crontab: crontabOf(config) }
}
