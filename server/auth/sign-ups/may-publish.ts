import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import { type ApiError, apiError } from '#server/http/errors.ts'

export const approvalPending = () =>
  apiError('awaiting_approval', msg`Your account is waiting for approval. You can already work on projects and drafts.`)

const emailUnconfirmed = () =>
  apiError(
    'email_unconfirmed',
    msg`Please confirm your email before you publish. The link is in the email we sent you.`,
  )

type PublishDeps = { config: Pick<Config, 'confirmBeforePublishing'>; db: Db }

export const asPublisher = <Result>(
  { config, db }: PublishDeps,
  userId: string,
  publish: (tx: Tx) => Promise<Result>,
) =>
  db.transaction().execute(async (tx) => {
    await assertCanPublish(tx, userId, config)
    return publish(tx)
  })

/** Refuses members waiting for approval, and unconfirmed addresses if the site requires confirmation. */
export async function assertCanPublish(
  tx: Tx,
  userId: string,
  { confirmBeforePublishing }: Pick<Config, 'confirmBeforePublishing'>,
) {
  const member = await tx
    .selectFrom('users')
    .select(['awaiting_since as awaitingSince', 'email_verified as isConfirmed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (member?.awaitingSince) throw approvalPending()
  if (confirmBeforePublishing && !member?.isConfirmed) throw emailUnconfirmed()
}

/** Work that takes much of the site’s time requires approval, but no confirmed address. */
export const assertApproved = (tx: Tx, userId: string) =>
  assertCanPublish(tx, userId, { confirmBeforePublishing: false })

const findWaitingMember = statement<{ id: string }, [userId: string]>(
  'waiting-member',
  'select id from users where id = $1 and awaiting_since is not null',
)

/** The reason why a statement changed nothing: the member waits for approval, or `fallback`. */
export async function publishErrorOr(pool: pg.Pool, userId: string, fallback: ApiError) {
  const [isWaiting] = await findWaitingMember(pool, userId)
  return isWaiting ? approvalPending() : fallback
}
