import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { MailNotSent } from '#server/mail/smtp.ts'
import { type LetterFacts, letterOf } from './letter.texts.ts'
import { signLetter } from './letters.queries.ts'
import { about } from './reports.queries.ts'

export type LetterDeps = {
  db: Db
  mailer: Mailer
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'reportsTo' | 'secret'>
}

/** Sends a letter that still has something to decide; answers the refusal when its mailbox will never take it. */
export async function sendLetter(
  { db, mailer, config }: LetterDeps,
  letterId: string,
  signal: AbortSignal | undefined,
) {
  const { reportsTo, publicUrl, mailFrom } = config
  const signed = reportsTo === undefined ? undefined : await signLetter(db, config, letterId)
  const facts = signed && (await readFacts(db, signed))
  if (reportsTo === undefined || !facts) return undefined
  const content = letterOf(facts, { publicUrl, token: signed.token })
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  // Without `link`, which would go into the log where there is no mail server: this one is worth too much.
  const mail = { ...renderMail(content, publicUrl), to: reportsTo, messageId: `${letterId}@${domain}` }
  try {
    await mailer.send(mail, signal)
  } catch (error) {
    if (error instanceof MailNotSent && error.isRefused) return error
    throw error
  }
}

type Signed = NonNullable<Awaited<ReturnType<typeof signLetter>>>

async function readFacts(db: Db, { creatorId, zineId, expiresAt }: Signed): Promise<LetterFacts | undefined> {
  const creator = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', creatorId)
    .executeTakeFirst()
  const zine = await db
    .selectFrom('zines')
    .select(['id', 'title'])
    .where('id', '=', zineId)
    .executeTakeFirst()
  const reasons = await db
    .selectFrom('reports')
    .select(['reason', sql<number>`count(*)::integer`.as('count')])
    .where(about({ creatorId, zineId }))
    .where('resolved_at', 'is', null)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute()
  if (!creator || reasons.length === 0) return undefined
  return { creator, zine: zine ?? null, reasons, expiresAt }
}
