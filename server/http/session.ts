import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { change, statement } from '#server/db/statement.ts'
import { openTokens } from './access-token.ts'
import { cookiePrefix, readCookie, setCookieHeader, signedAnew, signedValue } from './cookies.ts'
import { Refusal } from './errors.ts'
import type { App } from './fastify.ts'
import type { SessionViewer } from './viewer.ts'

export const sessionDays = 30

const mostSessionDays = 365

type SessionRow = { id: string; user_id: string; untold: boolean; aging: boolean; avoids: boolean }

const lastMoment = `created_at + interval '${mostSessionDays} days'`
const columns = `id, user_id, updated_at < now() - interval '10 minutes' as untold,
  expires_at < least(now() + interval '29 days', ${lastMoment}) as aging, avoids`
const lives = `expires_at > now() and ${lastMoment} > now()`

const findSession = statement<SessionRow, [token: string]>(
  'find-session',
  `select ${columns} from sessions where token = $1 and ${lives}`,
)

const findSessionById = statement<SessionRow, [id: string, userId: string]>(
  'find-session-by-id',
  `select ${columns} from sessions where id = $1 and user_id = $2 and ${lives}`,
)

/** Records the last use every ten minutes, and extends the session once a day. */
const noteUse = change<never, [id: string, days: number]>(
  'note-use-of-session',
  `update sessions set updated_at = now(),
     expires_at = case when expires_at < now() + interval '29 days'
       then least(now() + make_interval(days => $2), ${lastMoment}) else expires_at end
   where id = $1`,
)

/** Sets the viewer from cookie or token. Always asks the database, so a signed-out session ends immediately. */
export function sessionLookup(app: App, { config, pool }: SessionDeps) {
  const name = `${cookiePrefix(config)}.session_token`
  const tokens = openTokens({ config, pool })
  const sessionOf = openCookieSessions({ config, pool })
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', (request, reply, done) => {
    const looking = lookFor(request, reply)
    if (!looking) return done()
    const found = (viewer: SessionViewer | null) => {
      request.viewer = viewer
      done()
    }
    looking.then(found, done)
  })

  /** Guests need no lookup. */
  function lookFor(request: FastifyRequest, reply: FastifyReply) {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) return viewerOfToken(authorization, reply)
    return cookie?.includes(name) ? viewerOfCookie(request, reply) : undefined
  }

  async function viewerOfCookie(request: FastifyRequest, reply: FastifyReply) {
    const found = await sessionOf(request)
    if (!found) return null
    const { cookie, session } = found
    if (session.untold || session.aging) await noteUse(pool, session.id, sessionDays)
    if (session.aging || isOfOldSecret(cookie))
      reply.header('set-cookie', sessionCookie(config, signedAnew(cookie, config)))
    return viewerOf(session)
  }

  const isOfOldSecret = (cookie: string) =>
    config.secrets.length > 1 && signedValue(cookie, [config.secret]) === undefined

  async function viewerOfToken(authorization: string, reply: FastifyReply) {
    const claims = await tokens.verify(authorization)
    const [session] = claims ? await findSessionById(pool, claims.sessionId, claims.userId) : []
    if (session?.untold) await noteUse(pool, session.id, sessionDays)
    if (session) return viewerOf(session)
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw new Refusal('not_signed_in', 'This access token is invalid or has expired.')
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

const viewerOf = ({ id, user_id, avoids }: SessionRow): SessionViewer => ({
  id: user_id,
  sessionId: id,
  avoids,
})

/** The session cookie as a header. With a value it extends the session, without one it deletes the cookie. */
export const sessionCookie = (config: Config, value = '') =>
  setCookieHeader(config, 'session_token', { value, maxAge: value ? sessionDays * 86_400 : 0 })

/** Whether a request has a session cookie, valid or not. Cookie parsers skip blanks before `=`, so this does too. */
export const hasSessionCookie = (header = '') => /foldout\.session_token[ \t]*=/.test(header)
