import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishAs } from '#tests/support/library.ts'
import { untilLocksAreAwaited, whileLocked } from '#tests/support/locks.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { atOnce, type Member, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { StoredPage } from './page-cache.ts'

const site = await openTestApp({ pages: pageSource })
const ana = await site.signUp('Ana')
const profile = `/profile/${ana.id}`
await publishAs(site, ana, 'Moths')

const visit = (path: string, headers: Record<string, string> = {}) => site.call({ path, headers })
const saysOfHerself = (bio: string) => site.put(`/api/users/${ana.id}`, { bio }, ana)
const drawnAt = (page: string) => /"drawnAt":(\d+)/.exec(page)?.[1]

test('a visitor sees a write as soon as it is confirmed', async () => {
  for (const bio of ['Draws moths.', 'Draws moths at night.']) {
    expect((await saysOfHerself(bio)).status).toBe(200)
    expect((await visit(profile)).text).toContain(bio)
  }
})

test('work at a desk leaves the pages of visitors as they are', async () => {
  const before = drawnAt((await visit(profile)).text)
  await sleep(5)
  const project = { id: '019a9b7e-1111-7000-8000-000000000001', title: 'Moths', notes: '' }
  expect((await site.post('/api/projects', project, ana)).status).toBe(201)
  expect(drawnAt((await visit(profile)).text)).toBe(before)
  await saysOfHerself('Works at her desk.')
  expect(drawnAt((await visit(profile)).text)).not.toBe(before)
})

test('a favorite leaves visitors’ pages unchanged for five seconds, and members see it immediately', async () => {
  const [zine, reader] = [await publishAs(site, ana, 'Hearts apart'), await site.signUp()]
  const heartOf = async (as?: Member) => {
    const { text } = await site.call({ path: profile, ...(as && { as }) })
    return /aria-pressed="(\w+)" aria-label="Favorite Hearts apart([^"]*)"/.exec(text)?.slice(1)
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect(await heartOf()).toEqual(['false', ''])
    expect((await site.post('/api/favorites/zines', { zineId: zine.id }, reader)).status).toBe(200)
    expect(await heartOf(reader)).toEqual(['true', ', 1 favorite'])
    expect(await heartOf(ana)).toEqual(['false', ', 1 favorite'])
    expect(await heartOf()).toEqual(['false', ''])
    vi.advanceTimersByTime(5_001)
    expect(await heartOf()).toEqual(['false', ', 1 favorite'])
  } finally {
    vi.useRealTimers()
  }
})

test('a page rendered during a write is not cached', async () => {
  await saysOfHerself('Before.')
  const { drawing } = await whileLocked(site, 'lock table zine_pages in access exclusive mode', async () => {
    const drawing = visit(profile)
    await untilLocksAreAwaited(site)
    // By now the page has read the profile and waits for the list of zines.
    await sleep(100)
    expect((await saysOfHerself('After.')).status).toBe(200)
    return { drawing }
  })
  expect((await drawing).text).toContain('Before.')
  expect((await visit(profile)).text).toContain('After.')
})

test('a client with a cached page gets 304, even if it was rendered again', async () => {
  await saysOfHerself('The same.')
  const first = await visit(profile)
  const { etag } = first.headers
  expect(first.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    vary: 'cookie, accept-encoding',
  })
  await sleep(5)
  await saysOfHerself('Another.')
  expect((await visit(profile, { 'if-none-match': String(etag) })).status).toBe(200)
  await saysOfHerself('The same.')
  const again = await visit(profile, { 'if-none-match': String(etag) })
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
})

test('a member’s page is never cached', async () => {
  const { etag } = (await visit(profile)).headers
  const page = await visit(profile, { 'if-none-match': String(etag), cookie: ana.cookie })
  expect([page.status, page.headers['cache-control'], page.headers.etag]).toEqual([
    ...[200, 'private, no-store'],
    undefined,
  ])
})

test('a session that is invalid, over or signed out gets the page of all guests, and renders nothing', async () => {
  const over = await site.signUp('Over')
  await site.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    over.id,
  ])
  const out = await site.signUp('Out')
  await site.post('/api/auth/sign-out', {}, out)
  const signed = /foldout\.session_token=([^;]+)/.exec(ana.cookie)?.[1] ?? ''
  const guest = await visit(profile)
  for (const cookie of [
    'foldout.session_token=garbage',
    'foldout.session_token=',
    `foldout.session_token=${signed.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))}`,
    over.cookie,
    out.cookie,
  ]) {
    const page = await visit(profile, { cookie })
    expect([cookie, page.headers['cache-control'], page.text === guest.text]).toEqual([
      cookie,
      'public, no-cache',
      true,
    ])
  }
  const own = await visit(profile, { cookie: ana.cookie })
  expect([own.headers['cache-control'], own.text === guest.text]).toEqual(['private, no-store', false])
})

describe('large pages', () => {
  let zineId: string
  beforeAll(async () => {
    const zine = await publishAs(site, ana, 'A long one')
    zineId = zine.id
    const words = `${'word '.repeat(13)}\n\n`.repeat(58)
    await site.pool.query(
      `with copied as (
         insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
         select owner_id, kind, md5(n::text), extension, width, height, placeholder, byte_size
         from generate_series(1, 39) n, lateral (
           select m.* from media m join zine_pages p on p.media_id = m.id where p.zine_id = $1 limit 1) m
         returning id)
       insert into zine_pages (zine_id, media_id, position, alt_text, transcript)
       select $1, id, row_number() over (), '', $2 from copied`,
      [zineId, words],
    )
    await site.pool.query('update zines set page_count = 40 where id = $1', [zineId])
  })
  afterEach(() => vi.restoreAllMocks())
  const compressed = { 'accept-encoding': 'br' }
  const text = (as?: Member) =>
    site.call({ path: `/zine/${zineId}/text`, headers: compressed, ...(as && { as }) })
  /** The same content at other addresses, which are not cached yet. */
  const opened = (n: number) => `/zine/${zineId}/read?page=${n + 2}`
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)

  /** Counts large pages being rendered or compressed: the maximum at a time, and the total. */
  function watchDrawing() {
    const seen = { now: 0, most: 0, drawn: 0 }
    const encoded = StoredPage.prototype.encoded
    const known = new Set<StoredPage>()
    vi.spyOn(StoredPage.prototype, 'encoded').mockImplementation(function (this: StoredPage, ...given) {
      const form = encoded.apply(this, given)
      if (this.byteLength < 100_000 || known.has(this)) return form
      known.add(this)
      seen.drawn += 1
      seen.now += 1
      seen.most = Math.max(seen.most, seen.now)
      return Promise.resolve(form).finally(() => {
        seen.now -= 1
      })
    })
    return seen
  }

  test('a page that a member opens thirty times is rendered once, and again when its content changes', async () => {
    const member = await site.signUp()
    const seen = watchDrawing()
    for (let times = 0; times < 30; times += 1) expect((await text(member)).status).toBe(200)
    expect(seen.drawn).toBe(1)
    expect((await text(ana)).status).toBe(200)
    expect(seen.drawn).toBe(2)
    await site.post('/api/favorites/zines', { zineId }, member)
    await text(member)
    expect(seen.drawn).toBe(3)
  })

  test('one is rendered at a time per client and few wait, even before they are known to be large', async () => {
    const seen = watchDrawing()
    const member = await site.signUp()
    const ask = (as: Member) => (path: string) => site.call({ path, headers: compressed, as })
    const flood = atOnce(30, (n) => ask(member)(opened(n)))
    const others = await Promise.all([text(ana), text(await site.signUp())])
    expect(statusesOf(others)).toEqual([200, 200])
    const statuses = statusesOf(await flood)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(15)
    expect(seen.most).toBeLessThanOrEqual(2)

    Object.assign(seen, { most: 0, drawn: 0 })
    await atOnce(6, (n) => ask(member)(opened(n)))
    expect(seen).toMatchObject({ most: 1 })
  })

  test('guests share one rendering', async () => {
    const guests = await atOnce(30, () => visit(`/zine/${zineId}/text`))
    expect(statusesOf(guests)).toEqual(Array(30).fill(200))
    expect(new Set(guests.map(({ text: html }) => drawnAt(html))).size).toBe(1)
  })
})

test('only the script inlined in a page may run there', async () => {
  const inlineScript = 'document.title'
  const own = await startTestApp({ pages: { ...pageSource, inlineScript } })
  const { headers, text } = await own.call({ path: '/about' })
  const hash = createHash('sha256').update(inlineScript).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(text).toContain(`>${inlineScript}</script>`)
  const { headers: ofTheApi } = await own.call({ path: '/api/zines' })
  expect(ofTheApi['content-security-policy']).toContain("script-src 'self';")
  await own.close()
})
