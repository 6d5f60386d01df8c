import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { sessionDays } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import { statement, writeStatement } from '#server/db/statement.ts'
import { openTokens } from './access-token.ts'
import { cookiePrefix, readCookie, resign, setCookieHeader, signedValue } from './cookies.ts'
import { ApiError } from './errors.ts'
import type { App } from './fastify.ts'
import type { SessionViewer } from './viewer.ts'

const maxSessionDays = 365

type SessionRow = { id: string; user_id: string; stale: boolean; expiring: boolean; has_exclusions: boolean }

const maxExpiry = `created_at + interval '${maxSessionDays} days'`
const columns = `id, user_id, updated_at < now() - interval '10 minutes' as stale,
  expires_at < least(now() + interval '29 days', ${maxExpiry}) as expiring, has_exclusions`
const validSql = `expires_at > now() and ${maxExpiry} > now()`

const findSession = statement<SessionRow, [token: string]>(
  'find-session',
  `select ${columns} from sessions where token = $1 and ${validSql}`,
)

const findSessionById = statement<SessionRow, [id: string, userId: string]>(
  'find-session-by-id',
  `select ${columns} from sessions where id = $1 and user_id = $2 and ${validSql}`,
)

/** Records the last use every ten minutes, and extends the session once a day. */
const recordUse = writeStatement<never, [id: string, days: number]>(
  'record-session-use',
  `update sessions set updated_at = now(),
     expires_at = case when expires_at < now() + interval '29 days'
       then least(now() + make_interval(days => $2), ${maxExpiry}) else expires_at end
   where id = $1`,
)

/** Sets the viewer from cookie or token. Always asks the database, so a signed-out session ends immediately. */
export function sessionLookup(app: App, { config, pool }: SessionDeps) {
  const name = `${cookiePrefix(config)}.session_token`
  const tokens = openTokens({ config, pool })
  const findCookieSession = openCookieSessions({ config, pool })
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', (request, reply, done) => {
    const lookup = findRequestViewer(request, reply)
    if (!lookup) return done()
    const setViewer = (viewer: SessionViewer | null) => {
      request.viewer = viewer
      done()
    }
    lookup.then(setViewer, done)
  })

  /** Guests need no lookup. */
  function findRequestViewer(request: FastifyRequest, reply: FastifyReply) {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) return viewerOfToken(authorization, reply)
    return cookie?.includes(name) ? viewerOfCookie(request, reply) : undefined
  }

  async function viewerOfCookie(request: FastifyRequest, reply: FastifyReply) {
    const cookieSession = await findCookieSession(request)
    if (!cookieSession) return null
    const { cookie, session } = cookieSession
    if (session.stale || session.expiring) await recordUse(pool, session.id, sessionDays)
    if (session.expiring || isOfOldSecret(cookie))
      reply.header('set-cookie', sessionCookie(config, resign(cookie, config)))
    return viewerOf(session)
  }

  const isOfOldSecret = (cookie: string) =>
    config.secrets.length > 1 && signedValue(cookie, [config.secret]) === undefined

  async function viewerOfToken(authorization: string, reply: FastifyReply) {
    const claims = await tokens.verify(authorization)
    const [session] = claims ? await findSessionById(pool, claims.sessionId, claims.userId) : []
    if (session?.stale) await recordUse(pool, session.id, sessionDays)
    if (session) return viewerOf(session)
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw new ApiError('not_signed_in', 'This access token is invalid or has expired.')
  }
}

type SessionDeps = { config: Config; pool: pg.Pool }

/** Finds the session of a request's cookie. For callers that need no viewer. */
export function openCookieSessions({ config, pool }: SessionDeps) {
  return async (request: FastifyRequest) => {
    const cookie = readCookie(request, config, 'session_token')
    const token = cookie && signedValue(cookie, config.secrets)
    const [session] = token ? await findSession(pool, token) : []
    return cookie && session ? { cookie, session } : undefined
  }
}

const viewerOf = ({ id, user_id, has_exclusions: hasExclusions }: SessionRow): SessionViewer => ({
  id: user_id,
  sessionId: id,
  hasExclusions,
})

/** The session cookie as a header. With a value it extends the session, without one it deletes the cookie. */
export const sessionCookie = (config: Config, value = '') =>
  setCookieHeader(config, 'session_token', { value, maxAge: value ? sessionDays * 86_400 : 0 })

/** Whether a request has a session cookie, valid or not. Cookie parsers skip blanks before `=`, so this does too. */
export const hasSessionCookie = (header = '') => /foldout\.session_token[ \t]*=/.test(header)
