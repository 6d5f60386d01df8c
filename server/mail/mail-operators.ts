import type { Config } from '#server/config/config.ts'
import { MailError, type Mailer } from './mailer.ts'
import { type MailContent, renderMail } from './render-mail.ts'

export type OperatorMailDeps = { mailer: Mailer; config: Pick<Config, 'publicUrl' | 'mailFrom' | 'reportsTo'> }

/** `name` identifies the email, also in retries. */
type OperatorMail = { name: string; content: MailContent }

/**
 * Sends an email to REPORTS_TO, if it is set. Returns the error if its mail server rejects this address, because retries
 * would not help.
 */
export async function mailOperators(
  { mailer, config }: OperatorMailDeps,
  { name, content }: OperatorMail,
  signal: AbortSignal | undefined,
): Promise<MailError | undefined> {
  const { publicUrl, mailFrom, reportsTo } = config
  if (reportsTo === undefined) return undefined
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  // Without `link`, which is logged if there is no mail server: the links of these emails have too much power.
  const mail = { ...renderMail(content, publicUrl), to: reportsTo, messageId: `${name}@${domain}` }
  try {
    await mailer.send(mail, signal)
  } catch (error) {
    if (error instanceof MailError && error.isRejected) return error
    throw error
  }
  return undefined
}
