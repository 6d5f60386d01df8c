import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Auth, addressHeader } from './auth.ts'

/** What of Better Auth is reachable. Its other calls hand session tokens to scripts, or are not used yet. */
const open = ['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/sign-out']

export function authRoutes(app: App, { auth }: { auth: Auth }) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    for (const url of open) {
      scope.route({
        method: 'POST',
        url,
        schema: { hide: true },
        handler: (request, reply) => pass(request, reply),
      })
    }
  })

  async function pass(request: FastifyRequest, reply: FastifyReply) {
    const answer = await auth.handler(asWebRequest(request))
    reply.code(answer.status).header('cache-control', 'no-store')
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    const retryAfter = answer.headers.get('x-retry-after')
    if (retryAfter) reply.header('retry-after', retryAfter)
    return reply.send(publicBody(answer.status, await answer.text(), request.id))
  }
}

function asWebRequest(request: FastifyRequest) {
  const headers = new Headers()
  for (const name of ['content-type', 'cookie', 'origin', 'host', 'user-agent']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  headers.set(addressHeader, request.ip)
  const body = request.body instanceof Buffer ? new Uint8Array(request.body) : undefined
  return new Request(new URL(request.url, `http://${request.headers.host ?? 'localhost'}`), {
    method: 'POST',
    headers,
    body,
  })
}

/** Better Auth's answer without the session token, and its errors in the form of ours. */
function publicBody(status: number, text: string, requestId: string) {
  const body = parsed(text)
  if (status < 400) return body.user ? { user: { id: body.user.id } } : { success: true }
  return { ...errorFor(status, body), requestId }
}

type AuthBody = { user?: { id: string }; message?: string; code?: string }

function parsed(text: string): AuthBody {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function errorFor(status: number, { message: raw, code }: AuthBody) {
  const message = raw?.replace(/^\[body\.\w+\] /, '')
  if (status === 429) return { error: 'Too many tries. Please wait a moment.', code: 'too_many_requests' }
  if (status >= 500 || code === 'FAILED_TO_CREATE_USER') {
    return { error: 'Something went wrong. Please try again.', code: 'internal' }
  }
  if (status === 401) return { error: message ?? 'Please sign in first.', code: 'not_signed_in' }
  return { error: message ?? 'This could not be done.', code: 'invalid_request' }
}
