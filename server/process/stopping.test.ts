import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { partHeaders } from '#tests/support/send-upload.ts'

const uploads = 8
let dataDir: string
let picture: Buffer
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-stopping-'))
  // When root runs the test, the database's own user must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const size = { width: 6_500, height: 6_500, channels: 3, background: 'teal' } as const
  picture = await sharp({ create: size }).jpeg().toBuffer()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(settings: Record<string, string> = {}) {
  const site = await runSite({ DATA_DIR: dataDir, ...settings })
  onTestFinished(() => site.end())
  return site
}

const send = ({ address }: RunningSite, method: string, path: string, init: RequestInit = {}) =>
  fetch(address + path, { method, ...init })

let members = 0
async function signUp(site: RunningSite) {
  const username = `uploader${++members}`
  const body = JSON.stringify({ email: `${username}@example.org`, password: 'correct horse', username })
  const headers = { 'content-type': 'application/json' }
  const response = await send(site, 'POST', '/api/auth/sign-up/email', { headers, body })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Sends a picture, and returns a function that asks the site to prepare it. */
async function sendPicture(site: RunningSite, cookie: string) {
  const headers = { cookie, 'tus-resumable': '1.0.0' }
  const created = await send(site, 'POST', '/api/uploads', {
    headers: { ...headers, 'upload-length': String(picture.length) },
  })
  const path = created.headers.get('location') ?? ''
  const body = new Uint8Array(picture)
  const sent = await send(site, 'PATCH', path, { headers: { ...headers, ...partHeaders(0) }, body })
  expect(sent.status).toBe(204)
  return () => prepare(site, cookie, path)
}

async function prepare(site: RunningSite, cookie: string, path: string) {
  const headers = { cookie, 'content-type': 'application/json' }
  const body = JSON.stringify({ sha256: createHash('sha256').update(picture).digest('hex') })
  const response = await send(site, 'POST', `${path}/media`, { headers, body })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

const logged = ({ output }: RunningSite) =>
  output.out.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level > 30)

test('a stop answers every upload whose bytes have arrived, and tells others that the site restarts', async () => {
  const site = await start({ STOP_MS: '2500' })
  const cookies = await Promise.all(Array.from({ length: uploads }, () => signUp(site)))
  const preparations = await Promise.all(cookies.map((cookie) => sendPicture(site, cookie)))
  const warningsBefore = logged(site)
  const responses = Promise.all(preparations.map((prepareIt) => prepareIt()))
  const unfinished = await openRawConnection(
    site.address,
    requestHead('POST /api/auth/sign-in/email', { 'content-type': 'application/json', 'content-length': 900 }),
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  site.signal('SIGTERM')
  await expect.poll(() => site.output.out).toContain('"msg":"stopping"')

  const refused = await send(site, 'GET', '/api/zines')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
    503,
    '10',
    'close',
  ])
  expect(refused.headers.get('content-security-policy')).toBeTruthy()
  const sentence = 'The site is restarting. Please try again in a moment.'
  expect(await refused.json()).toMatchObject({ code: 'unavailable', error: sentence })
  expect((await send(site, 'GET', '/readyz')).status).toBe(503)
  expect((await send(site, 'GET', '/readyz/reading')).status).toBe(503)
  expect((await send(site, 'GET', '/healthz')).status).toBe(200)
  const refusedBody = await send(site, 'POST', '/api/upload-zine-media', {
    headers: { cookie: cookies[0] ?? '', 'content-type': 'application/json' },
    body: 'x'.repeat(20_000_000),
  })
  expect(refusedBody.status).toBe(503)

  for (const { status, retryAfter, body } of await responses) {
    if (status === 200) continue
    expect({ status, retryAfter, body }).toMatchObject({ status: 503, retryAfter: '10', body: { error: sentence } })
  }
  await unfinished.closed
  expect(unfinished.statuses()).toEqual([503])
  expect(unfinished.received.text).toContain(sentence)
  expect(await site.ended).toBe(0)
  const warnings = logged(site).slice(warningsBefore.length)
  expect(warnings.map((line) => JSON.parse(line).msg)).toEqual(['ending requests that did not finish in time'])
  expect(site.output.err).toBe('')

  const restarted = await start()
  expect((await sendAgain(restarted, cookies[0] ?? '')).status).toBe(200)
})

const sendAgain = async (site: RunningSite, cookie: string) => (await sendPicture(site, cookie))()

test('a stop waits for uploads that finish in time', async () => {
  const site = await start({ STOP_MS: '120000' })
  const cookies = await Promise.all(Array.from({ length: 3 }, () => signUp(site)))
  const preparations = await Promise.all(cookies.map((cookie) => sendPicture(site, cookie)))
  const responses = Promise.all(preparations.map((prepareIt) => prepareIt()))
  const warningsBefore = logged(site)
  await new Promise((resolve) => setTimeout(resolve, 200))
  site.signal('SIGTERM')
  expect((await responses).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await site.ended).toBe(0)
  expect(logged(site).slice(warningsBefore.length)).toEqual([])
})
