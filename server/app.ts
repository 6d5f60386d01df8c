import compress from '@fastify/compress'
import type pg from 'pg'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { deleteAccountRoutes } from './accounts/delete-account.routes.ts'
import { exportRoutes } from './accounts/export/export.routes.ts'
import { updateUserRoutes } from './accounts/update-user.routes.ts'
import { usageRoutes } from './accounts/usage.routes.ts'
import { allJobs, crontab } from './all-jobs.ts'
import { auditRequests } from './audit/audit-requests.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { blockRoutes } from './blocks/blocks.routes.ts'
import type { Config } from './config/config.ts'
import { creatorRoutes, pictureRoutes } from './creators/creators.routes.ts'
import { type Db, openDb } from './db/connection.ts'
import { jobChanges } from './db/jobs.ts'
import type { Reads } from './db/reads/reads.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { type DocumentDeps, openDocuments } from './documents/documents.ts'
import { removeOwnPdfs } from './documents/sweep-documents.ts'
import { catalogRoutes } from './doors/catalog.routes.ts'
import { comicRoutes } from './doors/comic.routes.ts'
import { guestSearches } from './doors/guest-searches.ts'
import { recordRoutes } from './doors/record.routes.ts'
import { searchFeedRoutes } from './doors/search-feed.routes.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { favoriteRoutes } from './favorites/favorites.routes.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { oembedRoutes } from './feeds/oembed.routes.ts'
import { sitemapRoutes } from './feeds/sitemap.routes.ts'
import { focusRoutes } from './focus/focus.routes.ts'
import { followRoutes } from './follows/follows.routes.ts'
import { type Admission, admission } from './http/admission.ts'
import { documentApi } from './http/document-api.ts'
import { notFound } from './http/errors.ts'
import { type App, createFastify } from './http/fastify.ts'
import { warnOfUntrustedProxy } from './http/forwarded-warning.ts'
import { openFreeSpace, refuseWithoutSpace } from './http/free-space.ts'
import { gracefulStop } from './http/graceful-stop.ts'
import { healthRoutes } from './http/health.ts'
import { createLimits } from './http/limit.ts'
import { joinOtherProcesses, type PublicChanges, publicChanges } from './http/public-changes.ts'
import { openRequestReads } from './http/reads.ts'
import { boundBodies } from './http/request-bodies.ts'
import { type Timeouts, timeouts as usualTimeouts } from './http/request-bounds.ts'
import { requestLog } from './http/request-log.ts'
import { answerUnchanged } from './http/revalidation.ts'
import { securityHeaders } from './http/security.ts'
import { sessionLookup } from './http/session.ts'
import { boundUnreadAnswers } from './http/unread-answers.ts'
import { importRoutes } from './import/import.routes.ts'
import { openMailer } from './mail/mailer.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { mediaFileRoutes } from './media/files.routes.ts'
import { mediaRoutes } from './media/media.routes.ts'
import { type MediaDeps, openMedia } from './media/media.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import type { PageSource } from './pages/draw-page.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { openFolding } from './search/fold.ts'
import { searchRoutes } from './search/search.routes.ts'
import { seriesRoutes } from './series/series.routes.ts'
import { shelfRoutes } from './shelves/shelves.routes.ts'
import { sitePageRoutes } from './site-pages/site-pages.routes.ts'
import { openSitePages, type SitePages } from './site-pages/site-pages.ts'
import { printPictureRoutes } from './zines/print-picture.routes.ts'
import { surpriseRoutes } from './zines/surprise.routes.ts'
import { zineRoutes } from './zines/zines.routes.ts'

type Resources = {
  config: Config
  pool: pg.Pool
  direct?: pg.Pool
  dev?: boolean
  /** The built pages, unless it says where else they come from. */
  pages?: boolean | PageSource
  /** Until when they are being built: all the rest is made meanwhile. */
  built?: Promise<void> | undefined
  /** Where the log goes; standard output if nowhere else. */
  logTo?: NodeJS.WritableStream
  /** How long it waits for others, where not as long as usual. */
  timeouts?: Partial<Timeouts>
}

/** The whole application on the resources it is given; listening and jobs are up to `start.ts`. */
export async function buildApp({ config, pool, dev = false, pages = true, logTo, ...given }: Resources) {
  const { direct = pool } = given
  const timeouts = { ...usualTimeouts, ...given.timeouts }
  const app = createFastify(config, { logTo, timeouts })
  const db = openDb(pool)
  const requestReads = openRequestReads(app, { config, pool, direct, timeouts })
  const reads = requestReads?.servers
  const changes = publicChanges(app, requestReads)
  joinOtherProcesses(app, changes, { config, pool: direct })
  const folding = openFolding({ db, log: app.log })
  changes.passOn(folding.soon)
  app.addHook('onClose', () => folding.stop())
  const space = openFreeSpace(config)
  refuseWithoutSpace(app, space)
  const turns = admission(app, { pool })
  answerUnchanged(app)
  requestLog(app)
  const metrics = await openMetrics(config)
  metrics.requests(app)
  metrics.databases({ pool, direct }, reads)
  const audit = auditRequests(app, { db })
  warnOfUntrustedProxy(app)
  securityHeaders(app, config)
  boundBodies(app, timeouts, turns)
  boundUnreadAnswers(app, timeouts)
  await app.register(compress, { encodings: ['gzip'], threshold: 2048, globalDecompression: false })
  await documentApi(app)
  const opened = await openMedia({ config, db, pool, direct, reads, space, log: app.log })
  const media = { ...opened, queue: metrics.decoders(opened.queue) }
  changes.subscribe(media.withheld.refreshSoon)
  app.addHook('onClose', async () => media.withheld.stop())
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())
  const documents = await openDocuments({ ...media, direct, stopping: closing.signal })
  const mailer = metrics.mailer(openMailer({ config, log: app.log }))
  app.addHook('onClose', async () => mailer.close())
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
    apiRoutes(api, { ...{ config, db, pool, reads, turns, changes }, media, documents, sitePages }),
  )
  const pageDeps = { config, changes, reads: requestReads, turns, sitePages, dev, found: metrics.page }
  await app.after()
  await given.built
  if (pages) await pageRoutes(app, { ...pageDeps, ...(pages !== true && { source: pages }) })
  const jobs = allJobs({ config, db, pool, direct, media, documents, mailer })
  const taskList = metrics.jobs(changes.after(jobs, jobChanges))
  return { app, audit, changes, media, documents, metrics, taskList, crontab }
}

type ApiDeps = { config: Config; db: Db; pool: pg.Pool; media: MediaDeps; documents: DocumentDeps }
type RouteDeps = ApiDeps & {
  reads: Reads | undefined
  turns: Admission
  changes: PublicChanges
  sitePages: SitePages
}

function apiRoutes(api: App, deps: RouteDeps) {
  const { config, db, pool, reads, turns, changes, media, documents, sitePages } = deps
  const limits = createLimits({ config, pool })
  sessionLookup(api, { config, pool, reads })
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'private, no-store')
    done()
  })
  mediaRoutes(api, media)
  zineRoutes(api, { config, db, pool })
  seriesRoutes(api)
  printPictureRoutes(api, { storage: media.storage })
  comicRoutes(api, { config, limits, storage: media.storage })
  recordRoutes(api, { config })
  draftRoutes(api, { config, db, pool })
  searchRoutes(api, { changes })
  favoriteRoutes(api, { pool })
  followRoutes(api, { pool })
  blockRoutes(api, { db, pool })
  shelfRoutes(api, { config, db })
  surpriseRoutes(api, { turns })
  creatorRoutes(api)
  projectRoutes(api, { pool })
  focusRoutes(api, { pool })
  documentRoutes(api, documents)
  importRoutes(api, { ...documents, pool })
  sitePageRoutes(api, { sitePages })
  pictureRoutes(api, media)
  accountRoutes(api, { config, db, limits, pool })
  const pdfs = { removeOwn: (ownerId: string) => removeOwnPdfs(documents, ownerId) }
  deleteAccountRoutes(api, { config, db, pool, uploads: media.uploads, pdfs })
  exportRoutes(api, { config, db, limits, pool, storage: media.storage })
  usageRoutes(api, { config, db, pool })
  updateUserRoutes(api, { db, limits, pool })
  authRoutes(api, { config, db, limits, pool })
  reportRoutes(api, { config, db, limits })
  moderationRoutes(api, { config, db, limits, pool })
  api.all('/api/*', { schema: { hide: true }, config: { changes: 'private' } }, async () => {
    throw notFound('call')
  })
}
