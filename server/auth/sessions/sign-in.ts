import type { FastifyReply } from 'fastify'
import type { Proof } from '#contract/proof-of-work.ts'
import { refuse } from '#server/http/errors.ts'
import { noteEvent } from '#server/http/security-events.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { renewHash, withRightPassword } from '../passwords/passwords.ts'
import { afterPassword, deviceOf, tokenBeingSet } from './complete-sign-in.ts'
import { admitTry } from './guess-limits.ts'
import { dropPending, endSessionOfToken } from './sessions.queries.ts'
import { findLogin, isStillPassword } from './sign-in.queries.ts'

type Credentials = { email: string; password: string; proof?: Proof | undefined }

/** Signs in with an address, or the handle of a username, and the password. */
export async function signIn(
  deps: AuthDependencies,
  exchange: Exchange,
  { proof, ...credentials }: Credentials,
) {
  const { config, db } = deps
  const { request, reply } = exchange
  const login = await findLogin({ config, db }, credentials.email, deviceOf(request, config))
  noteEvent(request, { event: 'sign-in', factor: 'password', member: login.userId })
  const forgive = await admitTry(deps, request, { login, proof })
  const answer = await withRightPassword({ hash: login.hash, password: credentials.password }, () =>
    callBetterAuth(deps, exchange, { path: '/sign-in/email', body: credentials }),
  )
  if (!answer) throw wrongPassword()
  await forgive()
  if (!(await isStillPassword(db, login, credentials.password))) await turnBack(deps, reply, login.userId)
  if (login.userId && login.hash)
    await renewHash(db, login.userId, { hash: login.hash, password: credentials.password })
  return afterPassword(deps, exchange, answer)
}

/** The password was changed while this sign-in was under way: what was begun with the old one ends. */
async function turnBack({ config, db }: AuthDependencies, reply: FastifyReply, userId: string | undefined) {
  const begun = tokenBeingSet(reply, config)
  if (begun) await endSessionOfToken(db, begun)
  if (userId) await dropPending(db, userId)
  reply.removeHeader('set-cookie')
  throw wrongPassword()
}

/** The same whether there is such an account. */
const wrongPassword = () => refuse('not_signed_in', 'Invalid email or password')
