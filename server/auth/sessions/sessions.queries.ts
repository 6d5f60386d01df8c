import { createHash } from 'node:crypto'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import Bowser from 'bowser'
import { sql } from 'kysely'
import type pg from 'pg'
import { inEnglish } from '#contract/in-english.ts'
import type { Device, Session } from '#contract/sessions.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import { apiError, notSignedIn } from '#server/http/errors.ts'
import type { SessionViewer } from '#server/http/viewer.ts'
import { translationOf } from '#server/languages/translate-texts.ts'

type SessionUser = Session['user']

const sessionUser = statement<{ user: SessionUser }, [userId: string]>(
  'session-user',
  `select json_build_object(
     'id', u.id, 'email', u.email,
     'user_metadata', json_build_object('username', u.username, 'bio', coalesce(p.bio, u.bio)),
     'identities', (select coalesce(json_agg(json_build_object(
         'id', a.id, 'provider', case a.provider_id when 'credential' then 'email' else a.provider_id end,
         'created_at', a.created_at) order by a.created_at), '[]')
       from accounts a where a.user_id = u.id),
     'factors', (select coalesce(json_agg(json_build_object('id', f.id, 'type', 'totp',
         'status', case when f.verified then 'verified' else 'unverified' end)), '[]')
       from two_factors f where f.user_id = u.id)) as user
   from users u left join profiles p on p.user_id = u.id where u.id = $1`,
)

export async function findSessionUser(pool: pg.Pool, userId: string) {
  const [row] = await sessionUser(pool, userId)
  return row?.user
}

export async function listDevices(
  db: Db,
  { viewer, language }: { viewer: SessionViewer; language: string },
): Promise<Device[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', new Date())
    .orderBy('updated_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === viewer.sessionId,
    ...named(deviceName(row.user_agent), language),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
  }))
}

const named = (name: MessageDescriptor | string, language: string) => ({
  device: inEnglish(name),
  translation: translationOf(name, language),
})

export async function endSession(db: Db | Tx, userId: string, sessionId: string) {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Drops pending second-factor and provider sign-ins, which would outlive the session or password. */
export async function deletePendingSignIns(db: Db | Tx, userId: string) {
  const result = await sql`delete from verifications where string_to_array(value, '"') @> array[${userId}]`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Call after creating a session. Waits for a concurrent suspension, so that one of the two sees the other. */
export async function isSuspended(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  return user?.suspended_at != null
}

const maxSessions = 50

/** Ends the least recently used sessions beyond the limit, never this one. Concurrent sign-ins wait here. */
export async function endOldestSessions(tx: Tx, userId: string, token: string) {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId} and token <> ${token}
      order by updated_at desc, id desc offset ${maxSessions - 1})`.execute(tx)
}

export async function endSessionOfToken(db: Db, token: string) {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

const tokenOfSession = statement<{ token: string }, [sessionId: string]>(
  'session-token',
  'select token from sessions where id = $1',
)

export async function findToken(pool: pg.Pool, sessionId: string) {
  const [session] = await tokenOfSession(pool, sessionId)
  return session?.token
}

export const findSessionOfToken = (db: Db, token: string) =>
  db.selectFrom('sessions').select(['id', 'user_id']).where('token', '=', token).executeTakeFirst()

export async function replaceToken(db: Db | Tx, sessionId: string, token: string) {
  await db.updateTable('sessions').set({ token }).where('id', '=', sessionId).execute()
}

export async function recordConfirmation(db: Db | Tx, sessionId: string) {
  await db.updateTable('sessions').set({ confirmed_at: new Date() }).where('id', '=', sessionId).execute()
}

/** Enabling a second factor voids confirmations made without it, except in this session. */
export async function endConfirmations(tx: Tx, userId: string, exceptToken = '') {
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .where('user_id', '=', userId)
    .where('token', '<>', exceptToken)
    .execute()
}

/** Records a browser. True if the member should be notified. The first browser belongs to the sign-up. */
export async function recordDevice(tx: Tx, userId: string, device: string) {
  const hash = hashOfDevice(device)
  const { rows } = await sql<{ shouldNotify: boolean }>`
    with others as (select exists (select from known_devices where user_id = ${userId} and device_hash <> ${hash}) as are),
    recorded as (
      insert into known_devices (user_id, device_hash) values (${userId}, ${hash})
      on conflict (user_id, device_hash) do update set seen_at = now()
      returning xmax = 0 as is_new
    )
    select recorded.is_new and others.are as "shouldNotify" from recorded, others`.execute(tx)
  await deleteOldestDevices(tx, userId)
  return rows[0]?.shouldNotify === true
}

/** More devices than any member has. Scripts create one per sign-in. */
const maxDevices = 50

const deleteOldestDevices = (tx: Tx, userId: string) =>
  sql`delete from known_devices where user_id = ${userId} and device_hash in (
    select device_hash from known_devices where user_id = ${userId} order by seen_at desc offset ${maxDevices})`.execute(
    tx,
  )

/** Afterwards the next sign-in from any browser notifies the member and counts against the limit of unknown browsers. */
export async function deleteDevices(tx: Tx, userId: string) {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export const hashOfDevice = (device: string) => createHash('sha256').update(device).digest()

const unknownDevice = msg`Unknown device`

/** For other browsers, Bowser returns the first word that they send. */
const browserNames = new Set(Object.values(Bowser.BROWSER_MAP))

export function deviceName(userAgent: string | null | undefined): MessageDescriptor | string {
  if (!userAgent) return unknownDevice
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name && browserNames.has(browser.name) ? browser.name : undefined
  const system = os.name
  if (!system) return name ?? unknownDevice
  return name ? msg`${{ browser: name }} on ${{ system }}` : msg`Unknown browser on ${{ system }}`
}

const confirmedRecently = statement<{ isRecent: boolean }, [sessionId: string]>(
  'confirmed-recently',
  `select confirmed_at > now() - interval '15 minutes' as "isRecent" from sessions where id = $1`,
)

export async function requireRecentConfirmation(pool: pg.Pool, { sessionId }: SessionViewer) {
  const [session] = await confirmedRecently(pool, sessionId)
  if (!session) throw notSignedIn()
  if (!session.isRecent)
    throw apiError('confirmation_needed', msg`You signed in a while ago. Please enter your password again.`)
}
