import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'

const now = sql<Date>`now()`
const clock = sql<Date>`clock_timestamp()`

export const maxUses = 1000
export const maxDays = 365

type NewInvite = { uses?: number; days?: number; note?: string | null; actor?: Actor }

export async function createInvite(tx: Tx, { uses = 1, days = 30, note = null, actor = 'operator' }: NewInvite) {
  assertWithin('uses', uses, maxUses)
  assertWithin('days', days, maxDays)
  const code = generateCode()
  const { id, expiresAt } = await tx
    .insertInto('invites')
    .values({
      code_hash: hashOfCode(code),
      note,
      uses_left: uses,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning(['id', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow()
  await recordAction(tx, { actor, act: 'invite created', subject: `invite ${id}`, detail: { uses, days } })
  return { id, code, expiresAt }
}

function assertWithin(name: string, value: number, max: number) {
  if (Number.isInteger(value) && value >= 1 && value <= max) return
  throw apiError('invalid_request', `An invite has 1 to ${max.toLocaleString('en')} ${name}.`)
}

/** The precision of a list cursor. */
const createdAt = sql<Date>`date_trunc('milliseconds', created_at)`

type ListOptions = { limit?: number; after?: { at: Date; id: string } | undefined }

/** Newest first, without invites that ended over a month ago. `after` is the last one of the previous page. */
export const listInvites = (db: Db | Tx, { limit = 1000, after }: ListOptions = {}) =>
  db
    .selectFrom('invites')
    .select(['id', 'note', 'used', 'uses_left as usesLeft', 'expires_at as expiresAt'])
    .select([createdAt.as('createdAt'), sql<boolean>`uses_left > 0 and expires_at > now()`.as('isOpen')])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${createdAt}, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy(createdAt, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Ends an invite; `already` if it had ended. Uses the clock, as another transaction may have begun first. */
export async function revokeInvite(tx: Tx, { id, actor = 'operator' }: { id: string; actor?: Actor }) {
  const ended = await tx
    .updateTable('invites')
    .set({ expires_at: clock })
    .where('id', '=', id)
    .where('expires_at', '>', clock)
    .returning('id')
    .executeTakeFirst()
  if (!ended) {
    const existing = await tx.selectFrom('invites').select('id').where('id', '=', id).executeTakeFirst()
    return existing ? ('already' as const) : ('absent' as const)
  }
  await recordAction(tx, { actor, act: 'invite revoked', subject: `invite ${id}` })
  return 'done' as const
}

export async function isInviteOpen(db: Db, code: string) {
  const invite = await db
    .selectFrom('invites')
    .select('id')
    .where('code_hash', '=', hashOfCode(code))
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return invite !== undefined
}

export async function consumeInvite(db: Db, code: string) {
  const consumed = await db
    .updateTable('invites')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1), used: eb('used', '+', 1) }))
    .where('code_hash', '=', hashOfCode(code))
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return consumed?.id
}

/** Refunds a use that created no account. An ended invite stays ended. */
export const refundInvite = (db: Db, id: string) =>
  db
    .updateTable('invites')
    .set((eb) => ({ uses_left: eb('uses_left', '+', 1), used: eb('used', '-', 1) }))
    .where('id', '=', id)
    .execute()

/** Without ambiguous letters and digits. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
const length = 20

/** A new code such as `k7m2q-9xw4t-bn3ch-5rz8d`: 98 random bits. */
function generateCode() {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return code.match(/.{5}/g)?.join('-') ?? code
}

/** The hash of a code, ignoring case, spaces and dashes. */
const hashOfCode = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
