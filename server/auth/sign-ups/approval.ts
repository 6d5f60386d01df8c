import type { TaskList } from 'graphile-worker'
import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { formatDateTime } from '#server/languages/translate-texts.ts'
import { mailOperators, type OperatorMailDeps } from '#server/mail/mail-operators.ts'
import { type MailContent, quoteText } from '#server/mail/render-mail.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { makeCreatorVisible } from '../user.queries.ts'

type Approval = { userId: string; actor?: Actor }

/** Approves a waiting member and notifies them. `already` if they are not waiting. */
export async function approveMember(tx: Tx, { userId, actor = 'operator' }: Approval) {
  const member = await lockMember(tx, userId)
  if (!member) return 'absent' as const
  if (!member.awaitingSince) return 'already' as const
  await tx.updateTable('users').set({ awaiting_since: null }).where('id', '=', userId).execute()
  await recordAction(tx, { actor, act: 'member approved', member_id: userId, subject: `member ${userId}` })
  await mailAccount(tx, { kind: 'sign-up-approved', userId })
  await makeCreatorVisible(tx, userId)
  return 'done' as const
}

/** Locks profile, then user, in the common order. Skips an account that is being deleted. */
async function lockMember(tx: Tx, userId: string) {
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  return tx
    .selectFrom('users')
    .select('awaiting_since as awaitingSince')
    .where('id', '=', userId)
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Daily. If the site is down at that time, there is no email that day. */
declare module '#server/db/jobs.ts' {
  interface Jobs {
    'notify-pending-members': Record<string, never>
  }
}

export const pendingMembersCrontab = '7 8 * * * notify-pending-members ?jobKey=notify-pending-members'

type MailDeps = OperatorMailDeps & { db: Db }

export const pendingMembersJobs = (deps: MailDeps): TaskList => ({
  'notify-pending-members': (_payload, { abortSignal }) => mailPendingMembers(deps, abortSignal),
})

export async function mailPendingMembers({ db, mailer, config }: MailDeps, signal: AbortSignal | undefined) {
  const { reportsTo, publicUrl } = config
  if (!reportsTo) return
  const { count, members } = await findPendingMembers(db)
  if (count === 0) return
  const day = new Date().toISOString().slice(0, 10)
  const content = pendingMembersMail(count, members, publicUrl)
  const rejection = await mailOperators({ mailer, config }, { name: `waiting.${day}`, content }, signal)
  if (rejection) throw rejection
}

type PendingMember = { username: string; since: Date }
const maxListed = 20

async function findPendingMembers(db: Db) {
  const pending = db.selectFrom('users').where('awaiting_since', 'is not', null).where('deleting_at', 'is', null)
  const { count } = await pending.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const members = await pending
    .select((eb) => ['username', eb.ref('awaiting_since').$notNull().as('since')])
    .orderBy('awaiting_since')
    .limit(maxListed)
    .execute()
  return { count: Number(count), members }
}

export const pendingMembersMail = (count: number, members: PendingMember[], publicUrl: string): MailContent => ({
  subject: count === 1 ? '1 new member is waiting on Foldout' : `${count} new members are waiting on Foldout`,
  headline: count === 1 ? '1 member is waiting for approval' : `${count} members are waiting for approval`,
  paragraphs: [
    `They have registered and are not visible yet. Approve them with “${shellCommand('admin', 'member approve NAME')}” or refuse them with “${shellCommand('admin', 'member refuse NAME')}”.`,
    ...(count > maxListed ? [`These ${maxListed} have been waiting the longest.`] : []),
  ],
  facts: members.map(({ username, since }) => [quoteText(username), `since ${formatDateTime(since)}`]),
  button: { label: 'Open Foldout', link: publicUrl },
  ifNotYou: { question: 'Don’t want anyone to wait?', answer: 'Change the setting SIGN_UPS.' },
  reason:
    'You received this because this site sends reports to your address (setting REPORTS_TO). It comes once a day while members are waiting.',
})
