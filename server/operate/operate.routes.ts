import { msg } from '@lingui/core/runtime-macro'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  endOperatorSessions,
  findOperatorSession,
  type OperatorSession,
} from '#server/auth/sessions/operator-sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { readCookie, setCookieHeader } from '#server/http/cookies.ts'
import { type ApiError, apiError, beginErrorResponse, notFound, toApiError } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { html } from '#server/http/html.ts'
import { negotiateLanguage } from '#server/http/negotiate-language.ts'
import { createLimits } from '#server/http/rate-limits.ts'
import { readForms } from '#server/http/request-bodies.ts'
import type { Timeouts } from '#server/http/request-limits.ts'
import type { SiteLanguages } from '#server/languages/site-languages.ts'
import { sentencesIn } from '#server/languages/translate-texts.ts'
import { ownerHeaders, sendStoredFile } from '#server/media/files.routes.ts'
import { type MediaStorage, mediaFilePattern } from '#server/media/storage/storage.ts'
import { type OpenOptions, openByCode, renderOpenForm } from './open-link.ts'
import { findPage } from './operate-pages.ts'
import { renderDocument } from './render-document.ts'
import { translate } from './render-values.ts'
import type { Values } from './run-action.ts'
import type { PageState } from './show-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a request to `/operate`, if it has a valid one. */
    operatorSession?: OperatorSession | undefined
  }
}

export type OperateDeps = {
  config: Config
  db: Db
  pool: pg.Pool
  languages: SiteLanguages
  /** The addresses of the style sheets of every page. */
  styles: () => string[]
  timeouts: Timeouts
  storage: MediaStorage
}

/** Nothing but these pages may run or be loaded in them, and no other site may show them. */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With “no-referrer”, browsers would not name this site as the origin of its forms.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, no-store',
}

/** A session of an operator belongs to no member. Other sites cannot make a browser send its cookie. */
const cookieName = 'operator'

const picturePath = '/operate/media/:name'

type PageParams = { page?: string; target?: string }

/** Pages for operators, in `/operate`. They call the functions of the operator commands. */
export async function operateRoutes(scope: App, deps: OperateDeps) {
  const { config, db, pool, timeouts, storage } = deps
  const limits = createLimits({ config, pool })
  const openOptions: OpenOptions = { config, db, limits }
  async function readSession(request: FastifyRequest) {
    request.operatorSession = await findOperatorSession(db, readCookie(request, config, cookieName))
    return request.operatorSession
  }
  readForms(scope, timeouts)
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // Pages of other sites can use up the requests of a network, but not those of a session.
    const session = await readSession(request)
    if (!session) await limits.consume('operate', request.ip)
    // A page can have many pictures.
    else if (request.routeOptions.url !== picturePath) await limits.consume('operate-session', session.token)
  })
  const pages = createPages(deps)
  scope.setErrorHandler(pages.sendError)
  const write = { schema: { hide: true }, config: { changes: 'public', needsSpace: false } } as const

  scope.get('/operate/open', { schema: { hide: true } }, (request, reply) => pages.sendOpenForm(request, reply))
  scope.post('/operate/open', write, async (request, reply) => {
    const form = textsOf(request.body)
    const opened = await openByCode(openOptions, form, request.ip)
    if (opened.token === undefined) return pages.sendOpenForm(request, reply.code(opened.status), { ...opened, form })
    const cookie = setCookieHeader(config, cookieName, { value: opened.token, sameSite: 'strict' })
    return reply.header('set-cookie', cookie).redirect('/operate', 303)
  })
  scope.post('/operate/end', write, async (request, reply) => {
    const session = requireSession(request)
    await db.transaction().execute((tx) => endOperatorSessions(tx, session.operator, session.token))
    const cookie = setCookieHeader(config, cookieName, { value: '', maxAge: 0, sameSite: 'strict' })
    return reply.header('set-cookie', cookie).redirect('/operate/open', 303)
  })

  // Visitors do not get the pictures of a hidden zine.
  scope.get(picturePath, { schema: { hide: true } }, async (request, reply) => {
    requireSession(request)
    const { name } = request.params as { name: string }
    if (!mediaFilePattern.test(name)) throw notFound('file')
    return sendStoredFile(request, reply, { storage, name, headers: ownerHeaders })
  })

  for (const path of ['/operate', '/operate/:page', '/operate/:page/:target'])
    scope.get(path, { schema: { hide: true } }, async (request, reply) => pages.sendPage(request, reply))
  for (const path of ['/operate/:page', '/operate/:page/:target'])
    scope.post(path, write, async (request, reply) => {
      // It may have ended while the form arrived.
      await readSession(request)
      const { operator } = requireSession(request)
      const { command = '', ...values } = textsOf(request.body)
      const { page } = pageOf(request)
      const { findAction, runAction } = await import('./run-action.ts')
      const action = findAction(page, command, values.target)
      const outcome = await runAction(action, siteOf(deps, operator), values).then(
        (done) => ({ done }),
        (error) => {
          if (toApiError(error).code === 'internal') throw error
          const { text: says } = beginErrorResponse(error, request, reply)
          return { refused: { command, target: values.target, values, says } }
        },
      )
      return pages.sendPage(request, reply, outcome)
    })
}

/** The texts of a form or a query, without lists. */
const textsOf = (sent: unknown): Values =>
  Object.fromEntries(Object.entries(sent ?? {}).filter(([, value]) => typeof value === 'string'))

const siteOf = ({ config, db, pool }: OperateDeps, operator: string) => ({
  config,
  db,
  pool,
  actor: { operator },
  reportProgress: () => undefined,
})

function pageOf(request: FastifyRequest) {
  const { page: path = '', ...params } = request.params as PageParams
  // Without a name, a slash at the end means the list.
  const target = params.target || undefined
  const page = findPage(path)
  if (!page || (target !== undefined && !page.details)) throw notFound()
  return { page, target }
}

function requireSession({ operatorSession }: FastifyRequest) {
  if (!operatorSession) throw apiError('not_signed_in', sessionEnded)
  return operatorSession
}

const sessionEnded = msg`There is no open session. Open a new link, in another tab if you have written something here. Then go back and send it again.`

function createPages(deps: OperateDeps) {
  const { config, languages, styles } = deps
  const viewOf = (request: FastifyRequest) => {
    const { lang } = request.query as { lang?: unknown }
    const asked = typeof lang === 'string' ? lang : null
    return {
      i18n: sentencesIn(negotiateLanguage(request, { config, languages }, { asked })),
      publicUrl: config.publicUrl,
    }
  }
  const send = (reply: FastifyReply, document: string) => reply.type('text/html; charset=utf-8').send(document)

  function sendOpenForm(
    request: FastifyRequest,
    reply: FastifyReply,
    state: Parameters<typeof renderOpenForm>[1] = {},
  ) {
    const view = viewOf(request)
    const content = renderOpenForm(view, state)
    return send(reply, renderDocument(view, { title: msg`Pages for operators`, styles: styles(), content }))
  }

  return {
    sendOpenForm,
    async sendPage(request: FastifyRequest, reply: FastifyReply, state: Pick<PageState, 'done' | 'refused'> = {}) {
      const session = requireSession(request)
      const { page, target } = pageOf(request)
      const view = viewOf(request)
      const query = textsOf(request.query)
      const site = siteOf(deps, session.operator)
      // The commands are loaded with the first page, because most processes never show one.
      const { showPage } = await import('./show-page.ts')
      const shown = await showPage(view, site, { page, target, query, ...state })
      const { title, path } = page
      const content = html`${shown.content}<script src="/operate.js"></script>`
      return send(
        reply,
        renderDocument(view, { title, styles: styles(), content, session, path, heading: shown.heading }),
      )
    },
    async sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
      // The site may have refused the request before the hook of these pages.
      reply.headers(headers)
      const { code, text } = beginErrorResponse(error, request, reply)
      if (code === 'not_signed_in') return sendOpenForm(request, reply, { says: text })
      const view = viewOf(request)
      const content = html`<p role="alert">${translate(view, text)}</p><p><a href="/operate">${translate(view, msg`Overview`)}</a></p>`
      const session = request.operatorSession
      return send(
        reply,
        renderDocument(view, { title: msg`This page cannot be shown`, styles: styles(), content, session }),
      )
    },
  }
}
