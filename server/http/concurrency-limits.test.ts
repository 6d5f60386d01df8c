import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { callConcurrently, listening, type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'

const site = await openTestApp({ pages: pageSource, waitsForLocks: true })
const ana = await site.signUp('Ana')
const ben = await site.signUp('Ben')
await publishOnePage(site, ana, 'Moths')

const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status)

const updateBio = (who: Member, bio: string) => site.put<{ error?: string }>(`/api/users/${who.id}`, { bio }, who)

const ofAna = () => `select from profiles where user_id = '${ana.id}' for update`

test('one member’s many writes leave connections for everyone’s reads and slots for another member’s writes', async () => {
  let writes: Promise<{ status: number }[]> = Promise.resolve([])
  const { reads, others } = await withLock(site, ofAna(), async () => {
    writes = callConcurrently(40, (n) => updateBio(ana, `Number ${n}`))
    const [reads, others] = await Promise.all([
      callConcurrently(30, () => site.call({ path: '/api/zines' })),
      callConcurrently(3, (n) => updateBio(ben, `Number ${n}`)),
    ])
    return { reads, others }
  })
  expect(new Set(statuses(reads))).toEqual(new Set([200]))
  expect(new Set(statuses(others))).toEqual(new Set([200]))
  expect(new Set(statuses(await writes))).toEqual(new Set([200]))
})

test('a client that sends more writes than the queue holds has to wait', async () => {
  const rejected: { headers: object; body: object }[] = []
  let writes: Promise<unknown> = Promise.resolve()
  await withLock(site, ofAna(), async () => {
    writes = callConcurrently(210, async (n) => {
      const response = await updateBio(ana, `Number ${n}`)
      if (response.status === 429) rejected.push(response)
    })
    await expect.poll(() => rejected.length).toBe(10)
  })
  await writes
  expect(rejected.length).toBe(10)
  expect(rejected[0]).toMatchObject({
    headers: { 'retry-after': '2' },
    body: { error: 'You have too many requests in progress. Please wait a moment and try again.' },
  })
})

test('a write that waits too long for another changes nothing and says so', async () => {
  const impatientSite = await openTestApp()
  const member = await impatientSite.signUp()
  const lock = `select from profiles where user_id = '${member.id}' for update`
  const response = await withLock(impatientSite, lock, () =>
    impatientSite.put<{ error: string }>(`/api/users/${member.id}`, { bio: 'Late' }, member),
  )
  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(response.body.error).toMatch(/Nothing was changed\. Please try again/)
})

test('unfinished request bodies do not occupy slots', async () => {
  const bodies = await callConcurrently(8, async () => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '100' }
    const { headers: uploadHeaders } = await site.call({
      method: 'POST',
      path: '/api/uploads',
      headers,
      as: ana,
    })
    const body = new PassThrough()
    const patch = site.app.inject({
      method: 'PATCH',
      url: String(uploadHeaders.location),
      payload: body,
      headers: {
        cookie: ana.cookie,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    })
    return { body, patch }
  })
  expect((await updateBio(ana, 'Uploading')).status).toBe(200)
  for (const { body } of bodies) body.end(Buffer.alloc(100))
  for (const { patch } of bodies) expect((await patch).statusCode).toBe(204)
})

test('hundreds of uploads announced by one member leave connections for everyone’s reads', async () => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '100' }
  const lock = `select pg_advisory_xact_lock(hashtextextended('space for uploads', 7))`
  let announced: Promise<{ status: number }[]> = Promise.resolve([])
  const reads = await withLock(site, lock, async () => {
    announced = callConcurrently(100, () => site.call({ method: 'POST', path: '/api/uploads', headers, as: ben }))
    return quickReads()
  })
  expect(new Set(statuses(reads))).toEqual(new Set([200]))
  expect(statuses(await announced).filter((status) => status === 201).length).toBe(20)
  expect(new Set(statuses(await announced))).toEqual(new Set([201, 429]))
})

/** Sequential reads of a guest. A read without a connection would wait until the lock is released. */
async function quickReads() {
  const reads = []
  for (let read = 0; read < 15; read++) reads.push(await site.call({ path: '/api/zines' }))
  return reads
}

/** 60 % of the ten connections. One more is reserved for a second address. */
const searchSlots = 6

const search = (from: string, query: string) =>
  site.app.inject({
    url: `/api/search/zines?${query}`,
    remoteAddress: from,
    headers: { 'x-foldout-drawing': 'guessed' },
  })

test('one address’s flood of searches and filters neither stops reads nor another address’s search', async () => {
  let floodRequests: Promise<number[]> = Promise.resolve([])
  const { reads, otherSearch } = await withLock(site, 'lock table zine_search in access exclusive mode', async () => {
    floodRequests = callConcurrently(350, async (n) => {
      const query = n % 2 ? `search=moth${n}` : `kind=comic&year=${1000 + n}`
      return (await search('192.0.2.1', query)).statusCode
    })
    await untilLocksAreAwaited(site, searchSlots)
    const otherSearch = search('198.51.100.7', 'search=moths')
    await untilLocksAreAwaited(site, searchSlots + 1)
    const reads = await callConcurrently(20, () => site.call({ path: '/api/zines' }))
    return { reads, otherSearch }
  })
  expect(new Set(statuses(reads))).toEqual(new Set([200]))
  expect((await otherSearch).statusCode).toBe(200)
  const statusCodes = await floodRequests
  expect(statusCodes.filter((status) => status === 200).length).toBe(300)
  expect(statusCodes.filter((status) => status === 429).length).toBe(50)
})

test('searches for pages being rendered do not wait for a page slot', async () => {
  const pages = await callConcurrently(40, (n) => site.call({ path: `/?q=moths${n}` }))
  expect(new Set(statuses(pages))).toEqual(new Set([200]))
})

test('two hundred concurrent readers behind one address are all served', async () => {
  const pages = await callConcurrently(200, (n) => site.call({ path: n % 2 ? '/' : `/?q=mo${n % 20}` }))
  expect(new Set(statuses(pages))).toEqual(new Set([200]))
})

test('hundreds of reads by one member leave connections for the others', async () => {
  const { id } = await createProject(site, ana, { notes: 'Moths' })
  let floodRequests: Promise<{ status: number }[]> = Promise.resolve([])
  const reads = await withLock(site, 'lock table projects', async () => {
    floodRequests = callConcurrently(100, () => site.call({ path: `/api/projects/${id}`, as: ana }))
    return quickReads()
  })
  expect(new Set(statuses(reads))).toEqual(new Set([200]))
  expect(new Set(statuses(await floodRequests))).toEqual(new Set([200]))
})

test('a client that does not read its responses does not hold slots', async () => {
  const address = await listening(site)
  for (const who of [ana, ben]) {
    const { id } = await createProject(site, who, { notes: 'x'.repeat(1_000_000) })
    const read = requestHead(`GET /api/projects/${id}`, { cookie: who.cookie })
    const body = JSON.stringify({ bio: 'Slow' })
    const json = { 'content-type': 'application/json', 'content-length': body.length }
    const write = requestHead(`PUT /api/users/${who.id}`, { cookie: who.cookie, ...json }) + body
    for (let count = 0; count < 6; count++) {
      const connection = await openRawConnection(address)
      connection.socket.pause()
      connection.write(read.repeat(5) + write)
    }
  }
  const lastWritten = () => site.pool.query(`select from profiles where bio = 'Slow'`).then((result) => result.rowCount)
  await expect.poll(lastWritten).toBe(2)
  const cleo = await site.signUp('Cleo')
  const startedAt = performance.now()
  const responses = await callConcurrently(12, (n) => updateBio(cleo, `Number ${n}`))
  expect(new Set(statuses(responses))).toEqual(new Set([200]))
  // Without limits, they would wait until the unread connections are closed.
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('many concurrent requests for feeds, catalogues and Surprise me leave connections for everyone else', async () => {
  const { id } = await publishOnePage(site, ana, 'Much asked for')
  const addresses = [
    '/surprise',
    '/opds/zines',
    `/opds/creators/${ana.id}`,
    `/opds/zines/${id}.json`,
    `/feeds/shelf/${id}.atom`,
    `/feeds/series/${ana.id}/moths.atom`,
    '/feeds/zines.atom',
    `/feeds/creators/${ana.id}.atom`,
  ]
  for (const url of addresses) {
    let responses: Promise<unknown> = Promise.resolve()
    await withLock(site, 'lock table zine_stats, creator_stats in access exclusive mode', async () => {
      responses = callConcurrently(40, () => site.app.inject({ url }))
      await expect.poll(() => site.pool.totalCount - site.pool.idleCount).toBeGreaterThan(5)
      await site.pool.query('select')
    })
    await responses
  }
})
