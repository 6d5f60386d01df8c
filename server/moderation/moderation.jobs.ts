import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { type Mailer, MailNotSent } from '#server/mail/mailer.ts'
import { type MailContent, quoted, renderMail } from '#server/mail/render-mail.ts'
import { type LookDeps, lookAtBlockedJobs } from './block-media.ts'
import { showOrHideCrontab, showOrHideJobs } from './show-or-hide-zines.ts'

export const moderationCrontab = showOrHideCrontab

export const moderationJobs = ({ media, ...deps }: ReplyLetterDeps & { media: LookDeps }): TaskList => ({
  ...showOrHideJobs(deps),
  ...replyLetterJobs(deps),
  ...lookAtBlockedJobs(media),
})

type ReplyLetterDeps = {
  db: Db
  mailer: Mailer
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'reportsTo'>
}

const answered = z.object({ decisionId: z.uuid() })

const replyLetterJobs = (deps: ReplyLetterDeps): TaskList => ({
  'send-reply-letter': async (payload, { abortSignal, logger }) => {
    const { decisionId } = answered.parse(payload)
    const refusal = await sendReply(deps, decisionId, abortSignal)
    if (refusal) logger.warn(`An answer to a decision has no mailbox to go to. ${refusal.message}`)
  },
})

async function sendReply(
  { db, mailer, config }: ReplyLetterDeps,
  decisionId: string,
  signal: AbortSignal | undefined,
) {
  const { reportsTo, publicUrl, mailFrom } = config
  const reply = await findReply(db, decisionId)
  if (!reportsTo || !reply) return undefined
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  const mail = renderMail(replyLetter(reply, publicUrl), publicUrl)
  try {
    await mailer.send({ ...mail, to: reportsTo, messageId: `reply.${decisionId}@${domain}` }, signal)
  } catch (error) {
    if (error instanceof MailNotSent && error.isRefused) return error
    throw error
  }
}

type Reply = NonNullable<Awaited<ReturnType<typeof findReply>>>

const findReply = (db: Db, decisionId: string) =>
  db
    .selectFrom('decisions')
    .innerJoin('users', 'users.id', 'member_id')
    .select(['member_id as memberId', 'username', 'zine_id as zineId', 'title', 'act', 'reason', 'reply'])
    .where('decisions.id', '=', decisionId)
    .where('reply', 'is not', null)
    .executeTakeFirst()

export const replyLetter = (
  { memberId, username, zineId, title, act, reason, reply }: Reply,
  publicUrl: string,
): MailContent => ({
  subject: `${quoted(username)} replied`,
  headline: 'A reply',
  paragraphs: [`${quoted(username)} replied to your decision.`, quoted(reply ?? '')],
  facts: [
    ['Decision', act],
    ...(title ? [['Zine', quoted(title)] as [string, string]] : []),
    ['Your reason', reason || 'None was given.'],
  ],
  button: zineId
    ? { label: 'Open the zine', link: `${publicUrl}/zine/${zineId}` }
    : { label: 'Open the profile', link: `${publicUrl}/profile/${memberId}` },
  otherwise: {
    question: 'Changed your mind?',
    answer: `Run “admin zine restore” or “admin member restore” on the server to make it visible again.`,
  },
  why: 'You received this because REPORTS_TO of this site is your address.',
})
