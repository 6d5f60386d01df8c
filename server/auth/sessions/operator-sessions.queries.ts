import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** How long a link to `/operate` can be opened, and how long its session lasts. */
export const linkMinutes = 10
export const sessionMinutes = 60

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`
const isValid = sql<boolean>`expires_at > now()`

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const createToken = () => randomBytes(32).toString('base64url')
const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** The fragment stays in the browser: no server, proxy or log sees the token. */
export const operateLink = (publicUrl: string, token: string) => `${publicUrl}/operate/open#code=${token}`

/** A link that one browser can open. Without a name, the person who opens it must enter one. */
export async function createOperatorLink(tx: Tx, operator: string | null) {
  const token = createToken()
  const { expires_at: expiresAt } = await tx
    .insertInto('operator_sessions')
    .values({ token_hash: hashOf(token), operator, expires_at: inMinutes(linkMinutes) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await recordAction(tx, { actor: operator === null ? 'email' : { operator }, act: 'operator link created' })
  return { token, expiresAt }
}

/** An unused link. Undefined if it is unknown, used or expired. */
export async function findOperatorLink(db: Db, token: string) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('operator_sessions')
    .select('operator')
    .where('token_hash', '=', hashOf(token))
    .where('is_opened', '=', false)
    .where(isValid)
    .executeTakeFirst()
}

/** Turns a link into the session of one browser: of concurrent callers one succeeds. `name` is for a link without one. */
export async function openOperatorSession(tx: Tx, link: string, name: string | null) {
  const token = createToken()
  const opened = await tx
    .updateTable('operator_sessions')
    .set({
      token_hash: hashOf(token),
      operator: sql<string>`coalesce(operator, ${name} || ' (by email)')`,
      is_opened: true,
      expires_at: inMinutes(sessionMinutes),
    })
    .where('token_hash', '=', hashOf(link))
    .where('is_opened', '=', false)
    .where(isValid)
    .where(sql<boolean>`coalesce(operator, ${name}) is not null`)
    .returning('operator')
    .executeTakeFirst()
  if (!opened?.operator) return undefined
  await recordAction(tx, { actor: { operator: opened.operator }, act: 'operator session opened' })
  return token
}

export type OperatorSession = { token: string; operator: string; expiresAt: Date }

export async function findOperatorSession(db: Db, token = ''): Promise<OperatorSession | undefined> {
  if (!isToken(token)) return undefined
  const session = await db
    .selectFrom('operator_sessions')
    .select(['operator', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashOf(token))
    .where('is_opened', '=', true)
    .where(isValid)
    .executeTakeFirst()
  return session?.operator ? { token, operator: session.operator, expiresAt: session.expiresAt } : undefined
}

/** Ends one session, or all sessions and unused links. Returns how many. */
export async function endOperatorSessions(tx: Tx, operator: string, token?: string) {
  const ended = await tx
    .deleteFrom('operator_sessions')
    .$if(token !== undefined, (query) => query.where('token_hash', '=', hashOf(token ?? '')))
    .where(isValid)
    .executeTakeFirst()
  const count = Number(ended.numDeletedRows)
  if (count > 0) await recordAction(tx, { actor: { operator }, act: 'operator sessions ended', detail: { count } })
  return count
}
