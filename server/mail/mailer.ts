import type { NodemailerError, SendMailOptions } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/config.ts'
import { isMailbox, type Sender, smtpServer } from '#server/config/mail-settings.ts'
import { openOutbox } from './outbox.ts'
import { withoutControls } from './render-mail.ts'

/** `link` is the only secret in a mail. `messageId` has no angle brackets and stays the same in retries. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  link?: string | undefined
}

export type Mailer = {
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  isReady(): Promise<boolean>
}

type Log = { info(details: object, message: string): void }
type Deps = { config: Pick<Config, 'dataDir' | 'mailFrom' | 'publicUrl' | 'smtpUrl'>; log: Log }

/** Sends mail to SMTP_URL, or writes it to a folder. Links give access to accounts, so only a loopback site logs them. */
export function openMailer({ config, log }: Deps): Mailer {
  const { smtpUrl } = config
  if (smtpUrl === undefined) return outboxMailer({ config, log })
  const smtp = openSmtp(smtpUrl)
  return {
    send: async (mail, signal) => smtp.send(messageOf(mail, config.mailFrom), signal),
    isReady: () => smtp.answers(),
  }
}

function outboxMailer({ config, log }: Deps): Mailer {
  const outbox = openOutbox(config)
  return {
    async send(mail) {
      await outbox.send(messageOf(mail, config.mailFrom))
      const tells = mail.link !== undefined && isLoopback(config.publicUrl)
      log.info(tells ? { link: mail.link } : {}, 'saved an email to the outbox')
    },
    isReady: async () => true,
  }
}

/** With an explicit envelope, no header can add a recipient. */
function messageOf(mail: Mail, from: Sender): SendMailOptions {
  const { to, text, html } = mail
  if (!isMailbox(to)) throw new MailNotSent('This is not a valid email address.', { isRefused: true })
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

const second = 1000

const sendTimeout = 60 * second

const timeouts = {
  dnsTimeout: 5 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** One connection per mail: mails are rare, and an idle connection would be one more point of failure. */
function openSmtp(smtpUrl: string) {
  const server = smtpServer(smtpUrl)
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...server,
      ...timeouts,
      // Never sends a password unencrypted, even if an attacker hides that the server supports TLS.
      requireTLS: server?.auth !== undefined && !loopback.test(server.host),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send(message: SendMailOptions, signal?: AbortSignal) {
      const limit = AbortSignal.timeout(sendTimeout)
      try {
        const transport = await open()
        await transport.sendMail({ ...message, signal: signal ? AbortSignal.any([signal, limit]) : limit })
      } catch (error) {
        throw mailNotSent(error as NodemailerError)
      }
    },
    answers: () =>
      open()
        .then((transport) => transport.verify())
        .catch(() => false),
  }
}

/**
 * Contains codes only, as server replies contain addresses. `isRefused`: a permanent error. `mayHaveArrived`: the connection
 * broke when the server may have accepted the mail.
 */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  readonly isRefused: boolean
  readonly mayHaveArrived: boolean

  constructor(message: string, { isRefused = false, mayHaveArrived = false } = {}) {
    super(message)
    this.isRefused = isRefused
    this.mayHaveArrived = mayHaveArrived
  }
}

export const serverNotReached = 'The mail server could not be reached'

function mailNotSent(error: NodemailerError) {
  const { code, originalCode, responseCode, command } = error
  const codes = [code, originalCode, responseCode, command].filter((part) => part !== undefined).join(', ')
  const isAnswered = responseCode !== undefined
  return new MailNotSent(
    isAnswered ? `The mail server refused (${codes}).` : `${serverNotReached} (${codes}).`,
    { isRefused: isRefusedMailbox(error), mayHaveArrived: !isAnswered && !hasFailedBefore(error) },
  )
}

const refusedMailbox = new Set([550, 551, 553])

/** 5.7.x concerns permissions and policy, which an operator can fix, so the mail is retried. */
const isRefusedMailbox = ({ command, responseCode = 0, response = '' }: NodemailerError) =>
  command === 'RCPT TO' && refusedMailbox.has(responseCode) && !/^\d+[ -]5\.7\./.test(response)

const beforeTheMail = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG', 'EENVELOPE', 'EMESSAGE'])
const noConnection = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/** Whether the failure came before any part of the mail was sent. */
const hasFailedBefore = ({ code = '', originalCode = '', timeoutType }: NodemailerError) =>
  beforeTheMail.has(code) ||
  noConnection.has(originalCode) ||
  (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT')
