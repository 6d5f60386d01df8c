import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { mailOperators, type OperatorMailDeps } from '#server/mail/mail-operators.ts'
import { type MailContent, quoteText } from '#server/mail/render-mail.ts'
import { blockedMediaJobs, type PerceptualHashDeps } from './block-media.ts'
import { visibilityCrontab, visibilityJobs } from './update-visibility.ts'

export const moderationCrontab = visibilityCrontab

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'update-zine-visibility': { creatorId: string }
    'send-reply-email': { decisionId: string }
    'hash-blocked-media': { hash: string }
  }
}

export const moderationJobs = ({ media, ...deps }: ReplyEmailDeps & { media: PerceptualHashDeps }): TaskList => ({
  ...visibilityJobs(deps),
  ...replyEmailJobs(deps),
  ...blockedMediaJobs(media),
})

type ReplyEmailDeps = OperatorMailDeps & { db: Db }

const replyPayload = z.object({ decisionId: z.uuid() })

const replyEmailJobs = (deps: ReplyEmailDeps): TaskList => ({
  'send-reply-email': async (payload, { abortSignal, logger }) => {
    const { decisionId } = replyPayload.parse(payload)
    const mailError = await sendReply(deps, decisionId, abortSignal)
    if (mailError) logger.warn(`The address of REPORTS_TO rejected a reply to a decision. ${mailError.message}`)
  },
})

async function sendReply(deps: ReplyEmailDeps, decisionId: string, signal: AbortSignal | undefined) {
  const reply = await findReply(deps.db, decisionId)
  if (!reply) return undefined
  const content = replyEmail(reply, deps.config.publicUrl)
  return mailOperators(deps, { name: `reply.${decisionId}`, content }, signal)
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

export const replyEmail = (
  { memberId, username, zineId, title, act, reason, reply }: Reply,
  publicUrl: string,
): MailContent => ({
  subject: `${quoteText(username)} replied`,
  headline: 'A reply',
  paragraphs: [`${quoteText(username)} replied to your decision.`, quoteText(reply ?? '')],
  facts: [
    ['Decision', act],
    ...(title ? [['Zine', quoteText(title)] as [string, string]] : []),
    ['Your reason', reason || 'None was given.'],
  ],
  button: zineId
    ? { label: 'Open the zine', link: `${publicUrl}/zine/${zineId}` }
    : { label: 'Open the profile', link: `${publicUrl}/profile/${memberId}` },
  ifNotYou: {
    question: 'Changed your mind?',
    answer: `Run “admin zine restore”, “admin zine content-note” or “admin member restore” on the server to undo your decision.`,
  },
  reason: 'You received this because this site sends reports to your address (setting REPORTS_TO).',
})
