import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import { type Refusal, refuse } from '#server/http/errors.ts'

export const waitsForApproval = () =>
  refuse(
    'awaiting_approval',
    'Your account is waiting for approval. You can already work on projects and drafts.',
  )

const unconfirmed = () =>
  refuse(
    'email_unconfirmed',
    'Please confirm your email before you publish. The link is in the email we sent you.',
  )

type Publishing = { config: Pick<Config, 'confirmBeforePublishing'>; db: Db }

export const asPublisher = <Answer>(
  { config, db }: Publishing,
  userId: string,
  publish: (tx: Tx) => Promise<Answer>,
) =>
  db.transaction().execute(async (tx) => {
    await assertMayPublish(tx, userId, config)
    return publish(tx)
  })

/** Refuses members waiting for approval, and unconfirmed addresses if the site requires confirmation. */
export async function assertMayPublish(
  tx: Tx,
  userId: string,
  { confirmBeforePublishing }: Pick<Config, 'confirmBeforePublishing'>,
) {
  const member = await tx
    .selectFrom('users')
    .select(['awaiting_since as awaitingSince', 'email_verified as isConfirmed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (member?.awaitingSince) throw waitsForApproval()
  if (confirmBeforePublishing && !member?.isConfirmed) throw unconfirmed()
}

const waiting = statement<{ id: string }, [userId: string]>(
  'waiting-member',
  'select id from users where id = $1 and awaiting_since is not null',
)

/** The reason why a statement changed nothing: the member waits for approval, or `otherwise`. */
export async function whyNot(pool: pg.Pool, userId: string, otherwise: Refusal) {
  const [isWaiting] = await waiting(pool, userId)
  return isWaiting ? waitsForApproval() : otherwise
}
