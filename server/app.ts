import compress from '@fastify/compress'
import type pg from 'pg'
import { auditRequests } from '#server/audit/audit-log.ts'
import { allJobs, crontabOf } from './all-jobs.ts'
import { apiRoutes, documentApi } from './api-routes.ts'
import type { Config } from './config/config.ts'
import { openDb } from './db/connection.ts'
import { publicJobs } from './db/jobs.ts'
import { openDocuments } from './documents/documents.ts'
import { catalogRoutes } from './doors/catalog.routes.ts'
import { guestSearches } from './doors/guest-searches.ts'
import { searchFeedRoutes } from './doors/search-feed.routes.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { oembedRoutes } from './feeds/oembed.routes.ts'
import { sitemapRoutes } from './feeds/sitemap.routes.ts'
import { admission } from './http/admission.ts'
import { type App, createFastify } from './http/fastify.ts'
import { openFreeSpace, refuseWithoutSpace } from './http/free-space.ts'
import { gracefulStop, healthRoutes } from './http/health.ts'
import { joinOtherProcesses, publicChanges } from './http/public-changes.ts'
import { chooseReads, openReads } from './http/reads.ts'
import { boundBodies } from './http/request-bodies.ts'
import { type Timeouts, timeouts as usualTimeouts } from './http/request-bounds.ts'
import { requestLog } from './http/request-log.ts'
import { answerUnchanged } from './http/revalidation.ts'
import { securityHeaders, warnOfUntrustedProxy } from './http/security.ts'
import { boundUnreadAnswers } from './http/unread-answers.ts'
import { openMailer } from './mail/mailer.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { mediaFileRoutes } from './media/files.routes.ts'
import { openMedia } from './media/media.ts'
import { uncounted } from './metrics/metrics.ts'
import type { PageSource } from './pages/draw-page.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { openFolding } from './search/word-counts.ts'
import { openSitePages } from './site-pages/site-pages.ts'

type Resources = {
  config: Config
  pool: pg.Pool
  direct?: pg.Pool
  dev?: boolean
  pages?: boolean | PageSource
  /** Default: standard output. */
  logTo?: NodeJS.WritableStream
  timeouts?: Partial<Timeouts>
}

/** Builds the application. `start.ts` adds listening and jobs. */
export async function buildApp(given: Resources) {
  const timeouts = { ...usualTimeouts, ...given.timeouts }
  const app = createFastify(given.config, { logTo: given.logTo, timeouts })
  try {
    return await fill(app, { ...given, timeouts })
  } catch (error) {
    // Open connections would block the database's shutdown.
    await app.close()
    throw error
  }
}

type Filling = Resources & { timeouts: Timeouts }

async function fill(app: App, { config, pool, timeouts, dev = false, pages = true, ...given }: Filling) {
  const { direct = pool } = given
  const db = openDb(pool)
  const reads = openReads(config.databaseReadUrl, pool)
  app.addHook('onClose', () => reads?.stop())
  chooseReads(app, { pool, reads })
  const changes = publicChanges(app)
  joinOtherProcesses(app, changes, { config, pool: direct })
  const folding = openFolding({ db, log: app.log })
  changes.passOn(folding.soon)
  app.addHook('onClose', () => folding.stop())
  const space = openFreeSpace(config)
  refuseWithoutSpace(app, space)
  const turns = admission(app, { pool })
  answerUnchanged(app)
  requestLog(app)
  const metrics = config.metrics ? (await import('./metrics/counted.ts')).counted() : uncounted
  metrics.requests(app)
  metrics.databases({ pool, direct })
  const audit = auditRequests(app, { db })
  warnOfUntrustedProxy(app)
  securityHeaders(app, config)
  boundBodies(app, timeouts, turns)
  boundUnreadAnswers(app, timeouts)
  await app.register(compress, { encodings: ['gzip'], threshold: 2048, globalDecompression: false })
  await documentApi(app)
  const opened = await openMedia({ config, db, pool, direct, space, log: app.log })
  const media = { ...opened, queue: { ...opened.queue, run: metrics.decoders(opened.queue.run) } }
  changes.subscribe(media.withheld.refreshSoon)
  app.addHook('onClose', async () => media.withheld.stop())
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())
  const documents = await openDocuments({ ...media, direct, stopping: closing.signal })
  const mailer = metrics.mailer(openMailer({ config, log: app.log }))
  mediaFileRoutes(app, media)
  feedRoutes(app, { config, turns })
  oembedRoutes(app, { config })
  const searches = guestSearches({ config, pool, turns, changes })
  searchFeedRoutes(app, { config, searches })
  catalogRoutes(app, { config, searches, turns })
  sitemapRoutes(app, { config, pool })
  if (dev) outboxRoutes(app, { config })
  healthRoutes(app, { pool, reads, space, stopping: gracefulStop(app, timeouts) })

  const sitePages = openSitePages(config, app.log)
  app.register(async (api) =>
    apiRoutes(api, { ...{ config, db, pool, turns, changes }, media, documents, sitePages, timeouts }),
  )
  const pageDeps = { config, db, changes, turns, sitePages, dev, found: metrics.page }
  await app.after()
  if (pages) await pageRoutes(app, { ...pageDeps, ...(pages !== true && { source: pages }) })
  const jobs = allJobs({ config, db, pool, direct, media, documents, mailer })
  const taskList = metrics.jobs(changes.after(jobs, publicJobs))
  return { app, audit, changes, media, documents, metrics, taskList, crontab: crontabOf(config) }
}
