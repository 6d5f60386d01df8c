import type { FastifyReply } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { afterPassword, deviceOf, tokenBeingSet } from './complete-sign-in.ts'
import { dropPending, endSessionOfToken } from './sessions.queries.ts'
import { findLogin, isStillPassword } from './sign-in.queries.ts'

type Credentials = { email: string; password: string }

/** Signs in with an address, or the handle of a username, and the password. */
export async function signIn(deps: AuthDependencies, exchange: Exchange, credentials: Credentials) {
  const { config, db, limits } = deps
  const { request, reply } = exchange
  const login = await findLogin({ config, db }, credentials.email, deviceOf(request, config))
  await limits.spend('sign-in-address', request.ip)
  await limits.spend('sign-in-account', login.bucket)
  const answer = await callBetterAuth(deps, exchange, { path: '/sign-in/email', body: credentials })
  await limits.forgive('sign-in-account', login.bucket)
  if (!(await isStillPassword(db, login))) await turnBack(deps, reply, login.userId)
  return afterPassword(deps, exchange, answer)
}

/** The password was changed while this sign-in was under way: what was begun with the old one ends. */
async function turnBack({ config, db }: AuthDependencies, reply: FastifyReply, userId: string | undefined) {
  const begun = tokenBeingSet(reply, config)
  if (begun) await endSessionOfToken(db, begun)
  if (userId) await dropPending(db, userId)
  reply.removeHeader('set-cookie')
  throw refuse('not_signed_in', 'Invalid email or password')
}
