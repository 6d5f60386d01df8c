import { createHmac } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { MailError, type Mailer, serverNotReachedMessage } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { contentOf } from './account-mail.texts.ts'
import { type AccountMail, type QueuedMail, queuedMail } from './account-mail.ts'
import {
  createMailLink,
  deleteMailLink,
  hashOf,
  type LinkPurpose,
  linkSeconds,
  passwordLink,
  passwordPurposes,
} from './mail-links.queries.ts'

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'send-account-mail': QueuedMail
  }
}

export const accountMailCrontab = '*/5 * * * * flush-account-mail ?jobKey=flush-account-mail'

type SendDeps = {
  db: Db
  mailer: Mailer
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'secret' | 'languages' | 'defaultLanguage'>
}

/**
 * Tried 25 times over nearly four days. Delivery is at least once: a repeat after a crash has the same Message-ID and a new
 * working link.
 */
export const accountMailJobs = (deps: SendDeps): TaskList => ({
  'send-account-mail': async (payload, { abortSignal, logger }) => {
    const queued = queuedMail.parse(payload)
    if (isExpired(queued)) return logger.warn('A recovery email could not be sent within an hour.')
    for (const addressee of await listAddressees(deps.db, queued.mail, queued.requestedAt)) {
      const rejection = await sendUnlessRejected(deps, queued, { addressee, signal: abortSignal })
      if (rejection)
        logger.warn(`The recipient’s mail server rejected an email (${queued.mail.kind}). ${rejection.message}`)
    }
  },
  'flush-account-mail': async () => {
    if (await deps.mailer.isReady()) await retryUnreached(deps.db)
  },
})

/** After an hour the member has asked again or given up, and an unexpected recovery link is a risk. */
const isExpired = ({ mail, requestedAt }: QueuedMail) =>
  mail.kind === 'recovery' && Date.now() - requestedAt.getTime() > linkSeconds.recovery * 1000

type Delivery = { addressee: Addressee; signal: AbortSignal | undefined }

/** Sends one mail; returns a permanent refusal and throws if a retry may help. */
async function sendUnlessRejected(deps: SendDeps, queued: QueuedMail, delivery: Delivery) {
  const link = await createLink(deps, queued.mail, delivery.addressee)
  try {
    await send(deps, queued, { ...delivery, link })
  } catch (error) {
    const isMailError = error instanceof MailError
    // A link must keep working if its mail may have arrived.
    if (link && !(isMailError && error.mayHaveArrived)) await deleteMailLink(deps.db, link.token)
    if (isMailError && error.isRejected) return error
    throw error
  }
}

type Link = { token: string; address: string; expiresAt?: Date }

async function send(
  { mailer, config }: SendDeps,
  { id, requestedAt, mail }: QueuedMail,
  { addressee, signal, link }: Delivery & { link: Link | undefined },
) {
  const { publicUrl, mailFrom } = config
  const { username, isConfirmed = false, language } = addressee
  const content = contentOf(mail, { username, isConfirmed, requestedAt, publicUrl, link })
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  // A job has at most one mail per account.
  const messageId = `${id}.${addressee.userId}@${domain}`
  const message = {
    ...renderMail(content, publicUrl, openSiteLanguages(config).choose(language)),
    to: addressee.to,
    messageId,
    link: link?.address,
  }
  await mailer.send(message, signal)
}

const purposes: Partial<Record<AccountMail['kind'], LinkPurpose>> = {
  'confirm-signup': 'signup',
  'confirm-new-email': 'email_change',
  'email-changed': 'undo_email_change',
  recovery: 'recovery',
  'account-created': 'account_created',
}

async function createLink(
  { db, config }: SendDeps,
  mail: AccountMail,
  { userId, to }: Addressee,
): Promise<Link | undefined> {
  if (mail.kind === 'decision') return replyLink(db, config, mail.decisionId)
  const { kind } = mail
  const purpose = purposes[kind]
  if (!purpose) return undefined
  const { token, expiresAt } = await createMailLink(db, { purpose, userId, email: to })
  const address = passwordPurposes.includes(purpose)
    ? passwordLink(config.publicUrl, token)
    : `${config.publicUrl}/auth/callback#type=${purpose}&token=${token}`
  return { token, expiresAt, address }
}

/** The link for replying to a decision. Retries reuse it, so links in both copies work. */
async function replyLink(db: Db, { publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>, id: string) {
  const token = createHmac('sha256', secret).update(`reply to decision ${id}`).digest('base64url')
  await db
    .updateTable('decisions')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', id)
    .execute()
  // The fragment stays in the browser: no server, proxy or log sees the token.
  return { token, address: `${publicUrl}/reply#token=${token}` }
}

type Addressee = { userId: string; username: string; to: string; isConfirmed?: boolean; language?: string | null }

/** Empty if the account is deleted or the mail is obsolete. Only recovery mails have several recipients. */
async function listAddressees(db: Db, mail: AccountMail, requestedAt: Date): Promise<Addressee[]> {
  if (mail.kind === 'recovery') return listRecoverable(db, mail.email)
  if (mail.kind === 'sign-up-refused') return [{ userId: mail.userId, username: '', to: mail.email }]
  if (mail.kind === 'member-removed') return [{ userId: mail.userId, username: mail.username, to: mail.email }]
  const user = await db
    .selectFrom('users')
    .select([
      'id as userId',
      'username',
      'email',
      'email_verified as isConfirmed',
      'email_changed_at as emailChangedAt',
      'language',
    ])
    .where('id', '=', mail.userId)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  if (!user) return []
  const { userId, username, email, isConfirmed, emailChangedAt, language } = user
  if (mail.kind === 'email-changed')
    return isUndone(emailChangedAt, requestedAt) ? [] : [{ userId, username, to: mail.email, language }]
  const isConfirmation = mail.kind === 'confirm-signup' || mail.kind === 'confirm-new-email'
  if (isConfirmation && isConfirmed) return []
  if (mail.kind === 'confirm-new-email' && mail.email.toLowerCase() !== email.toLowerCase()) return []
  return [{ userId, username, to: email, isConfirmed, language }]
}

/** A late mail must not offer to undo a change that is already undone. The minute allows for differing clocks. */
const isUndone = (emailChangedAt: Date | null, requestedAt: Date) =>
  emailChangedAt === null || emailChangedAt.getTime() > requestedAt.getTime() + 60_000

/** Accounts this address can recover, with their last confirmed address. Accounts can share one; each gets a mail. */
async function listRecoverable(db: Db, email: string): Promise<Addressee[]> {
  const lowerCased = email.toLowerCase()
  return db
    .selectFrom('users')
    .select([
      'id as userId',
      'username',
      'language',
      sql<string>`case when email_verified then email else coalesce(confirmed_email, email) end`.as('to'),
    ])
    .where('deleting_at', 'is', null)
    .where((or) =>
      or.or([
        or('email', '=', lowerCased),
        or.and([or('confirmed_email', '=', lowerCased), or('email_verified', '=', false)]),
      ]),
    )
    .orderBy('id')
    .limit(5)
    .execute()
}

/** Retries mails that waited for an unreachable server. Deferrals by a server keep their delay. */
export async function retryUnreached(db: Db) {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs
    where task_identifier in ('send-account-mail', 'send-moderation-email', 'send-digest') and locked_at is null and run_at > now()
      and attempts < max_attempts and last_error like ${`${serverNotReachedMessage}%`}
    having count(*) > 0`.execute(db)
}
