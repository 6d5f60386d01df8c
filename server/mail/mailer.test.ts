import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { parseMail } from '#tests/support/received-mail.ts'
import { type Mail, MailError, openMailer } from './mailer.ts'
import { findInOutbox } from './outbox.ts'

let dataDir: string
let logged: { details: object; message: string }[]
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-mail-'))
  logged = []
})
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
  await rm(dataDir, { recursive: true, force: true })
})

function openTestMailer(settings: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://zines.example', ...settings })
  const log = { info: (details: object, message: string) => void logged.push({ details, message }) }
  return openMailer({ config, log })
}

async function openMailbox(...options: Parameters<typeof startMailbox>) {
  const opened = await startMailbox(...options)
  cleanups.push(opened.close)
  return opened
}

const sample: Mail = {
  to: 'ana@example.org',
  subject: 'Grüße aus dem Copyshop – 午前2時',
  text: 'A text, and a link: https://zines.example/#token=abc\n.\nA dot stood there.\n',
  html: '<p>A page – 午前2時</p>',
  messageId: 'one@zines.example',
  link: 'https://zines.example/#token=abc',
}

/** The complete error including its fields, as a log might print it. */
async function captureError(sent: Promise<void>) {
  const error = await sent.then(
    () => undefined,
    (failure) => failure,
  )
  expect(error).toBeInstanceOf(MailError)
  const fullText = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
  return { error: error as MailError, fullText }
}

describe('without an SMTP server a mail', () => {
  test('is stored in the outbox completely, readable only by its owner', async () => {
    await openTestMailer().send(sample)
    const folder = join(dataDir, 'outbox')
    const [name = '', ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\w-]+\.eml$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const mail = await parseMail((await findInOutbox(folder, name)) ?? Buffer.of())
    expect(mail).toMatchObject({
      to: sample.to,
      from: 'no-reply@zines.example',
      subject: sample.subject,
      messageId: '<one@zines.example>',
      links: [sample.link],
    })
    expect(mail.html).toContain(sample.html)
    expect(mail.source).toMatch(/^Date: /m)
  })

  test('logs its link, and no address, on a developer’s machine', async () => {
    await openTestMailer({ PUBLIC_URL: 'http://localhost:3000' }).send(sample)
    expect(logged).toEqual([{ details: { link: sample.link }, message: 'saved an email to the outbox' }])
  })

  test.each(['https://zines.example', 'http://zines.example', 'https://localhost.example'])(
    'does not log its link on %s',
    async (PUBLIC_URL) => {
      await openTestMailer({ PUBLIC_URL }).send(sample)
      expect(logged).toEqual([{ details: {}, message: 'saved an email to the outbox' }])
    },
  )
})

describe('through an SMTP server a mail', () => {
  test('arrives unchanged, and none of it is logged or stored', async () => {
    const smtpBox = await openMailbox()
    await openTestMailer({ SMTP_URL: smtpBox.url, MAIL_FROM: 'The desk <desk@zines.example>' }).send(sample)
    expect(smtpBox.mails).toHaveLength(1)
    expect(smtpBox.mails[0]).toMatchObject({
      to: sample.to,
      from: 'desk@zines.example',
      subject: sample.subject,
    })
    expect(smtpBox.mails[0]?.text.trim()).toBe(sample.text.trim())
    expect(smtpBox.mails[0]?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
    expect(logged).toEqual([])
    await expect(readdir(join(dataDir, 'outbox'))).rejects.toThrow('ENOENT')
  })

  test('is sent with the login of SMTP_URL', async () => {
    const login = { user: 'ana@example.org', pass: 'p/w :@' }
    const smtpBox = await openMailbox({ login })
    const mailer = openTestMailer({ SMTP_URL: smtpBox.url })
    expect(await mailer.isReady()).toBe(true)
    await mailer.send(sample)
    expect(smtpBox.mails).toHaveLength(1)
  })

  test('is rejected with a wrong password, which is not logged', async () => {
    const smtpBox = await openMailbox({ login: { user: 'ana', pass: 'right' } })
    const mailer = openTestMailer({ SMTP_URL: smtpBox.url.replace('right', 'hunter2') })
    const { error, fullText } = await captureError(mailer.send(sample))
    expect(error).toMatchObject({ isRejected: false, mayHaveArrived: false })
    expect(error.message).toContain('EAUTH')
    expect(fullText).not.toMatch(/hunter2|aHVudGVyM|ana/)
    expect(await mailer.isReady()).toBe(false)
    expect(logged).toEqual([])
  })

  test.each(['\r\nBcc: thief@example.org', '\nBcc: thief@example.org', '\u2028Bcc: thief@example.org'])(
    'has only its recipient, even with a hostile subject (%j)',
    async (injected) => {
      const smtpBox = await openMailbox()
      const injectedFields = { subject: `Hello${injected}`, messageId: `one@zines.example${injected}` }
      await openTestMailer({ SMTP_URL: smtpBox.url }).send({ ...sample, ...injectedFields })
      expect(smtpBox.mails[0]?.headers).not.toHaveProperty('bcc')
      expect(smtpBox.mails[0]?.envelope.to).toEqual([sample.to])
    },
  )

  test.each(['ana@example.org\r\nBcc: b@example.org', 'ana@example.org, b@example.org', 'ana', ''])(
    'to %j is not sent',
    async (to) => {
      const smtpBox = await openMailbox()
      const { error } = await captureError(openTestMailer({ SMTP_URL: smtpBox.url }).send({ ...sample, to }))
      expect(error.isRejected).toBe(true)
      expect(smtpBox.mails).toEqual([])
    },
  )

  test('to an unknown mailbox reports that, without naming it', async () => {
    const smtpBox = await openMailbox()
    smtpBox.rejectWith({ code: 550, text: '5.1.1 unknown' })
    const { error, fullText } = await captureError(openTestMailer({ SMTP_URL: smtpBox.url }).send(sample))
    expect(error).toMatchObject({ isRejected: true, mayHaveArrived: false })
    expect(fullText).not.toContain('ana@')
  })

  test('accepted without a response may have arrived', async () => {
    const smtpBox = await openMailbox()
    smtpBox.disconnectAfterData(1)
    const { error } = await captureError(openTestMailer({ SMTP_URL: smtpBox.url }).send(sample))
    expect(error).toMatchObject({ isRejected: false, mayHaveArrived: true })
    expect(smtpBox.mails).toHaveLength(1)
  })

  test('is never sent with a password over an unencrypted connection', async () => {
    const received: string[] = []
    const url = await plainServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (bytes) => {
        const text = bytes.toString()
        received.push(text)
        socket.write(/^EHLO/.test(text) ? '250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n')
      })
    })
    const externalUrl = `smtp://ana:hunter2@[::ffff:127.0.0.1]:${new URL(url).port}`
    const { error } = await captureError(openTestMailer({ SMTP_URL: externalUrl }).send(sample))
    expect(error.message).toContain('ETLS')
    expect(received.join('')).not.toContain('AUTH')
  })

  test('to a server that never greets is cancelled when the process stops', async () => {
    const url = await plainServer(() => undefined)
    const stopping = new AbortController()
    const sent = openTestMailer({ SMTP_URL: url }).send(sample, stopping.signal)
    setTimeout(() => stopping.abort(), 100)
    const { error } = await captureError(sent)
    expect(error.message).toContain('EABORT')
  })
})

async function plainServer(onConnect: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnect(socket)
  })
  await once(server.listen(0, '::'), 'listening')
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a module that failed to load is loaded again for the next mail', async () => {
  const smtpBox = await openMailbox()
  const mailer = openTestMailer({ SMTP_URL: smtpBox.url })
  vi.doMock('nodemailer', () => {
    throw new Error('too many open files')
  })
  await expect(mailer.send(sample)).rejects.toThrow(MailError)
  vi.doUnmock('nodemailer')
  await mailer.send(sample)
  expect(smtpBox.mails).toHaveLength(1)
})
