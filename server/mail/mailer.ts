import type { SendMailOptions } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/config.ts'
import { isMailbox, type Sender } from '#server/config/mail-settings.ts'
import { openOutbox } from './outbox.ts'
import { withoutControls } from './render-mail.ts'
import { MailNotSent, openSmtp } from './smtp.ts'

/** `link` is the one secret in a mail. `messageId` is without angle brackets, and the same when a mail is repeated. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  link?: string | undefined
}

export type Mailer = {
  /** Hands one mail over, or throws MailNotSent. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Whether mail could be handed over now. */
  isReady(): Promise<boolean>
  close(): void
}

type Log = { info(details: object, message: string): void }
type Deps = { config: Pick<Config, 'dataDir' | 'mailFrom' | 'publicUrl' | 'smtpUrl'>; log: Log }

/**
 * Mail goes to the server of SMTP_URL; without one, into a folder. Its link goes into the log on a machine of one's own
 * alone: elsewhere logs are read, kept and sent around by many, and a link is a way into an account.
 */
export function openMailer({ config, log }: Deps): Mailer {
  const { smtpUrl } = config
  if (smtpUrl === undefined) return outboxMailer({ config, log })
  const smtp = openSmtp(smtpUrl)
  return {
    send: async (mail, signal) => smtp.send(messageOf(mail, config.mailFrom), signal),
    isReady: () => smtp.answers(),
    close: () => smtp.close(),
  }
}

function outboxMailer({ config, log }: Deps): Mailer {
  const outbox = openOutbox(config)
  return {
    async send(mail) {
      await outbox.send(messageOf(mail, config.mailFrom))
      const tells = mail.link !== undefined && isLoopback(config.publicUrl)
      log.info(tells ? { link: mail.link } : {}, 'a mail was written to the outbox')
    },
    isReady: async () => true,
    close: () => undefined,
  }
}

/** The envelope is given, so that nothing in a header can add somebody to it. */
function messageOf(mail: Mail, from: Sender): SendMailOptions {
  const { to, text, html } = mail
  if (!isMailbox(to)) throw new MailNotSent('This is not an address mail can go to.', { isRefused: true })
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: withoutControls(mail.subject),
    messageId: `<${withoutControls(mail.messageId)}>`,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
