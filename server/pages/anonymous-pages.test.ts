import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { callConcurrently, type Member, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { StoredPage } from './page-cache.ts'

const site = await openTestApp({ pages: pageSource })
const ana = await site.signUp('Ana')
const profile = `/profile/${ana.id}`
await publishOnePage(site, ana, 'Moths')

const visit = (path: string, headers: Record<string, string> = {}) => site.call({ path, headers })
const updateBio = (bio: string) => site.put(`/api/users/${ana.id}`, { bio }, ana)
const renderedAt = (page: string) => /"renderedAt":(\d+)/.exec(page)?.[1]

test('a visitor sees a write as soon as it is confirmed', async () => {
  for (const bio of ['Draws moths.', 'Draws moths at night.']) {
    expect((await updateBio(bio)).status).toBe(200)
    expect((await visit(profile)).text).toContain(bio)
  }
})

test('private changes do not clear visitors’ pages', async () => {
  const before = renderedAt((await visit(profile)).text)
  await sleep(5)
  const project = { id: '019a9b7e-1111-7000-8000-000000000001', title: 'Moths', notes: '' }
  expect((await site.post('/api/projects', project, ana)).status).toBe(201)
  expect(renderedAt((await visit(profile)).text)).toBe(before)
  await updateBio('Works at her desk.')
  expect(renderedAt((await visit(profile)).text)).not.toBe(before)
})

test('a favorite leaves visitors’ pages unchanged for five seconds, and members see it immediately', async () => {
  const [zine, reader] = [await publishOnePage(site, ana, 'Hearts apart'), await site.signUp()]
  const heartState = async (as?: Member) => {
    const { text } = await site.call({ path: profile, ...(as && { as }) })
    return /aria-pressed="(\w+)" aria-label="Favorite Hearts apart([^"]*)"/.exec(text)?.slice(1)
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect(await heartState()).toEqual(['false', ''])
    expect((await site.post('/api/favorites/zines', { zineId: zine.id }, reader)).status).toBe(200)
    expect(await heartState(reader)).toEqual(['true', ', 1 favorite'])
    expect(await heartState(ana)).toEqual(['false', ', 1 favorite'])
    expect(await heartState()).toEqual(['false', ''])
    vi.advanceTimersByTime(5_001)
    expect(await heartState()).toEqual(['false', ', 1 favorite'])
  } finally {
    vi.useRealTimers()
  }
})

test('a page rendered during a write is not cached', async () => {
  await updateBio('Before.')
  const { pageRequest } = await withLock(site, 'lock table zine_pages in access exclusive mode', async () => {
    const pageRequest = visit(profile)
    await untilLocksAreAwaited(site)
    // By now the page has read the profile and waits for the list of zines.
    await sleep(100)
    expect((await updateBio('After.')).status).toBe(200)
    return { pageRequest }
  })
  expect((await pageRequest).text).toContain('Before.')
  expect((await visit(profile)).text).toContain('After.')
})

test('a client with a cached page gets 304, even if it was rendered again', async () => {
  await updateBio('The same.')
  const first = await visit(profile)
  const { etag } = first.headers
  expect(first.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    vary: 'cookie, accept-encoding, accept-language',
  })
  await sleep(5)
  await updateBio('Another.')
  expect((await visit(profile, { 'if-none-match': String(etag) })).status).toBe(200)
  await updateBio('The same.')
  const revalidated = await visit(profile, { 'if-none-match': String(etag) })
  expect([revalidated.status, revalidated.text, revalidated.headers.etag]).toEqual([304, '', etag])
})

test('a member’s page is never cached', async () => {
  const { etag } = (await visit(profile)).headers
  const page = await visit(profile, { 'if-none-match': String(etag), cookie: ana.cookie })
  expect([page.status, page.headers['cache-control'], page.headers.etag]).toEqual([200, 'private, no-store', undefined])
})

test('a session that is invalid, over or signed out gets the page of all guests, and renders nothing', async () => {
  const endedMember = await site.signUp('Over')
  await site.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    endedMember.id,
  ])
  const out = await site.signUp('Out')
  await site.post('/api/auth/sign-out', {}, out)
  const signed = /foldout\.session_token=([^;]+)/.exec(ana.cookie)?.[1] ?? ''
  const guest = await visit(profile)
  for (const cookie of [
    'foldout.session_token=garbage',
    'foldout.session_token=',
    `foldout.session_token=${signed.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}`,
    endedMember.cookie,
    out.cookie,
  ]) {
    const page = await visit(profile, { cookie })
    expect([cookie, page.headers['cache-control'], page.text === guest.text]).toEqual([
      cookie,
      'public, no-cache',
      true,
    ])
  }
  const memberPage = await visit(profile, { cookie: ana.cookie })
  expect([memberPage.headers['cache-control'], memberPage.text === guest.text]).toEqual(['private, no-store', false])
})

describe('large pages', () => {
  let zineId: string
  beforeAll(async () => {
    const zine = await publishOnePage(site, ana, 'A long one')
    zineId = zine.id
    const longText = `${'word '.repeat(13)}\n\n`.repeat(58)
    await site.pool.query(
      `with copied as (
         insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
         select owner_id, kind, md5(n::text), extension, width, height, placeholder, byte_size
         from generate_series(1, 39) n, lateral (
           select m.* from media m join zine_pages p on p.media_id = m.id where p.zine_id = $1 limit 1) m
         returning id)
       insert into zine_pages (zine_id, media_id, position, alt_text, transcript)
       select $1, id, row_number() over (), '', $2 from copied`,
      [zineId, longText],
    )
    await site.pool.query('update zines set page_count = 40 where id = $1', [zineId])
  })
  afterEach(() => vi.restoreAllMocks())
  const compressed = { 'accept-encoding': 'br' }
  const text = (as?: Member) => site.call({ path: `/zine/${zineId}/text`, headers: compressed, ...(as && { as }) })
  /** The same content at other addresses, which are not cached yet. */
  const opened = (n: number) => `/zine/${zineId}/read?page=${n + 2}`
  const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status)

  /** Counts large pages being compressed: the maximum at a time. */
  function watchRendering() {
    const counts = { now: 0, max: 0 }
    const encoded = StoredPage.prototype.encoded
    const encodedPages = new Set<StoredPage>()
    vi.spyOn(StoredPage.prototype, 'encoded').mockImplementation(function (this: StoredPage, ...args) {
      const form = encoded.apply(this, args)
      if (this.byteLength < 100_000 || encodedPages.has(this)) return form
      encodedPages.add(this)
      counts.now += 1
      counts.max = Math.max(counts.max, counts.now)
      return Promise.resolve(form).finally(() => {
        counts.now -= 1
      })
    })
    return counts
  }

  test('requests of one member wait for each other, and not for those of others', async () => {
    const counts = watchRendering()
    const member = await site.signUp()
    const fetchAs = (as: Member) => (path: string) => site.call({ path, headers: compressed, as })
    const floodRequests = callConcurrently(30, (n) => fetchAs(member)(opened(n)))
    const otherPages = await Promise.all([text(ana), text(await site.signUp())])
    expect(statusesOf(otherPages)).toEqual([200, 200])
    await floodRequests
    // Two of the member who was alone at first, and one each of the others.
    expect(counts.max).toBeLessThanOrEqual(4)
  })

  test('guests share one rendering', async () => {
    const guests = await callConcurrently(30, () => visit(`/zine/${zineId}/text`))
    expect(statusesOf(guests)).toEqual(Array(30).fill(200))
    expect(new Set(guests.map(({ text: html }) => renderedAt(html))).size).toBe(1)
  })
})

test('a member who opens sixty pages delays others by few of them, also visitors of cached pages', async () => {
  const [flooder, reader, other] = [await site.signUp(), await site.signUp(), await site.signUp()]
  await visit(profile)
  const served: string[] = []
  const open = async (name: string, path: string, as?: Member) => {
    const { status } = await site.call({ path, ...(as && { as }) })
    served.push(name)
    return status
  }
  const flood = callConcurrently(60, (n) => open('flood', `/profile/${ana.id}?page=${n}`, flooder))
  await expect.poll(() => served.length, { interval: 1 }).toBeGreaterThan(0)
  const before = served.length
  const others = [open('reader', profile, reader), open('other', '/about', other), open('guest', profile)]
  expect(await Promise.all(others)).toEqual([200, 200, 200])
  // Each may wait for the two pages in progress, and then shares the process with one page at a time.
  expect(served.slice(before).filter((name) => name === 'flood').length).toBeLessThan(15)
  await flood
})

test('a guest does not wait behind the pages of another address that requested the same one', async () => {
  // Loads the code of both pages. The write then empties the cache.
  for (const path of ['/', `/zine/${randomUUID()}`]) await visit(path)
  await updateBio('Uncached.')
  const served: string[] = []
  const open = async (name: string, path: string, from: string) => {
    const { status } = await site.call({ path, from })
    served.push(name)
    return status
  }
  const flood = callConcurrently(60, () => open('flood', `/zine/${randomUUID()}`, '192.0.2.1'))
  const floodersHome = open('flood', '/', '192.0.2.1')
  await expect.poll(() => served.length, { interval: 1 }).toBeGreaterThan(0)
  const before = served.length
  expect(await open('guest', '/', '192.0.2.2')).toBe(200)
  expect(served.slice(before).length).toBeLessThan(15)
  expect(await floodersHome).toBe(200)
  await flood
})

test('only the script inlined in a page may run there', async () => {
  const inlineScript = 'document.title'
  const ownSite = await startTestApp({ pages: { ...pageSource, inlineScript } })
  const { headers, text } = await ownSite.call({ path: '/about' })
  const hash = createHash('sha256').update(inlineScript).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(text).toContain(`>${inlineScript}</script>`)
  const { headers: ofTheApi } = await ownSite.call({ path: '/api/zines' })
  expect(ofTheApi['content-security-policy']).toContain("script-src 'self';")
  await ownSite.close()
})
