import { msg } from '@lingui/core/runtime-macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Proof } from '#contract/proof-of-work.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { normaliseAddress } from '#server/http/rate-limits.ts'
import { recordEvent } from '#server/http/security-events.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { rehashIfOutdated, verifyPassword, withVerifiedPassword } from '../passwords/passwords.ts'
import { userOfHandle } from '../usernames/login-handle.ts'
import { continueAfterPassword, deviceOf } from './complete-sign-in.ts'
import { requireProof } from './proof-of-work.ts'
import { deletePendingSignIns, endSessionOfToken, hashOfDevice } from './sessions.queries.ts'

type Credentials = { email: string; password: string; proof?: Proof | undefined }

export async function signIn(deps: AuthDependencies, exchange: Exchange, { proof, ...credentials }: Credentials) {
  const { config, db } = deps
  const { request, reply } = exchange
  const login = await findLogin({ config, db }, credentials.email, deviceOf(request, config))
  recordEvent(request, { event: 'sign-in', factor: 'password', member: login.userId })
  const resetLimits = await consumeAttempt(deps, request, { login, proof })
  const result = await withVerifiedPassword({ hash: login.hash, password: credentials.password }, () =>
    callBetterAuth(deps, exchange, (api, options) => api.signInEmail({ body: credentials, ...options })),
  )
  if (!result) throw wrongPassword()
  await resetLimits()
  if (!(await isStillPassword(db, login, credentials.password)))
    await rejectChangedPassword(db, reply, { userId: login.userId, token: result.token })
  if (login.userId && login.hash)
    await rehashIfOutdated(db, login.userId, { hash: login.hash, password: credentials.password })
  return continueAfterPassword(deps, exchange, result)
}

/** The password changed during this sign-in, so the new session ends. */
async function rejectChangedPassword(
  db: Db,
  reply: FastifyReply,
  { userId, token }: { userId: string | undefined; token: string | undefined },
) {
  if (token) await endSessionOfToken(db, token)
  if (userId) await deletePendingSignIns(db, userId)
  reply.removeHeader('set-cookie')
  throw wrongPassword()
}

/** The same whether or not the account exists. */
const wrongPassword = () => apiError('not_signed_in', msg`Invalid email or password`)

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type Attempt = { login: Login; proof: Proof | undefined }

/** Limits tries and returns the function to call after success. Known browsers count alone; others share one limit. */
async function consumeAttempt(deps: Deps, { ip }: FastifyRequest, { login, proof }: Attempt) {
  const { limits } = deps
  const { account, device } = login
  if (device !== undefined) {
    const browser = `${account} ${device}`
    await limits.consume('sign-in-browser', browser)
    return () => limits.reset('sign-in-browser', browser)
  }
  const excess = await limits.countExcess('sign-in-account', account)
  if (excess > 0) await requireProof(deps, account, { proof, bits: bitsFor(excess), message: guessingMessage })
  const fromNetwork = `${account} ${normaliseAddress(ip)}`
  await limits.consume('sign-in-network', fromNetwork)
  await limits.consume('sign-in-address', ip)
  return async () => {
    await limits.reset('sign-in-network', fromNetwork)
    await limits.refund('sign-in-account', account)
  }
}

const guessingMessage = msg`There were many attempts to sign in to this account. Your browser now has to do a short calculation first. Please try again.`

/** Bits per puzzle. All 16 take from some tenths of a second to two seconds on a phone, depending on the attack. */
const bitsFor = (excess: number) => (excess < 20 ? 11 : excess < 100 ? 12 : 13)

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
    where u.id = ${userId}::uuid or (${userId}::uuid is null and u.email = ${email.toLowerCase()})`.execute(db)
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
    select password from accounts where user_id = ${userId} and provider_id = 'credential' for share`.execute(db)
  const currentHash = rows[0]?.password
  return currentHash === hash || (typeof currentHash === 'string' && verifyPassword({ hash: currentHash, password }))
}
