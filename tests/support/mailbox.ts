import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { parseMail, type ReceivedMail } from './received-mail.ts'

type Delivered = ReceivedMail & { envelope: { from: string; to: string[] } }
type SmtpError = { code: number; text: string }

/**
 * A real SMTP server that records the emails it receives. It can be closed and reopened on its port, reject recipients, and
 * accept emails without confirming them.
 */
export async function startMailbox({ login }: { login?: { user: string; pass: string } } = {}) {
  const mails: Delivered[] = []
  let smtpError: SmtpError | undefined
  let disconnectsAfterData = 0
  let server = open()
  const port = await listen(server, 0)

  function open() {
    const created = new SMTPServer({
      disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      authOptional: !login,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        if (username === login?.user && password === login?.pass) return done(null, { user: username })
        done(Object.assign(new Error('no such login'), { responseCode: 535 }))
      },
      onRcptTo({ address }, _session, done) {
        if (!smtpError) return done()
        done(Object.assign(new Error(`${smtpError.text} <${address}>`), { responseCode: smtpError.code }))
      },
      onData(stream, session, done) {
        buffer(stream).then(async (bytes) => {
          mails.push({ ...(await parseMail(bytes)), envelope: envelopeOf(session) })
          if (disconnectsAfterData === 0) return done()
          disconnectsAfterData -= 1
          for (const connection of created.connections) connection._socket.destroy()
        }, done)
      },
    })
    created.on('error', () => undefined)
    return created
  }

  const stop = () => new Promise<void>((resolve) => server.close(resolve))

  return {
    url: `smtp://${login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@` : ''}127.0.0.1:${port}`,
    mails,
    stop,
    async restart() {
      server = open()
      await listen(server, port)
    },
    rejectWith(error: SmtpError | undefined) {
      smtpError = error
    },
    disconnectAfterData(times: number) {
      disconnectsAfterData = times
    },
    close: stop,
  }
}

const listen = (server: SMTPServer, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port))
  })

const envelopeOf = ({ envelope }: SMTPServerSession) => ({
  from: envelope.mailFrom ? envelope.mailFrom.address : '',
  to: envelope.rcptTo.map(({ address }) => address),
})
