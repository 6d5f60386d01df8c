import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Proof } from '#contract/proof-of-work.ts'
import { refuse } from '#server/http/errors.ts'
import { limitedAddress } from '#server/http/limit.ts'
import { noteEvent } from '#server/http/security-events.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { renewHash, withRightPassword } from '../passwords/passwords.ts'
import { afterPassword, deviceOf, tokenBeingSet } from './complete-sign-in.ts'
import { requireProof } from './require-proof.ts'
import { dropPending, endSessionOfToken } from './sessions.queries.ts'
import { findLogin, isStillPassword, type Login } from './sign-in.queries.ts'

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

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Try = { login: Login; proof: Proof | undefined }

/**
 * Lets a try at a password go on, or refuses it. Answers what to do should the password be right. A browser that its
 * person has used counts by itself, so nothing that strangers do reaches it. All others share the account's tries: when
 * those are spent, each further one costs its browser some work, and nobody is turned away. What ends guessing is the
 * number of tries that a network has, at one account and at all of them (docs/decisions/0021-guessing-costs-work.md).
 */
async function admitTry(deps: Deps, { ip }: FastifyRequest, { login, proof }: Try) {
  const { limits } = deps
  const { account, device } = login
  if (device !== undefined) {
    const browser = `${account} ${device}`
    await limits.spend('sign-in-browser', browser)
    return () => limits.forgive('sign-in-browser', browser)
  }
  const tooMany = await limits.triesTooMany('sign-in-account', account)
  if (tooMany > 0) await requireProof(deps, account, { proof, bits: bitsFor(tooMany), why: guessedAt })
  const fromNetwork = `${account} ${limitedAddress(ip)}`
  await limits.spend('sign-in-network', fromNetwork)
  await limits.spend('sign-in-address', ip)
  return async () => {
    await limits.forgive('sign-in-network', fromNetwork)
    await limits.giveBack('sign-in-account', account)
  }
}

const guessedAt =
  'There were many tries to sign in to this account. Each further one takes a little work of your browser: please try again.'

/** For each of 16 puzzles: from some tenths of a second in all on a phone to two seconds, the more is guessed. */
const bitsFor = (tooMany: number) => (tooMany < 20 ? 11 : tooMany < 100 ? 12 : 13)
