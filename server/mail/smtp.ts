import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { smtpServer } from '../config/mail-settings.ts'
import { mailNotSent } from './mail-not-sent.ts'

const second = 1000

/** However slowly a mail server answers, a mail is over after this. */
const sendTimeout = 60 * second

const timeouts = {
  dnsTimeout: 5 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** One connection per mail: accounts write seldom, and a connection kept open would be one more thing to break. */
export function openSmtp(smtpUrl: string) {
  const server = smtpServer(smtpUrl)
  const transport = createTransport({
    ...server,
    ...timeouts,
    // A password never crosses a network in the clear, even if somebody hides that the server can do better.
    requireTLS: server?.auth !== undefined && !loopback.test(server.host),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message: SendMailOptions, signal?: AbortSignal) {
      const limit = AbortSignal.timeout(sendTimeout)
      try {
        await transport.sendMail({ ...message, signal: signal ? AbortSignal.any([signal, limit]) : limit })
      } catch (error) {
        throw mailNotSent(error as NodemailerError)
      }
    },
    /** Whether the server greets us and knows the password. */
    async answers() {
      return transport.verify().catch(() => false)
    },
    close: () => transport.close(),
  }
}
