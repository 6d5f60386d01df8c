import type { TaskList } from 'graphile-worker'
import { type Actor, noteAct } from '#server/audit/audit.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { dateInWords, type MailContent, quoted, renderMail } from '#server/mail/render-mail.ts'
import { typedCommand } from '#server/process/typed-command.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { showCreator } from '../user.queries.ts'

type Approval = { userId: string; actor?: Actor }

/** Approves a waiting member and notifies them. `already` if they are not waiting. */
export async function approveMember(tx: Tx, { userId, actor = 'operator' }: Approval) {
  const member = await lockWaiting(tx, userId)
  if (!member) return 'absent' as const
  if (!member.awaitingSince) return 'already' as const
  await tx.updateTable('users').set({ awaiting_since: null }).where('id', '=', userId).execute()
  await noteAct(tx, { actor, act: 'member approved', member_id: userId, subject: `member ${userId}` })
  await mailAccount(tx, { kind: 'sign-up-approved', userId })
  await showCreator(tx, userId)
  return 'done' as const
}

/** Locks profile, then user, in the common order. Skips an account that is being deleted. */
async function lockWaiting(tx: Tx, userId: string) {
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
export const waitingLetterCrontab = '7 8 * * * tell-of-waiting ?jobKey=tell-of-waiting'

type LetterDeps = {
  db: Db
  mailer: Mailer
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'reportsTo'>
}

export const waitingLetterJobs = (deps: LetterDeps): TaskList => ({
  'tell-of-waiting': (_payload, { abortSignal }) => tellOfWaiting(deps, abortSignal),
})

export async function tellOfWaiting({ db, mailer, config }: LetterDeps, signal: AbortSignal | undefined) {
  const { reportsTo, publicUrl, mailFrom } = config
  if (!reportsTo) return
  const { count, longest } = await findWaiting(db)
  if (count === 0) return
  const day = new Date().toISOString().slice(0, 10)
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  const letter = renderMail(waitingLetter(count, longest, publicUrl), publicUrl)
  await mailer.send({ ...letter, to: reportsTo, messageId: `waiting.${day}@${domain}` }, signal)
}

type Waiting = { username: string; since: Date }
const named = 20

async function findWaiting(db: Db) {
  const waiting = db
    .selectFrom('users')
    .where('awaiting_since', 'is not', null)
    .where('deleting_at', 'is', null)
  const { count } = await waiting
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const longest = await waiting
    .select((eb) => ['username', eb.ref('awaiting_since').$notNull().as('since')])
    .orderBy('awaiting_since')
    .limit(named)
    .execute()
  return { count: Number(count), longest }
}

export const waitingLetter = (count: number, longest: Waiting[], publicUrl: string): MailContent => ({
  subject: count === 1 ? '1 new member is waiting at Foldout' : `${count} new members are waiting at Foldout`,
  headline: count === 1 ? '1 member is waiting for approval' : `${count} members are waiting for approval`,
  paragraphs: [
    `They have registered and are not visible yet. Approve them with “${typedCommand('admin', 'member approve NAME')}” or refuse them with “${typedCommand('admin', 'member refuse NAME')}”.`,
    ...(count > named ? [`These ${named} have been waiting the longest.`] : []),
  ],
  facts: longest.map(({ username, since }) => [quoted(username), `since ${dateInWords(since)}`]),
  button: { label: 'Open Foldout', link: publicUrl },
  otherwise: { question: 'Don’t want anyone to wait?', answer: 'Change the setting SIGN_UPS.' },
  why: 'You received this because REPORTS_TO of this site is your address. It comes once a day while members are waiting.',
})
