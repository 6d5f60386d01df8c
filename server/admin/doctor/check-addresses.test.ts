import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listening, openTestApp } from '#tests/support/test-app.ts'
import { askSite } from './ask-site.ts'
import { checkProcess, checkProxies, checkPublicAddress, checkUploads, localAddress } from './check-addresses.ts'
import { checkClock, readDatabaseOffset } from './check-machine.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type ProxyOptions = { maxBytes?: number; collects?: boolean; appends?: boolean; clockAheadMs?: number }

/** A web server in front of the site, with the mistakes that operators make. */
const startProxy = (to: string, options: ProxyOptions = {}) =>
  startServer(async (incoming, response) => {
    const { maxBytes = Number.POSITIVE_INFINITY, collects = false, appends = true, clockAheadMs = 0 } = options
    if (Number(incoming.headers['content-length']) > maxBytes) return response.writeHead(413).end('<html>')
    if (collects) await incoming.toArray().catch(() => [])
    const sender = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ')
    const headers = { ...incoming.headers, ...(appends && { 'x-forwarded-for': sender }) }
    const outgoing = request(to + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      const date = new Date(Date.now() + clockAheadMs).toUTCString()
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, date })
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })

const open = async (settings: Record<string, string> = {}) => {
  const site = await openTestApp({ settings })
  const address = await listening(site)
  const pool = Promise.resolve(site.pool)
  const ask = (at: string, isForged = false) => askSite(at, site.config, { pool, isForged })
  return {
    ...site,
    address,
    ask,
    proxiesAt: async (at: string, publicUrl = at) => checkProxies(publicUrl, await ask(at), await ask(at, true)),
  }
}
const direct = await open()
const behindOne = await open({ TRUST_PROXY: 'true' })
const behindTwo = await open({ TRUST_PROXY: '2' })

test('this machine’s process is recognized, and another program or none is not', async () => {
  expect(await checkProcess(direct.address, await direct.ask(direct.address))).toMatchObject({
    state: 'ok',
    says: expect.stringMatching(/^Version \S+ is running and ready at /),
  })
  expect(await checkProcess(direct.address, await behindOne.ask(direct.address))).toMatchObject({
    state: 'problem',
    says: expect.stringMatching(/^Another program answers at /),
  })
  const nothing = 'http://127.0.0.1:1'
  expect(await checkProcess(nothing, await direct.ask(nothing))).toMatchObject({
    state: 'warning',
    says: 'The site is stopped: nothing answers at http://127.0.0.1:1 (ECONNREFUSED).',
  })
  expect(['0.0.0.0', '::', '::1', '10.0.0.2'].map((host) => localAddress({ host, port: 80 }))).toEqual([
    'http://localhost:80',
    'http://localhost:80',
    'http://[::1]:80',
    'http://10.0.0.2:80',
  ])
})

test('a site that is not ready says why', async () => {
  const full = await open({ KEEP_FREE_MB: '100000000' })
  expect(await checkProcess(full.address, await full.ask(full.address))).toMatchObject({
    state: 'problem',
    says: expect.stringContaining('"storage":"full"'),
  })
})

test('the public address is this site only with its secret and its database', async () => {
  const address = await startProxy(direct.address)
  const check = async (at: string, from = direct) => checkPublicAddress(at, await from.ask(at))
  expect(await check(address)).toEqual({ state: 'ok', says: `${address} is this site.` })
  expect(await check(address, behindOne)).toMatchObject({
    state: 'problem',
    says: `${address} answers with 404, but is not this site.`,
  })
  const copy = { ...direct, ask: (at: string) => askSite(at, direct.config, { pool: Promise.resolve(behindOne.pool) }) }
  expect(await check(address, copy)).toMatchObject({
    state: 'problem',
    says: `${address} is a copy of this site: it uses another database than this command.`,
  })
})

test('an address that redirects, imitates the site or cannot be reached is a problem', async () => {
  const check = async (at: string, isStopped = false) => checkPublicAddress(at, await direct.ask(at), { isStopped })
  const moved = await startServer((_request, response) =>
    response.writeHead(301, { location: 'https://www.zines.example/' }).end(),
  )
  expect(await check(moved)).toMatchObject({
    state: 'problem',
    says: `${moved} redirects to https://www.zines.example/.`,
  })
  const imitation = await startServer((_request, response) => response.end('{"site":"x","database":"x"}'))
  expect(await check(imitation)).toMatchObject({ state: 'problem', says: expect.stringMatching(/is not this site\.$/) })
  const closed = 'http://127.0.0.1:1'
  expect(await check(closed)).toMatchObject({
    state: 'problem',
    says: `${closed} cannot be reached from here: ECONNREFUSED.`,
  })
  expect(await check(closed, true)).toEqual({ state: 'not checked', says: 'The site is stopped.' })
})

test('a certificate that expires soon is a warning', async () => {
  const { answer, site } = await direct.ask(direct.address)
  if (!answer || !site) throw new Error('The site did not answer.')
  const within = (days: number) => {
    const certificateUntil = new Date(1000 + days * 24 * 60 * 60 * 1000)
    return checkPublicAddress('https://zines.example', { answer: { ...answer, certificateUntil }, site }, { now: 0 })
  }
  expect(within(80)).toMatchObject({ state: 'ok', says: expect.stringContaining('valid for 80 days') })
  expect(within(3)).toMatchObject({ state: 'warning', says: 'The certificate of zines.example expires in 3 days.' })
})

test('TRUST_PROXY must be the number of proxies', async () => {
  expect(await direct.proxiesAt(direct.address)).toMatchObject({ state: 'ok' })
  const one = await startProxy(behindOne.address)
  expect(await behindOne.proxiesAt(one)).toMatchObject({
    state: 'ok',
    says: expect.stringContaining('127.0.0.1 over http'),
  })
  const fix = (count: number) => `Set TRUST_PROXY to ${count}, and restart the site.`
  expect(await direct.proxiesAt(await startProxy(direct.address))).toEqual({
    state: 'problem',
    says: 'Visitors share limits: requests pass one proxy, and TRUST_PROXY trusts 0.',
    fix: fix(1),
  })
  expect(await behindOne.proxiesAt(await startProxy(one))).toMatchObject({ state: 'problem', fix: fix(2) })
  const forgeable = { state: 'problem', says: expect.stringMatching(/^Visitors can choose the address/) }
  expect(await behindTwo.proxiesAt(await startProxy(behindTwo.address))).toMatchObject({ ...forgeable, fix: fix(1) })
  expect(await behindOne.proxiesAt(behindOne.address)).toMatchObject({ ...forgeable, fix: fix(0) })
})

test('a web server for https must name the client and the scheme', async () => {
  const publicUrl = 'https://zines.example'
  const silent = await startProxy(direct.address, { appends: false })
  expect(await direct.proxiesAt(silent, publicUrl)).toMatchObject({
    state: 'problem',
    says: 'The web server does not send X-Forwarded-For, so all visitors share limits.',
  })
  expect(await behindOne.proxiesAt(await startProxy(behindOne.address), publicUrl)).toMatchObject({
    state: 'warning',
    says: 'The site sees requests as http.',
  })
  expect(await direct.proxiesAt('http://127.0.0.1:1')).toMatchObject({ state: 'not checked' })
})

test('large uploads must reach the site, and nothing of them is stored', async () => {
  const check = async (publicUrl: string) =>
    checkUploads({ ...direct.config, publicUrl, maxVideoMb: 200 }, await direct.ask(publicUrl))
  expect(await check(await startProxy(direct.address))).toEqual({
    state: 'ok',
    says: 'Uploads of 200 MB reach the site.',
  })
  expect(await check(await startProxy(direct.address, { maxBytes: 1024 ** 2 }))).toMatchObject({
    state: 'problem',
    says: 'An upload of 200 MB does not reach the site: the web server answers with 413.',
  })
  expect(await check(await startProxy(direct.address, { collects: true }))).toMatchObject({
    state: 'warning',
    says: expect.stringContaining('only when it is complete, or not at all (it did not answer within 5 seconds)'),
  })
  expect(await check('http://127.0.0.1:1')).toMatchObject({ state: 'not checked' })
  expect(await direct.sql('select from open_uploads')).toEqual([])
})

test('a clock that differs by more than thirty seconds is a problem', async () => {
  const offsetAt = async (at: string) => (await direct.ask(at)).answer?.clockOffsetMs
  const database = await readDatabaseOffset(direct.pool)
  const right = await offsetAt(await startProxy(direct.address))
  expect(checkClock({ 'the database': database, 'the web server': right })).toEqual({
    state: 'ok',
    says: 'It agrees with the database and the web server.',
  })
  const ahead = await offsetAt(await startProxy(direct.address, { clockAheadMs: 60_000 }))
  expect(checkClock({ 'the database': database, 'the web server': ahead })).toMatchObject({
    state: 'problem',
    says: expect.stringMatching(/^The clock of the web server differs from this machine’s by (59|60|61) seconds\.$/),
  })
  expect(checkClock({ 'the database': -31_000 })).toMatchObject({ state: 'problem' })
  expect(checkClock({ 'the database': undefined })).toMatchObject({ state: 'not checked' })
})
