import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Proof } from '#contract/proof-of-work.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { limitedAddress } from '#server/http/limit.ts'
import { noteEvent } from '#server/http/security-events.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { renewHash, verifyPassword, withRightPassword } from '../passwords/passwords.ts'
import { userOfHandle } from '../usernames/login-handle.ts'
import { afterPassword, deviceOf, tokenBeingSet } from './complete-sign-in.ts'
import { requireProof } from './proof-of-work.ts'
import { dropPending, endSessionOfToken, hashOfDevice } from './sessions.queries.ts'

type Credentials = { email: string; password: string; proof?: Proof | undefined }

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

/** The password changed during this sign-in, so the new session ends. */
async function turnBack({ config, db }: AuthDependencies, reply: FastifyReply, userId: string | undefined) {
  const begun = tokenBeingSet(reply, config)
  if (begun) await endSessionOfToken(db, begun)
  if (userId) await dropPending(db, userId)
  reply.removeHeader('set-cookie')
  throw wrongPassword()
}

/** The same whether or not the account exists. */
const wrongPassword = () => refuse('not_signed_in', 'Invalid email or password')

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Try = { login: Login; proof: Proof | undefined }

/** Limits tries and returns the function to call after success. Known browsers count alone; others share one limit. */
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
  'There were many attempts to sign in to this account. Your browser now has to do a short calculation first. Please try again.'

/** Bits per puzzle. All 16 take from some tenths of a second to two seconds on a phone, depending on the attack. */
const bitsFor = (tooMany: number) => (tooMany < 20 ? 11 : tooMany < 100 ? 12 : 13)

/** `account`: whose limit counts. `device`: a browser the member has used. `hash`: at the start of the sign-in. */
export type Login = {
  userId: string | undefined
  account: string
  device: string | undefined
  hash: string | null
}

/** Takes the same time whether or not the account exists. */
async function findLogin(
  { config, db }: { config: Config; db: Db },
  email: string,
  device: string | undefined,
): Promise<Login> {
  const userId = userOfHandle(config.secrets, email) ?? null
  const { rows } = await sql<{ id: string; known: boolean; password: string | null }>`
    select u.id, d.user_id is not null as known, a.password
    from users u
    left join known_devices d on d.user_id = u.id and d.device_hash = ${hashOfDevice(device ?? '')}
    left join accounts a on a.user_id = u.id and a.provider_id = 'credential'
    where u.id = ${userId}::uuid or (${userId}::uuid is null and u.email = ${email.toLowerCase()})`.execute(
    db,
  )
  const [user] = rows
  return {
    userId: user?.id,
    account: user?.id ?? email.toLowerCase(),
    device: user?.known ? device : undefined,
    hash: user?.password ?? null,
  }
}

/** Whether the password is unchanged since the start. Waits for a concurrent change; ignores rehashing. */
async function isStillPassword(db: Db, { userId, hash }: Login, password: string) {
  const { rows } = await sql<{ password: string | null }>`
    select password from accounts where user_id = ${userId} and provider_id = 'credential' for share`.execute(
    db,
  )
  const now = rows[0]?.password
  return now === hash || (typeof now === 'string' && verifyPassword({ hash: now, password }))
}
