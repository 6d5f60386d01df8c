import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { receivedMail } from '#tests/support/received-mail.ts'
import { type Mail, MailNotSent, openMailer } from './mailer.ts'
import { findInOutbox } from './outbox.ts'

let dataDir: string
let logged: { details: object; message: string }[]
const closing: (() => unknown)[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-mail-'))
  logged = []
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(dataDir, { recursive: true, force: true })
})

function open(settings: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://zines.example', ...settings })
  const log = { info: (details: object, message: string) => void logged.push({ details, message }) }
  return openMailer({ config, log })
}

async function mailbox(...options: Parameters<typeof startMailbox>) {
  const opened = await startMailbox(...options)
  closing.push(opened.close)
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
async function failureOf(sending: Promise<void>) {
  const error = await sending.then(
    () => undefined,
    (failure) => failure,
  )
  expect(error).toBeInstanceOf(MailNotSent)
  const all = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
  return { error: error as MailNotSent, all }
}

describe('without an SMTP server a mail', () => {
  test('is stored in the outbox completely, readable only by its owner', async () => {
    await open().send(sample)
    const folder = join(dataDir, 'outbox')
    const [name = '', ...more] = await readdir(folder)
    expect(more).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\w-]+\.eml$/)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const mail = await receivedMail((await findInOutbox(folder, name)) ?? Buffer.of())
    expect(mail).toMatchObject({
      ...{ to: sample.to, from: 'no-reply@zines.example', subject: sample.subject },
      ...{ messageId: '<one@zines.example>', links: [sample.link] },
    })
    expect(mail.html).toContain(sample.html)
    expect(mail.source).toMatch(/^Date: /m)
  })

  test('leaves its link in the log of a machine of one’s own, and no address', async () => {
    await open({ PUBLIC_URL: 'http://localhost:3000' }).send(sample)
    expect(logged).toEqual([{ details: { link: sample.link }, message: 'saved an email to the outbox' }])
  })

  test.each(['https://zines.example', 'http://zines.example', 'https://localhost.example'])(
    'leaves no link in the log of %s',
    async (PUBLIC_URL) => {
      await open({ PUBLIC_URL }).send(sample)
      expect(logged).toEqual([{ details: {}, message: 'saved an email to the outbox' }])
    },
  )
})

describe('through an SMTP server a mail', () => {
  test('arrives unchanged, and none of it is logged or stored', async () => {
    const box = await mailbox()
    await open({ SMTP_URL: box.url, MAIL_FROM: 'The desk <desk@zines.example>' }).send(sample)
    expect(box.mails).toHaveLength(1)
    expect(box.mails[0]).toMatchObject({ to: sample.to, from: 'desk@zines.example', subject: sample.subject })
    expect(box.mails[0]?.text.trim()).toBe(sample.text.trim())
    expect(box.mails[0]?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
    expect(logged).toEqual([])
    await expect(readdir(join(dataDir, 'outbox'))).rejects.toThrow('ENOENT')
  })

  test('is sent with the login of SMTP_URL', async () => {
    const login = { user: 'ana@example.org', pass: 'p/w :@' }
    const box = await mailbox({ login })
    const mailer = open({ SMTP_URL: box.url })
    expect(await mailer.isReady()).toBe(true)
    await mailer.send(sample)
    expect(box.mails).toHaveLength(1)
  })

  test('is rejected with a wrong password, which is not logged', async () => {
    const box = await mailbox({ login: { user: 'ana', pass: 'right' } })
    const mailer = open({ SMTP_URL: box.url.replace('right', 'hunter2') })
    const { error, all } = await failureOf(mailer.send(sample))
    expect(error).toMatchObject({ isRefused: false, mayHaveArrived: false })
    expect(error.message).toContain('EAUTH')
    expect(all).not.toMatch(/hunter2|aHVudGVyM|ana/)
    expect(await mailer.isReady()).toBe(false)
    expect(logged).toEqual([])
  })

  test.each(['\r\nBcc: thief@example.org', '\nBcc: thief@example.org', '\u2028Bcc: thief@example.org'])(
    'has only its recipient, whatever its subject contains (%j)',
    async (added) => {
      const box = await mailbox()
      const sly = { subject: `Hello${added}`, messageId: `one@zines.example${added}` }
      await open({ SMTP_URL: box.url }).send({ ...sample, ...sly })
      expect(box.mails[0]?.headers).not.toHaveProperty('bcc')
      expect(box.mails[0]?.envelope.to).toEqual([sample.to])
    },
  )

  test.each(['ana@example.org\r\nBcc: b@example.org', 'ana@example.org, b@example.org', 'ana', ''])(
    'to %j goes nowhere',
    async (to) => {
      const box = await mailbox()
      const { error } = await failureOf(open({ SMTP_URL: box.url }).send({ ...sample, to }))
      expect(error.isRefused).toBe(true)
      expect(box.mails).toEqual([])
    },
  )

  test('to an unknown mailbox reports that, without naming it', async () => {
    const box = await mailbox()
    box.refuse({ code: 550, text: '5.1.1 unknown' })
    const { error, all } = await failureOf(open({ SMTP_URL: box.url }).send(sample))
    expect(error).toMatchObject({ isRefused: true, mayHaveArrived: false })
    expect(all).not.toContain('ana@')
  })

  test('accepted without a response may have arrived', async () => {
    const box = await mailbox()
    box.dieAfterData(1)
    const { error } = await failureOf(open({ SMTP_URL: box.url }).send(sample))
    expect(error).toMatchObject({ isRefused: false, mayHaveArrived: true })
    expect(box.mails).toHaveLength(1)
  })

  test('is never sent with a password over an unencrypted connection', async () => {
    const said: string[] = []
    const url = await plainServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (bytes) => {
        const text = bytes.toString()
        said.push(text)
        socket.write(/^EHLO/.test(text) ? '250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n')
      })
    })
    const outside = `smtp://ana:hunter2@[::ffff:127.0.0.1]:${new URL(url).port}`
    const { error } = await failureOf(open({ SMTP_URL: outside }).send(sample))
    expect(error.message).toContain('ETLS')
    expect(said.join('')).not.toContain('AUTH')
  })

  test('to a server that never greets is cancelled when the process stops', async () => {
    const url = await plainServer(() => undefined)
    const stopping = new AbortController()
    const sending = open({ SMTP_URL: url }).send(sample, stopping.signal)
    setTimeout(() => stopping.abort(), 100)
    const { error } = await failureOf(sending)
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
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what could not be loaded is loaded for the next mail', async () => {
  const box = await mailbox()
  const mailer = open({ SMTP_URL: box.url })
  vi.doMock('nodemailer', () => {
    throw new Error('too many open files')
  })
  await expect(mailer.send(sample)).rejects.toThrow(MailNotSent)
  vi.doUnmock('nodemailer')
  await mailer.send(sample)
  expect(box.mails).toHaveLength(1)
})
