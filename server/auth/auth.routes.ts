import type { FastifyReply, FastifyRequest } from 'fastify'
import { signIn, signOut, signUp } from '#contract/accounts.ts'
import type { App } from '../app.ts'
import { Refusal, refuse } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { type Auth, addressHeader } from './auth.ts'

/**
 * What of Better Auth is reachable. Its other calls hand session tokens to scripts, or are not used yet; of these
 * the answer is cut down to what a page needs, and a refusal takes the form of ours.
 */
export function authRoutes(app: App, { auth }: { auth: Auth }) {
  app.route({
    ...route(signUp),
    handler: async (request, reply) => {
      const { name = request.body.username, ...person } = request.body
      return entered(await ask(request, reply, { ...person, name }))
    },
  })
  app.route({
    ...route(signIn),
    handler: async (request, reply) => entered(await ask(request, reply, request.body)),
  })
  app.route({
    ...route(signOut),
    handler: async (request, reply) => {
      await ask(request, reply, {})
      return { success: true as const }
    },
  })

  async function ask(request: FastifyRequest, reply: FastifyReply, body: object) {
    const answer = await auth.handler(asWebRequest(request, body))
    const told = parsed(await answer.text())
    if (!answer.ok) throw refusalOf(answer, told)
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    return told
  }
}

type Told = { user?: { id: string }; message?: string; code?: string }

const entered = ({ user }: Told) => {
  if (!user) throw new Error('Better Auth let somebody in without saying whom')
  return { user: { id: user.id } }
}

function asWebRequest(request: FastifyRequest, body: object) {
  const headers = new Headers({ 'content-type': 'application/json', [addressHeader]: request.ip })
  for (const name of ['cookie', 'origin', 'host', 'user-agent']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const address = new URL(request.url, `http://${request.headers.host ?? 'localhost'}`)
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(body) })
}

function parsed(text: string): Told {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function refusalOf({ status, headers }: Response, { message, code }: Told) {
  if (status === 429) {
    const retryAfter = Number(headers.get('x-retry-after')) || 10
    return new Refusal('too_many_requests', 'Too many tries. Please wait a moment.', { retryAfter })
  }
  if (code === 'FAILED_TO_CREATE_USER')
    return refuse('username_taken', 'This username or email is already taken.')
  if (status >= 500) return refuse('internal', 'Something went wrong. Please try again.')
  return refuse(status === 401 ? 'not_signed_in' : 'invalid_request', message ?? 'This could not be done.')
}
