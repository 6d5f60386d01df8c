import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { MailNotSent } from '#server/mail/mail-not-sent.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { Addressee } from './account-mail.queries.ts'
import { contentOf } from './account-mail.texts.ts'
import type { AccountMail, PromisedMail } from './account-mail.ts'
import { createMailLink, type LinkPurpose, removeMailLink } from './mail-links.queries.ts'

export type SendDeps = { db: Db; mailer: Mailer; config: Pick<Config, 'publicUrl' | 'mailFrom'> }
type Receiver = { addressee: Addressee; signal: AbortSignal | undefined }

/** Sends one mail; answers the refusal when its mailbox will never take it, and throws when it is worth another try. */
export async function sendUnlessRefused(deps: SendDeps, promised: PromisedMail, receiver: Receiver) {
  const link = await makeLink(deps, promised.mail, receiver.addressee)
  try {
    await send(deps, promised, { ...receiver, link })
  } catch (error) {
    const isKnown = error instanceof MailNotSent
    // A link that may be in somebody's hands has to work.
    if (link && !(isKnown && error.mayHaveArrived)) await removeMailLink(deps.db, link.token)
    if (isKnown && error.isRefused) return error
    throw error
  }
}

type Link = { token: string; address: string; expiresAt: Date }

async function send(
  { mailer, config }: SendDeps,
  { id, askedAt, mail }: PromisedMail,
  { addressee, signal, link }: Receiver & { link: Link | undefined },
) {
  const { publicUrl, mailFrom } = config
  const content = contentOf(mail, { username: addressee.username, askedAt, publicUrl, link })
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  // A job has at most one mail for each account.
  const messageId = `${id}.${addressee.userId}@${domain}`
  const mailed = { ...renderMail(content, publicUrl), to: addressee.to, messageId, link: link?.address }
  await mailer.send(mailed, signal)
}

const purposes: Partial<Record<AccountMail['kind'], LinkPurpose>> = {
  'confirm-signup': 'signup',
  'confirm-new-email': 'email_change',
  'email-changed': 'undo_email_change',
  recovery: 'recovery',
}

async function makeLink(
  { db, config }: SendDeps,
  { kind }: AccountMail,
  { userId, to }: Addressee,
): Promise<Link | undefined> {
  const purpose = purposes[kind]
  if (!purpose) return undefined
  const { token, expiresAt } = await createMailLink(db, { purpose, userId, email: to })
  // Behind the # it stays in the browser: no server, proxy or log sees it.
  const page = purpose === 'recovery' ? '/auth/update-password#' : `/auth/callback#type=${purpose}&`
  return { token, expiresAt, address: `${config.publicUrl}${page}token=${token}` }
}
