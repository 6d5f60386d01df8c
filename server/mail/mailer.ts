import type { NodemailerError, SendMailOptions } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/config.ts'
import { isMailbox, type Sender, smtpServer } from '#server/config/mail-settings.ts'
import { openOutbox } from './outbox.ts'
import { withoutControls } from './render-mail.ts'

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
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  isReady(): Promise<boolean>
}

type Log = { info(details: object, message: string): void }
type Deps = { config: Pick<Config, 'dataDir' | 'mailFrom' | 'publicUrl' | 'smtpUrl'>; log: Log }

/** Mail goes to SMTP_URL, or into a folder. Links are logged on a loopback site only: they are a way into an account. */
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

/** The envelope is given, so that nothing in a header can add somebody to it. */
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

/** One connection per mail: accounts write seldom, and a connection kept open would be one more thing to break. */
function openSmtp(smtpUrl: string) {
  const server = smtpServer(smtpUrl)
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...server,
      ...timeouts,
      // A password never crosses a network in the clear, even if somebody hides that the server can do better.
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

/** 5.7.x is about rights and policy: somebody can set that right, so it is tried again. */
const isRefusedMailbox = ({ command, responseCode = 0, response = '' }: NodemailerError) =>
  command === 'RCPT TO' && refusedMailbox.has(responseCode) && !/^\d+[ -]5\.7\./.test(response)

const beforeTheMail = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG', 'EENVELOPE', 'EMESSAGE'])
const noConnection = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/** Whether it failed before any of the mail was handed over. */
const hasFailedBefore = ({ code = '', originalCode = '', timeoutType }: NodemailerError) =>
  beforeTheMail.has(code) ||
  noConnection.has(originalCode) ||
  (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT')
