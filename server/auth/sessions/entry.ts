import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { cookiePrefix, cookieText } from '../../http/session.ts'
import { findCookie, signedValue } from '../../http/signed-cookie.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { deviceName } from './device-name.ts'
import { endSession } from './sessions.queries.ts'

type EntryDeps = { config: Config; db: Db }

/** As long as browsers keep a cookie at most. */
const deviceMaxAge = 400 * 86_400

/**
 * The browser somebody signs in with, known again by a cookie that is set at the first sign-in and read at the next
 * ones, for nothing else.
 */
export const deviceOf = (request: FastifyRequest, config: Config) => {
  const { value } = findCookie(request.headers.cookie, `${cookiePrefix(config)}.device`) ?? {}
  return value && /^[\w-]{22}$/.test(value) ? value : undefined
}

/**
 * What follows every sign-in: the browser becomes a known one, and its person is told if it was not. Whoever was signed
 * in there before is not any more.
 */
export async function noteEntry(
  { config, db }: EntryDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
) {
  const device = deviceOf(request, config) ?? randomBytes(16).toString('base64url')
  reply.header('set-cookie', cookieText(config, 'device', device, deviceMaxAge))
  const before = request.viewer
  await db.transaction().execute(async (tx) => {
    if (before) await endSession(tx, before.id, before.sessionId)
    if (!(await isNewAmongOthers(tx, userId, device))) return
    const words = deviceName(request.headers['user-agent'])
    await mailAccount(tx, { kind: 'new-device', userId, device: words, at: new Date() })
  })
}

/** The token of a session that was begun just now: it is in the cookie that is about to be set. */
export function tokenBeingSet(reply: FastifyReply, config: Config) {
  const lines = [reply.getHeader('set-cookie') ?? []].flat().map((line) => String(line).split(';', 1)[0])
  const cookie = findCookie(lines.join('; '), `${cookiePrefix(config)}.session_token`)
  return cookie && signedValue(cookie.value, config.secret)
}

const hashOf = (device: string) => createHash('sha256').update(device).digest()

/** The first browser of all is no news: it is the one the account was made with. */
async function isNewAmongOthers(tx: Tx, userId: string, device: string) {
  const hash = hashOf(device)
  const { rows } = await sql<{ tells: boolean }>`
    with others as (select exists (select from known_devices where user_id = ${userId} and device_hash <> ${hash}) as are),
    noted as (
      insert into known_devices (user_id, device_hash) values (${userId}, ${hash})
      on conflict (user_id, device_hash) do update set seen_at = now()
      returning xmax = 0 as is_new
    )
    select noted.is_new and others.are as tells from noted, others`.execute(tx)
  return rows[0]?.tells === true
}
