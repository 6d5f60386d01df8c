import type { FastifyRequest } from 'fastify'
import { cookieHeader, readCookie, signValue } from '#server/http/cookies.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { findToken } from '../sessions/sessions.queries.ts'
import { type BetterAuthAnswer, refusalOf } from './answers.ts'

type Deps = Pick<AuthDependencies, 'auth' | 'config' | 'pool'>
/** `asNobody`: for a sign-in that must not be taken for a call of whoever is signed in in this browser. */
type Call = { path: string; body?: object; method?: 'GET' | 'POST'; asNobody?: boolean }

/** Calls Better Auth as the viewer; its cookies go on to the browser, and a refusal of its becomes one of ours. */
export async function callBetterAuth(deps: Deps, exchange: Exchange, call: Call) {
  const { response, answer } = await passToBetterAuth(deps, exchange, call)
  if (!response.ok) throw refusalOf(response, answer)
  return answer
}

/** The same, without a judgement on what it answers. */
export async function passToBetterAuth(deps: Deps, { request, reply }: Exchange, call: Call) {
  const response = await deps.auth.handler(await webRequest(deps, request, call))
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  return { response, answer: parsed(await response.text()) }
}

async function webRequest(deps: Deps, request: FastifyRequest, call: Call) {
  const { path, body = {}, method = 'POST', asNobody } = call
  const { publicUrl } = deps.config
  const { host, origin } = new URL(publicUrl)
  // Writes from another site's page were refused before they came here (server/http/security.ts).
  const headers = new Headers({ 'content-type': 'application/json', host, origin })
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, 500))
  const cookie = await cookiesFor(deps, request, asNobody)
  if (cookie) headers.set('cookie', cookie)
  const address = new URL(`/api/auth${path}`, publicUrl)
  return new Request(address, { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) })
}

/**
 * Made anew from what we have read ourselves, never passed on: two readings of one header could be of two people.
 * The session is the viewer's, who may have come with an access token. The others are those of a sign-in that waits
 * for its code, and of a way to a provider and back.
 */
async function cookiesFor({ config, pool }: Deps, request: FastifyRequest, asNobody = false) {
  const { viewer } = request
  const token = viewer && !asNobody ? await findToken(pool, viewer.sessionId) : undefined
  return cookieHeader(config, {
    session_token: token && signValue(token, config.secret),
    two_factor: readCookie(request, config, 'two_factor'),
    state: readCookie(request, config, 'state'),
  })
}

function parsed(text: string): BetterAuthAnswer {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
