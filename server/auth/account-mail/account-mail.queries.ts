import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { serverNotReached } from '#server/mail/smtp.ts'
import type { AccountMail } from './account-mail.ts'

/** Whose account a mail is about, and the address it goes to. */
export type Addressee = { userId: string; username: string; to: string; isConfirmed?: boolean }

/** Nobody, when the account is gone or the mail no longer has a point; several only for a recovery (see below). */
export async function listAddressees(db: Db, mail: AccountMail, askedAt: Date): Promise<Addressee[]> {
  if (mail.kind === 'recovery') return listRecoverable(db, mail.email)
  if (mail.kind === 'sign-up-refused') return [{ userId: mail.userId, username: '', to: mail.email }]
  if (mail.kind === 'member-removed')
    return [{ userId: mail.userId, username: mail.username, to: mail.email }]
  const user = await db
    .selectFrom('users')
    .select([
      'id as userId',
      'username',
      'email',
      'email_verified as isConfirmed',
      'email_changed_at as leftAt',
    ])
    .where('id', '=', mail.userId)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  if (!user) return []
  const { userId, username, email, isConfirmed, leftAt } = user
  if (mail.kind === 'email-changed')
    return isUndone(leftAt, askedAt) ? [] : [{ userId, username, to: mail.email }]
  const asksToConfirm = mail.kind === 'confirm-signup' || mail.kind === 'confirm-new-email'
  if (asksToConfirm && isConfirmed) return []
  if (mail.kind === 'confirm-new-email' && mail.email.toLowerCase() !== email.toLowerCase()) return []
  return [{ userId, username, to: email, isConfirmed }]
}

/** A mail that was late must not offer to undo what was undone since. The two times are of two clocks. */
const isUndone = (leftAt: Date | null, askedAt: Date) =>
  leftAt === null || leftAt.getTime() > askedAt.getTime() + 60_000

/**
 * Accounts that can be recovered with this address, and where the link goes: to the last address that was confirmed,
 * so that a changed address can be had back. Accounts can share an address, one that has it now and
 * others that had it confirmed before; whoever reads the mailbox gets a mail for each.
 */
async function listRecoverable(db: Db, email: string): Promise<Addressee[]> {
  const asked = email.toLowerCase()
  return db
    .selectFrom('users')
    .select([
      'id as userId',
      'username',
      sql<string>`case when email_verified then email else coalesce(confirmed_email, email) end`.as('to'),
    ])
    .where('deleting_at', 'is', null)
    .where((or) =>
      or.or([
        or('email', '=', asked),
        or.and([or('confirmed_email', '=', asked), or('email_verified', '=', false)]),
      ]),
    )
    .orderBy('id')
    .limit(5)
    .execute()
}

/** Lets what waits because no mail server could be reached be tried at once; what a server put off keeps its wait. */
export async function hurryUnreached(db: Db) {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs
    where task_identifier in ('send-account-mail', 'send-report-letter') and locked_at is null and run_at > now()
      and attempts < max_attempts and last_error like ${`${serverNotReached}%`}
    having count(*) > 0`.execute(db)
}
