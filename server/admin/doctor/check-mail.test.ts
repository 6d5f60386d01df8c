import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { mailFrom } from '#server/config/mail-settings.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { checkMailServer, checkSenderDomain } from './check-mail.ts'

const mailbox = await startMailbox({ login: { user: 'ana', pass: 'hunter2' } })
const dns = createSocket('udp4')
afterAll(async () => {
  dns.close()
  await mailbox.close()
})

const publicUrl = 'https://zines.example'
const configOf = (smtpUrl: string | undefined, from = 'post@zines.example') => ({
  smtpUrl,
  publicUrl,
  mailFrom: mailFrom.parse(from),
})

test('a mail server that accepts the login passes, and gets no email', async () => {
  const { host } = new URL(mailbox.url)
  expect(await checkMailServer(configOf(mailbox.url))).toEqual({
    state: 'ok',
    says: `${host} answers and accepts the password. Nothing was sent.`,
  })
  expect(mailbox.mails).toEqual([])
})

test('a wrong password, a closed port and a silent server are problems, without the password', async () => {
  const wrong = await checkMailServer(configOf(mailbox.url.replace('hunter2', 'hunter3')))
  expect(wrong).toMatchObject({
    state: 'problem',
    says: expect.stringMatching(/^The mail server refused \(EAUTH, 535/),
  })
  expect(JSON.stringify(wrong)).not.toMatch(/hunter|ana/)
  expect(await checkMailServer(configOf('smtp://127.0.0.1:1'))).toMatchObject({
    state: 'problem',
    says: expect.stringContaining('ECONNREFUSED'),
    fix: 'Check SMTP_URL (127.0.0.1:1).',
  })
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { state, says } = await checkMailServer(configOf(`smtp://127.0.0.1:${port}`))
  silent.close()
  expect([state, says]).toEqual(['problem', expect.stringContaining('could not be reached')])
})

test('without a mail server, only a public site is warned', async () => {
  expect(await checkMailServer(configOf(undefined))).toMatchObject({ state: 'warning' })
  expect(await checkMailServer({ ...configOf(undefined), publicUrl: 'http://localhost:3000' })).toMatchObject({
    state: 'not checked',
  })
})

/** TXT records by name. A name with `undefined` gets no answer. */
const records: Record<string, string[] | undefined> = {}

dns.on('message', (query, { port, address }) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const name = labels.join('.')
  if (name in records && records[name] === undefined) return
  const texts = records[name] ?? []
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(texts.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(texts.length, 6)
  header.writeUInt32BE(0, 8)
  const answers = texts.map((text) => {
    const fixed = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0, text.length])
    fixed.writeUInt16BE(text.length + 1, 10)
    return Buffer.concat([fixed, Buffer.from(text)])
  })
  dns.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), port, address)
})
dns.bind(0, '127.0.0.1')
await once(dns, 'listening')

async function senderOf(from: string, smtpUrl: string | undefined = mailbox.url) {
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([`127.0.0.1:${dns.address().port}`])
  const { spf, dkim, dmarc } = checkSenderDomain(configOf(smtpUrl, from), resolver)
  return { spf: await spf, dkim: await dkim, dmarc: await dmarc }
}

test('records of the sender’s domain are found, also a policy of the domain above', async () => {
  records['mail.zines.example'] = ['google-site-verification=1', 'v=spf1 include:mail.example -all']
  records['_dmarc.zines.example'] = ['v=DMARC1; p=quarantine']
  expect(await senderOf('Zines <post@mail.zines.example>')).toEqual({
    spf: {
      state: 'ok',
      says: 'mail.zines.example has an SPF record. Whether it names your mail server was not checked.',
    },
    dkim: { state: 'not checked', says: expect.stringContaining('look for dkim=pass') },
    dmarc: { state: 'ok', says: 'zines.example has a DMARC record with the policy quarantine.' },
  })
})

test('missing and doubled records are named', async () => {
  expect(await senderOf('post@other.example')).toMatchObject({
    spf: { state: 'warning', says: 'other.example has no SPF record, so emails may count as spam.' },
    dmarc: { state: 'warning', says: expect.stringMatching(/^other\.example has no DMARC record/) },
  })
  records['double.example'] = ['v=spf1 -all', 'v=spf1 mx -all']
  expect((await senderOf('post@double.example')).spf).toMatchObject({ state: 'problem' })
})

test('nothing is claimed if DNS does not answer, or the domain is not public', async () => {
  records['silent.example'] = undefined
  records['_dmarc.silent.example'] = undefined
  const silent = { state: 'not checked', says: expect.stringMatching(/^DNS did not answer for/) }
  expect(await senderOf('post@silent.example')).toMatchObject({ spf: silent, dmarc: silent })
  expect((await senderOf('post@localhost')).spf).toMatchObject({ says: 'localhost is not a public domain.' })
  const { spf } = checkSenderDomain(configOf(undefined))
  expect(await spf).toEqual({ state: 'not checked', says: 'No emails are sent.' })
})
