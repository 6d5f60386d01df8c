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
  /** Ends this kind of email on a POST, for the button of mail programs (RFC 8058). */
  unsubscribeUrl?: string
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
    send: async (mail, signal) => smtp.send(toSmtpMessage(mail, config.mailFrom), signal),
    isReady: async () => (await smtp.findProblem()) === undefined,
  }
}

function outboxMailer({ config, log }: Deps): Mailer {
  const outbox = openOutbox(config)
  return {
    async send(mail) {
      await outbox.send(toSmtpMessage(mail, config.mailFrom))
      const logsLink = mail.link !== undefined && isLoopback(config.publicUrl)
      log.info(logsLink ? { link: mail.link } : {}, 'saved an email to the outbox')
    },
    isReady: async () => true,
  }
}

/** With an explicit envelope, no header can add a recipient. */
function toSmtpMessage(mail: Mail, from: Sender): SendMailOptions {
  const { to, text, html, unsubscribeUrl } = mail
  if (!isMailbox(to)) throw new MailError('This is not a valid email address.', { isRejected: true })
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: withoutControls(mail.subject),
    messageId: `<${withoutControls(mail.messageId)}>`,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

const second = 1000

const sendTimeoutMs = 60 * second

const timeouts = {
  dnsTimeout: 5 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
}

const loopbackPattern = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** Connects and signs in, but sends nothing. */
export const findSmtpProblem = (smtpUrl: string, timeoutMs: number): Promise<MailError | undefined> =>
  openSmtp(smtpUrl).findProblem({ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs })

/** One connection per mail: mails are rare, and an idle connection would be one more point of failure. */
function openSmtp(smtpUrl: string) {
  const server = smtpServer(smtpUrl)
  const open = async (limits: Partial<typeof timeouts> = {}) => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...server,
      ...timeouts,
      ...limits,
      // Never sends a password unencrypted, even if an attacker hides that the server supports TLS.
      requireTLS: server?.auth !== undefined && !loopbackPattern.test(server.host),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send(message: SendMailOptions, signal?: AbortSignal) {
      const timeoutSignal = AbortSignal.timeout(sendTimeoutMs)
      try {
        const transport = await open()
        await transport.sendMail({
          ...message,
          signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
        })
      } catch (error) {
        throw toMailError(error as NodemailerError)
      }
    },
    findProblem: (limits?: Partial<typeof timeouts>) =>
      open(limits)
        .then((transport) => transport.verify())
        .then(() => undefined, toMailError),
  }
}

/**
 * Contains codes only, as server replies contain addresses. `isRejected`: a permanent error. `mayHaveArrived`: the connection
 * broke when the server may have accepted the mail.
 */
export class MailError extends Error {
  override name = 'MailError'
  readonly isRejected: boolean
  readonly mayHaveArrived: boolean

  constructor(message: string, { isRejected = false, mayHaveArrived = false } = {}) {
    super(message)
    this.isRejected = isRejected
    this.mayHaveArrived = mayHaveArrived
  }
}

export const serverNotReachedMessage = 'The mail server could not be reached'

function toMailError(error: NodemailerError) {
  const { code, originalCode, responseCode, command } = error
  const codes = [code, originalCode, responseCode, command].filter((part) => part !== undefined).join(', ')
  const hasResponse = responseCode !== undefined
  return new MailError(hasResponse ? `The mail server refused (${codes}).` : `${serverNotReachedMessage} (${codes}).`, {
    isRejected: isRejectedMailbox(error),
    mayHaveArrived: !hasResponse && !hasFailedBeforeSending(error),
  })
}

const mailboxRejectionCodes = new Set([550, 551, 553])

/** 5.7.x concerns permissions and policy, which an operator can fix, so the mail is retried. */
const isRejectedMailbox = ({ command, responseCode = 0, response = '' }: NodemailerError) =>
  command === 'RCPT TO' && mailboxRejectionCodes.has(responseCode) && !/^\d+[ -]5\.7\./.test(response)

const failuresBeforeSending = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG', 'EENVELOPE', 'EMESSAGE'])
const connectionFailures = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/** Whether the failure came before any part of the mail was sent. */
const hasFailedBeforeSending = ({ code = '', originalCode = '', timeoutType }: NodemailerError) =>
  failuresBeforeSending.has(code) ||
  connectionFailures.has(originalCode) ||
  (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT')
