import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { statement } from '../db/statement.ts'
import type { SessionViewer } from './viewer.ts'

/** A session ends this long after it was last used. */
export const sessionDays = 30

type SessionRow = { id: string; user_id: string; stale: boolean }

const findSession = statement<SessionRow, [token: string]>(
  'find-session',
  `select id, user_id, updated_at < now() - interval '1 day' as stale
   from sessions where token = $1 and expires_at > now()`,
)

const extendSession = statement<never, [id: string, days: number]>(
  'extend-session',
  `update sessions set updated_at = now(), expires_at = now() + make_interval(days => $2) where id = $1`,
)

/**
 * Puts the viewer on every request. Better Auth can do this too, at nine times the cost and, with its cookie
 * cache, late to notice that a session was ended. The cookie is Better Auth's: `token.base64(HMAC-SHA256)`.
 */
export function sessionLookup(app: App, { config, pool }: { config: Config; pool: pg.Pool }) {
  const name = cookieName(config)
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request, reply) => {
    const cookie = findCookie(request.headers.cookie, name)
    if (cookie) request.viewer = await viewerOfCookie(cookie, reply)
  })

  async function viewerOfCookie(cookie: Cookie, reply: FastifyReply) {
    const token = signedToken(cookie.value, config.secret)
    const [session] = token ? await findSession(pool, token) : []
    if (!session) return null
    if (session.stale) await extend(session, cookie, reply)
    return { id: session.user_id, sessionId: session.id } satisfies SessionViewer
  }

  async function extend(session: SessionRow, cookie: Cookie, reply: FastifyReply) {
    await extendSession(pool, session.id, sessionDays)
    const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${name}=${cookie.raw}; Max-Age=${sessionDays * 86_400}; Path=/; HttpOnly; SameSite=Lax${secure}`,
    )
  }
}

type Cookie = { raw: string; value: string }

const cookieName = ({ publicUrl }: Config) =>
  `${publicUrl.startsWith('https:') ? '__Secure-' : ''}foldout.session_token`

/** Whether a request claims to come from somebody signed in, without checking it. */
export const hasSessionCookie = (header: string | undefined) =>
  header?.includes('foldout.session_token=') === true

function findCookie(header: string | undefined, name: string): Cookie | undefined {
  const start = `${name}=`
  const raw = header
    ?.split('; ')
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
  return raw === undefined ? undefined : { raw, value: decoded(raw) }
}

function decoded(raw: string) {
  try {
    return decodeURIComponent(raw)
  } catch {
    return ''
  }
}

function signedToken(value: string, secret: string) {
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1))
  const right = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  return dot > 0 && given.length === right.length && timingSafeEqual(given, right) ? token : undefined
}
