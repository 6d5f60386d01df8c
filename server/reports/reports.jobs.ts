import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { inEnglish } from '#contract/in-english.ts'
import { reportDays } from '#contract/limits.ts'
import { type ReportReason, reasonLabels } from '#contract/report-reasons.ts'
import { operateLink } from '#server/auth/sessions/operator-sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { formatDateTime } from '#server/languages/translate-texts.ts'
import { mailOperators } from '#server/mail/mail-operators.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { type MailContent, quoteText } from '#server/mail/render-mail.ts'
import { enqueueModerationEmail, issueToken, maxEmailsPerDay } from './moderation-emails.queries.ts'
import { matchesTarget } from './reports.queries.ts'

/** In the morning, when moderators are likely to read mail. */
export const reportCrontab = '7 8 * * * sweep-reports ?jobKey=sweep-reports'

const emailPayload = z.object({ emailId: z.uuid() })

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'send-moderation-email': { emailId: string }
  }
}

export const reportJobs = (deps: ModerationEmailDeps): TaskList => ({
  'send-moderation-email': async (payload, { abortSignal, logger }) => {
    const mailError = await sendModerationEmail(deps, emailPayload.parse(payload).emailId, abortSignal)
    if (mailError) logger.warn(`The address of REPORTS_TO rejected a moderation email. ${mailError.message}`)
  },
  'sweep-reports': () => sweepReports(deps),
})

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

/** Undecided reports and old decisions are deleted after this many days. */
const yearDays = 365

export async function sweepReports({ db, config }: { db: Db; config: Pick<Config, 'reportsTo'> }) {
  await resolveDeletedTargets(db)
  await db.deleteFrom('reports').where('resolved_at', '<', daysAgo(reportDays)).execute()
  await db.deleteFrom('reports').where('resolved_at', 'is', null).where('reported_at', '<', daysAgo(yearDays)).execute()
  await db.deleteFrom('moderation_emails').where('expires_at', '<', daysAgo(30)).execute()
  await db.deleteFrom('decisions').where('made_at', '<', daysAgo(yearDays)).execute()
  if (config.reportsTo) await enqueueWaitingReports(db)
}

/** Reports about deleted zines need no decision. */
const resolveDeletedTargets = (db: Db) =>
  db
    .updateTable('reports')
    .set({ resolved_at: sql<Date>`now()`, resolution: 'removed' })
    .where('zine_id', 'is', null)
    .where('title', 'is not', null)
    .where('resolved_at', 'is', null)
    .execute()

/** Sends emails about open reports without working links: never-mailed targets first, then the oldest. */
async function enqueueWaitingReports(db: Db) {
  const { rows } = await sql<{ creatorId: string; zineId: string | null }>`
    select creator_id as "creatorId", zine_id as "zineId" from reports r
    where resolved_at is null and not exists (
      select from moderation_emails l where l.creator_id = r.creator_id and l.zine_id is not distinct from r.zine_id
        and l.resolved_at is null and l.expires_at > now())
    group by creator_id, zine_id
    order by exists (
      select from moderation_emails l where l.creator_id = r.creator_id and l.zine_id is not distinct from r.zine_id),
      min(reported_at)
    limit ${maxEmailsPerDay}`.execute(db)
  for (const target of rows)
    await db.transaction().execute((tx) => enqueueModerationEmail(tx, target, 2 * maxEmailsPerDay))
}

type ModerationEmailDeps = {
  db: Db
  mailer: Mailer
  config: Pick<Config, 'operateWeb' | 'publicUrl' | 'mailFrom' | 'reportsTo' | 'secret'>
}

async function sendModerationEmail(
  { db, mailer, config }: ModerationEmailDeps,
  emailId: string,
  signal: AbortSignal | undefined,
) {
  const { reportsTo, publicUrl } = config
  const issued = reportsTo === undefined ? undefined : await issueToken(db, config, emailId)
  const details = issued && (await readEmailDetails(db, issued))
  if (!details) return undefined
  const content = moderationEmailContent(details, {
    publicUrl,
    token: issued.token,
    hasOperatePages: config.operateWeb,
  })
  return mailOperators({ mailer, config }, { name: emailId, content }, signal)
}

type Issued = NonNullable<Awaited<ReturnType<typeof issueToken>>>

async function readEmailDetails(db: Db, { creatorId, zineId, expiresAt }: Issued): Promise<EmailDetails | undefined> {
  const creator = await db.selectFrom('users').select(['id', 'username']).where('id', '=', creatorId).executeTakeFirst()
  const zine = await db.selectFrom('zines').select(['id', 'title']).where('id', '=', zineId).executeTakeFirst()
  const reasons = await db
    .selectFrom('reports')
    .select(['reason', sql<number>`count(*)::integer`.as('count')])
    .where(matchesTarget({ creatorId, zineId }))
    .where('resolved_at', 'is', null)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute()
  if (!creator || reasons.length === 0) return undefined
  return { creator, zine: zine ?? null, reasons, expiresAt }
}

type EmailDetails = {
  zine: { id: string; title: string } | null
  creator: { id: string; username: string }
  reasons: { reason: ReportReason; count: number }[]
  expiresAt: Date
}

/** Moderation emails omit reporters' words, as strangers could send links to the operator. */
export function moderationEmailContent(
  details: EmailDetails,
  { publicUrl, token, hasOperatePages = false }: { publicUrl: string; token: string; hasOperatePages?: boolean },
): MailContent {
  const { zine, creator, reasons, expiresAt } = details
  const targetKind = zine ? 'zine' : 'creator'
  const count = reasons.reduce((total, entry) => total + entry.count, 0)
  // The fragment stays in the browser: no server, proxy or log sees the token.
  const link = (act: string) => `${publicUrl}/moderate#token=${token}&type=${act}`
  return {
    subject: `Reported on Foldout: ${quoteText(zine?.title ?? creator.username)}`,
    headline: `A ${targetKind} was reported`,
    paragraphs: [
      `${count === 1 ? 'Someone' : `${count} people`} reported ${zine ? 'this zine' : 'this creator'}. Nothing changes until you decide.`,
    ],
    facts: [
      ...(zine ? [['Zine', quoteText(zine.title)] satisfies [string, string]] : []),
      [zine ? 'By' : 'Creator', quoteText(creator.username)],
      [reasons.length === 1 ? 'Reason' : 'Reasons', reasons.map(formatReason).join(' · ')],
    ],
    button: { label: zine ? 'Hide it' : 'Suspend', link: link('hide') },
    otherLinks: [
      { label: 'Keep it', link: link('keep') },
      { label: 'Remove it', link: link('remove') },
      ...(hasOperatePages ? [{ label: 'Open the pages for operators', link: operateLink(publicUrl, token) }] : []),
    ],
    expiryNote: [
      'The first three links open a page with the report and ask for confirmation.',
      ...(hasOperatePages ? ['The last one sends another email.'] : []),
      `Once you decide, they stop working; otherwise they expire on ${formatDateTime(expiresAt)}.`,
    ].join(' '),
    ifNotYou: {
      question: 'Want to see it first?',
      answer: `${publicUrl}/${zine ? `zine/${zine.id}` : `profile/${creator.id}`}`,
    },
    reason: 'You received this because this site sends reports to your address (setting REPORTS_TO).',
  }
}

const formatReason = ({ reason, count }: EmailDetails['reasons'][number]) =>
  count === 1 ? inEnglish(reasonLabels[reason]) : `${inEnglish(reasonLabels[reason])} (${count} times)`
