import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { DigestChoice } from '#contract/subscriptions.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { statement } from '#server/db/statement.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { MailError, type Mailer } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { canSendDigest, digestContent, unsubscribeAddress } from './digest-mail.ts'
import { listDigestZines } from './digest-zines.queries.ts'
import { digestInterval } from './subscriptions.queries.ts'

export const digestCrontab = '*/5 * * * * enqueue-digests ?jobKey=enqueue-digests'

const batchSize = 100
/** If more digests are due, the next runs enqueue the rest. */
const maxBatches = 5

const digestPayload = z.object({ userId: z.uuid(), since: z.coerce.date(), until: z.coerce.date() })
type DigestPayload = z.infer<typeof digestPayload>

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'send-digest': DigestPayload
  }
}

type Deps = { config: Config; db: Db; pool: pg.Pool; mailer: Mailer }

export const digestJobs = (deps: Deps): TaskList => ({
  'enqueue-digests': async () => {
    if (!canSendDigest(deps.config)) return
    const enqueueBatch = () => deps.db.transaction().execute((tx) => enqueueDigests(tx))
    for (let batch = 0; batch < maxBatches; batch++) if ((await enqueueBatch()) < batchSize) return
  },
  'send-digest': async (payload, { abortSignal, logger }) => {
    const rejection = await sendDigest(deps, digestPayload.parse(payload), abortSignal)
    if (rejection) logger.warn(`The recipient’s mail server rejected a digest. ${rejection.message}`)
  },
})

/** Enqueues due digests and sets their next time in one transaction, so each is enqueued once. Returns how many were due. */
export async function enqueueDigests(tx: Tx, limit = batchSize) {
  const due = await takeDue(tx, limit)
  // One digest at a time, so that account emails never wait for digests.
  for (const { canReceive, ...digest } of due)
    if (canReceive) await enqueueJob(tx, 'send-digest', digest, { queue: 'digests' })
  return due.length
}

type DueDigest = DigestPayload & { canReceive: boolean }

/**
 * Members keep their time of day, so digests are spread over it. After a downtime, missed digests become one. A zine
 * published in the last five minutes may not be committed yet, so the next digest includes it.
 */
async function takeDue(tx: Tx, limit: number) {
  const { rows } = await sql<DueDigest>`
    with due as materialized (
      select user_id, digest_until as since from subscriptions where digest_due_at <= now()
      order by digest_due_at limit ${limit} for update skip locked
    )
    update subscriptions s
    set digest_due_at = greatest(s.digest_due_at, now() - interval '1 hour') + ${sql.raw(digestInterval('s.digest'))},
      digest_until = greatest(s.digest_until, now() - interval '5 minutes')
    from due join users u on u.id = due.user_id
    where s.user_id = due.user_id
    returning s.user_id as "userId", due.since, s.digest_until as until,
      u.email_verified and u.suspended_at is null and u.deleting_at is null and u.awaiting_since is null
        as "canReceive"`.execute(tx)
  return rows
}

type Recipient = {
  email: string
  language: string | null
  choice: Exclude<DigestChoice, 'off'>
  unsubscribeToken: string
}

/** The member may have changed their mind or their address since the digest was enqueued. */
const recipient = statement<Recipient, [userId: string]>(
  'digest-recipient',
  `select u.email, u.language, s.digest as choice, s.unsubscribe_token as "unsubscribeToken"
   from subscriptions s join users u on u.id = s.user_id
   where s.user_id = $1 and s.digest <> 'off' and u.email_verified and u.suspended_at is null
     and u.deleting_at is null and u.awaiting_since is null`,
)

/** Sends nothing if nothing is new. Returns a permanent refusal, and throws if a retry may help. */
async function sendDigest({ config, pool, mailer }: Deps, payload: DigestPayload, signal: AbortSignal | undefined) {
  const { userId, since, until } = payload
  const [to] = await recipient(pool, userId)
  if (!to) return undefined
  const { zines, total } = await listDigestZines(pool, userId, { since, until })
  if (total === 0) return undefined
  const { publicUrl, mailFrom } = config
  const { choice, unsubscribeToken } = to
  const language = openSiteLanguages(config).choose(to.language)
  const content = digestContent({ choice, since, zines, total, publicUrl, unsubscribeToken, language })
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  try {
    const mail = {
      ...renderMail(content, publicUrl, language),
      to: to.email,
      messageId: `digest.${userId}.${until.getTime()}@${domain}`,
      unsubscribeUrl: publicUrl + unsubscribeAddress(unsubscribeToken),
    }
    await mailer.send(mail, signal)
  } catch (error) {
    if (error instanceof MailError && error.isRejected) return error
    throw error
  }
}
