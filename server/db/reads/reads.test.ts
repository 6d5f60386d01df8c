import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { signValue } from '#server/http/cookies.ts'
import { signedPosition } from '#server/http/reads.ts'
import { addUp } from '#server/metrics/add-up.ts'
import { countOf, readMetrics } from '#server/metrics/metrics.testing.ts'
import { hideZine } from '#server/moderation/hide-zine.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { openDoor } from '#tests/support/door.ts'
import { publishAs } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type ReplicaServer, type Replicated, startReplicated } from '#tests/support/replica.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from '../connection.ts'
import { isLostConnection } from '../lost-connection.ts'
import { tellOnce } from '../notices.ts'
import { openReads } from './reads.ts'

let cluster: Replicated
let replicas: ReplicaServer[]
let site: TestApp
let ana: Member
let ben: Member
beforeAll(async () => {
  cluster = await startReplicated()
  replicas = [await cluster.addReplica(), await cluster.addReplica()]
  // Patient, as it is not told from a slow machine what it is about.
  site = await startSite({ server: 5_000 })
  ana = await site.signUp('Ana')
  ben = await site.signUp('Ben')
})
afterAll(async () => {
  await site.close()
  await cluster.stop()
})

/** A node of the site. */
const startSite = (timeouts: { server: number }) =>
  startTestApp({
    ...{ pages: pageSource, databaseUrl: cluster.primary.url, timeouts },
    settings: {
      DATABASE_URL: cluster.primary.url,
      DATABASE_READ_URL: urls().join(', '),
      MAX_REPLICA_LAG_S: '5',
      METRICS_PORT: '0',
      SECRET: 'the same for all of the nodes of a site',
    },
  })

const states = async () => (await site.call({ path: '/readyz' })).body.replicas as string[]
const areReady = () => expect.poll(states).toEqual(['ready', 'ready'])
const urls = () => replicas.map(({ url }) => url)
const hold = () => Promise.all(replicas.map((replica) => replica.pause()))
const letGo = () => Promise.all(replicas.map((replica) => replica.resume()))
const caughtUp = () => Promise.all(replicas.map((replica) => replica.caughtUp()))

/** How people are answered who read all the time while something is done. */
async function whileReading(
  work: () => Promise<unknown>,
  sent: Parameters<TestApp['call']>[0] = { path: '/api/zines' },
) {
  let isOver = false
  const statuses = new Set<number>()
  const person = async () => {
    while (!isOver) statuses.add((await site.call(sent)).status)
  }
  const people = [person(), person(), person()]
  await work().finally(() => {
    isOver = true
    return Promise.all(people)
  })
  return [...statuses]
}

/** Who answered the statements of some work: the primary, or a replica. */
async function answeredBy(work: () => Promise<unknown>) {
  const read = async () => readMetrics(await addUp([], new Map([[1, await site.metrics.families()]])))
  const count = (families: Awaited<ReturnType<typeof read>>, server: string) =>
    countOf(families, 'foldout_reads_total', { server }) ?? 0
  const before = await read()
  await work()
  const after = await read()
  const by = ['primary', '1', '2'].filter((server) => count(after, server) > count(before, server))
  return [...new Set(by.map((server) => (server === 'primary' ? 'primary' : 'replica')))].join(' and ')
}

/** As long as the work lasts replicas show nothing new. It is to be done before they are too far behind to be asked. */
async function whileHeld(work: () => Promise<void>) {
  await areReady()
  await caughtUp()
  await hold()
  try {
    await work()
  } finally {
    await letGo()
  }
}

const titles = async (from: { call: TestApp['call'] }, path = '/api/zines') =>
  (await from.call<{ zines: { title: string }[] }>({ path })).body.zines.map(({ title }) => title)

describe('a reader', () => {
  test('of what anybody may see reads from a replica, a member too', async () => {
    await publishAs(site, ana, 'Moths')
    await areReady()
    await caughtUp()
    for (const path of [
      '/api/zines',
      '/api/search/zines?search=moth',
      '/feeds/zines.atom',
      '/feeds/search.atom?search=moth',
      '/opds/zines',
      `/profile/${ana.id}`,
    ])
      expect(await answeredBy(() => site.call({ path })), path).toBe('replica')
    const asMember = () => site.call({ path: '/api/zines', as: ben })
    // Their session is looked up where it is ended.
    expect(await answeredBy(asMember)).toBe('primary and replica')
    expect(await answeredBy(() => site.call({ path: `/api/users/${ben.id}/favorites`, as: ben }))).toBe(
      'primary',
    )
  })

  test('finds what they wrote, though no replica has it: favorites, follows, their profile, a zine', async () => {
    const zine = await publishAs(site, ana, 'Owls')
    const browser = openBrowser(site, ben)
    await whileHeld(async () => {
      const write = (method: 'POST' | 'PUT', path: string, body: object) =>
        browser.call({ method, path, body })
      const answers = await Promise.all([
        write('POST', '/api/favorites/zines', { zineId: zine.id }),
        write('POST', '/api/favorites/creators', { creatorId: ana.id }),
        write('PUT', `/api/users/${ben.id}`, { bio: 'Feeds owls.' }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(answers[0]?.headers['set-cookie']).toMatch(
        /^foldout\.position=[^;]+; Max-Age=15; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      const read = async (path: string) => (await browser.call<Record<string, never>>({ path })).body
      expect(await read(`/api/zines/${zine.id}`)).toMatchObject({
        zine: { isFavorited: true, favoriteCount: 1 },
      })
      expect(await read(`/api/users/${ana.id}`)).toMatchObject({ user: { followerCount: 1 } })
      expect(await read(`/api/users/${ben.id}`)).toMatchObject({ user: { bio: 'Feeds owls.' } })
      expect((await browser.call({ path: `/profile/${ben.id}` })).text).toContain('Feeds owls.')
      // Without the cookie it is not there yet: the replicas were held back.
      expect((await site.call({ path: `/api/zines/${zine.id}` })).body).toMatchObject({
        zine: { favoriteCount: 0 },
      })
    })
    await caughtUp()
    const again = () => answeredBy(() => browser.call({ path: '/api/zines' }))
    await expect.poll(again).toBe('primary and replica')
  })

  test('finds what somebody else has just published, though no replica has it', async () => {
    await whileHeld(async () => {
      const { id } = await publishAs(site, ana, 'Newts')
      expect(await titles(site)).not.toContain('Newts')
      expect((await site.call({ path: `/api/zines/${id}` })).status).toBe(200)
      // Pages that are kept for others are never drawn from before what was announced.
      for (const path of ['/', `/zine/${id}`]) expect((await site.call({ path })).text).toContain('Newts')
    })
  })

  test('whose access token says who they are reads the primary, as a program may keep no cookies', async () => {
    const { token } = (await site.call<{ token: string }>({ path: '/api/auth/token', as: ben })).body
    const headers = { authorization: `Bearer ${token}` }
    expect(await answeredBy(() => site.call({ path: '/api/zines', headers }))).toBe('primary')
  })

  test('of a page sees what a command beside the site did and told, though no replica has it', async () => {
    const zine = await publishAs(site, ana, 'Toads')
    await whileHeld(async () => {
      await site.pool.query(`update zines set title = 'Toads, retold' where id = $1`, [zine.id])
      await tellOnce(site.pool)
      const page = async () => (await site.call({ path: `/zine/${zine.id}` })).text
      await expect.poll(page).toContain('Toads, retold')
    })
  })
})

describe('a position', () => {
  const read = (position: string) => () =>
    site.call({ path: '/api/zines', headers: { cookie: `foldout.position=${encodeURIComponent(position)}` } })

  test('that nobody but the browser says, or that is none, counts as none', async () => {
    await caughtUp()
    const absurd = [
      'FFFFFFFF/FFFFFFFF',
      signedPosition('FFFFFFFF/FFFFFFFF', { secret: 'another secret' }),
      signValue('FFFFFFFF/FFFFFFFF', site.config.secret),
      '-1/0',
      "0/0'--",
      '.',
      '9'.repeat(3_000),
    ]
    for (const position of absurd) expect(await answeredBy(read(position)), position).toBe('replica')
  })

  test('of ours is held to: what is ahead of all replicas is read from the primary', async () => {
    const sign = (position: string) => signedPosition(position, site.config)
    expect(await answeredBy(read(sign('FFFFFFFF/FFFFFFFF')))).toBe('primary')
    expect(await answeredBy(read(sign('0/1')))).toBe('replica')
  })

  test('keeps its reader from pages that were drawn for others, and others from theirs', async () => {
    const path = `/profile/${ana.id}`
    const headers = {
      cookie: `foldout.position=${encodeURIComponent(signedPosition('0/1', site.config))}`,
    }
    const drawn = /"drawnAt":(\d+)/
    const kept = await site.call({ path })
    const own = await site.call({ path, headers })
    expect(drawn.exec((await site.call({ path })).text)?.[1]).toBe(drawn.exec(kept.text)?.[1])
    expect(drawn.exec(own.text)?.[1]).not.toBe(drawn.exec(kept.text)?.[1])
    expect([kept, own].map((answer) => answer.headers['cache-control'])).toEqual([
      'public, no-cache',
      'private, no-store',
    ])
    // Whoever sends it for longer than a browser keeps it is shown what others are shown.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await site.call({ path, headers })).headers['cache-control']).toBe('public, no-cache')
    const later = `foldout.position=${encodeURIComponent(signedPosition('0/1', site.config))}`
    expect((await site.call({ path, headers: { cookie: later } })).headers['cache-control']).toBe(
      'private, no-store',
    )
  })

  test('is given for what may have been written, and for nothing else', async () => {
    const cookies = async (sent: Parameters<TestApp['call']>[0]) =>
      [(await site.call(sent)).headers['set-cookie'] ?? []].flat().join()
    const project = { id: '019a9b7e-1111-7000-8000-000000000001', title: 'Moths', notes: '' }
    expect(await cookies({ method: 'POST', path: '/api/projects', body: project, as: ben })).toContain(
      'foldout.position',
    )
    const nobody = { zineId: '019a9b7e-1111-7000-8000-000000000003' }
    for (const sent of [
      { method: 'POST', path: '/api/favorites/zines', body: nobody, as: ben },
      { path: '/api/zines', as: ben },
      { path: '/', as: ben },
    ] as const)
      expect(await cookies(sent)).toBe('')
  })
})

describe('a replica', () => {
  test('that is too far behind is passed over, so that what is hidden is gone in time', async () => {
    const zine = await publishAs(site, ana, 'Hidden soon')
    await caughtUp()
    const reads = openReads({ replicas: { urls: urls(), maxLagS: 0.5 } }, site.pool, { log: site.app.log })
    await expect.poll(() => reads?.canRead).toBe(true)
    const isShown = async () => {
      const asked = reads?.for({}).query('select from zine_stats where zine_id = $1', [zine.id])
      return (await asked)?.rowCount === 1
    }
    await hold()
    const act = { zineId: zine.id, reason: 'It hurts.', actor: 'operator' as const }
    await site.db.transaction().execute((tx) => hideZine(tx, act as never))
    const wasShown = await isShown()
    await expect.poll(isShown).toBe(false)
    expect([wasShown, reads?.states().map(({ state }) => state)]).toEqual([true, ['behind', 'behind']])
    await letGo()
    await expect.poll(() => reads?.canRead).toBe(true)
    await reads?.stop()
  })

  test('that takes a reader’s statement back is left for the primary', async () => {
    for (const replica of replicas) {
      await replica.ask('alter system set max_standby_streaming_delay = 0')
      await replica.ask('select pg_reload_conf()')
    }
    await site.pool.query('create table fleeting as select generate_series(1, 1000) as n')
    await caughtUp()
    const slow = `select case when pg_is_in_recovery() then (select count(*)::text from fleeting, pg_sleep(20))
      else 'the primary' end as by`
    const reads = openReads({ replicas: { urls: urls(), maxLagS: 5 } }, site.pool, { log: site.app.log })
    await expect.poll(() => reads?.canRead).toBe(true)
    const asked = reads?.for({}).query(slow)
    const sleeping = `select from pg_stat_activity where wait_event = 'PgSleep'`
    await expect
      .poll(async () => (await Promise.all(replicas.map(({ ask }) => ask(sleeping)))).flat().length)
      .toBe(1)
    await site.pool.query('delete from fleeting')
    await site.pool.query('vacuum fleeting')
    expect((await asked)?.rows).toEqual([{ by: 'the primary' }])
    await reads?.stop()
  })

  test('knows sessions for as long as it hears of the primary, and for a while after that', async () => {
    const door = await openDoor({ to: join(cluster.primary.host, '.s.PGSQL.5432') })
    const pool = openPool({ connectionString: `postgres://foldout_site@127.0.0.1:${door.ports[0]}/foldout` })
    const times = { log: site.app.log, everyMs: 100, patienceMs: 500, aloneMs: 1_000 }
    const reads = openReads({ replicas: { urls: urls(), maxLagS: 5 } }, pool, times)
    await expect.poll(() => reads?.canRead).toBe(true)
    door.silent()
    await expect.poll(() => reads?.isPrimaryThere).toBe(false)
    const look = () =>
      reads?.sessions.query('select pg_is_in_recovery() as it').then(({ rows }) => rows[0].it)
    // What others do on the primary reaches the replicas. One that was itself not heard for a while is not asked, either.
    const silentSince = performance.now()
    const isKnown = async () => {
      await site.pool.query(`update zines set title = title where title = 'Owls'`)
      const known = await look()?.catch((error) => isLostConnection(error) && 'nobody was sure')
      return known === true ? performance.now() - silentSince : known
    }
    await expect.poll(isKnown, { interval: 20 }).toBeGreaterThan(1_500)
    const isOver = () => look()?.then(() => false, isLostConnection)
    await expect.poll(isOver).toBe(true)
    door.refuse()
    await Promise.all([reads?.stop(), pool.end()])
  })

  test('is not passed over for what was written while all connections that are lent are taken', async () => {
    const pool = openPool({ connectionString: cluster.primary.url }, 1, { connectTimeout: 300 })
    const options = { log: site.app.log, direct: site.pool }
    const reads = openReads({ replicas: { urls: urls(), maxLagS: 5 } }, pool, options)
    const client = await pool.connect()
    expect(await reads?.position()).toMatch(/^[\dA-F]+\/[\dA-F]+$/)
    client.release()
    await Promise.all([reads?.stop(), pool.end()])
  })

  test('that is a copy of something else is never asked', async () => {
    const { connection, pool } = await createTestDatabase()
    const { host = '', user, database } = connection
    const url = `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`
    const reads = openReads({ replicas: { urls: [url], maxLagS: 1 } }, site.pool, { log: site.app.log })
    const state = () => reads?.states()[0]?.state
    await expect.poll(state).toBe('stranger')
    expect(reads?.canRead).toBe(false)
    await Promise.all([reads?.stop(), pool.end()])
  })
})

describe('a node that notices soon', () => {
  let patient: TestApp
  beforeAll(async () => {
    patient = site
    site = await startSite({ server: 300 })
  })
  afterAll(() => patient.close())

  const inTime = async (path: string) => {
    const began = performance.now()
    const answer = await site.call<Record<string, never>>({ path, as: ben })
    expect(performance.now() - began, path).toBeLessThan(1_000)
    return answer
  }

  test('fails nobody when a replica is killed, and asks it again when it is back', async () => {
    const killing = async () => {
      await replicas[0]?.kill()
      await expect.poll(states).toEqual(['silent', 'ready'])
      await replicas[0]?.start()
      await areReady()
    }
    expect(await whileReading(killing)).toEqual([200])
  })

  test('keeps nobody waiting for longer than a second when a replica stands still', async () => {
    replicas[0]?.freeze()
    const asked = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const began = performance.now()
        const { status } = await site.call({ path: '/api/zines' })
        return { status, took: performance.now() - began }
      }),
    )
    replicas[0]?.thaw()
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
    const longest = Math.max(...asked.map(({ took }) => took))
    // One of them did wait for it.
    expect(longest).toBeGreaterThan(200)
    expect(longest).toBeLessThan(1_000)
    await areReady()
  })

  test('reads the primary when there is no replica', async () => {
    await Promise.all(replicas.map((replica) => replica.kill()))
    for (const path of ['/api/zines', '/', '/feeds/zines.atom'])
      expect((await site.call({ path })).status).toBe(200)
    expect((await site.call({ path: '/readyz' })).status).toBe(200)
    expect(await answeredBy(() => site.call({ path: '/api/zines' }))).toBe('primary')
    await Promise.all(replicas.map((replica) => replica.start()))
    await areReady()
  })

  test('serves members as themselves when the primary stands still', async () => {
    cluster.primary.freeze()
    try {
      const [zines, viewer, page] = await Promise.all(['/api/zines', '/api/auth/user', '/'].map(inTime))
      expect(zines?.body.zines).toContainEqual(expect.objectContaining({ title: 'Owls', isFavorited: true }))
      expect(viewer?.body).toMatchObject({ user: { username: 'Ben' } })
      expect(page?.text).toContain('"username":"Ben"')
      expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
    } finally {
      cluster.primary.thaw()
    }
  })

  /** Those that are open, and no other can be opened. */
  async function lendAll(pool: pg.Pool) {
    const { max } = pool.options
    const lent: pg.PoolClient[] = []
    pool.options.max = 0
    while (pool.idleCount > 0) lent.push(await pool.connect())
    return () => {
      pool.options.max = max
      for (const client of lent) client.release()
    }
  }

  test('looks readers’ sessions up on a replica when the pool is full, and nobody else’s', async () => {
    const read = () => answeredBy(() => site.call({ path: '/api/zines', as: ben }))
    await expect.poll(read).toBe('primary and replica')
    const giveBack = await lendAll(site.pool)
    try {
      const asked = Array.from({ length: 8 }, () => inTime('/api/zines'))
      for (const { body } of await Promise.all(asked))
        expect(body.zines).toContainEqual(expect.objectContaining({ title: 'Owls', isFavorited: true }))
      const write = site.call({ method: 'PUT', path: `/api/users/${ben.id}`, body: { bio: 'x' }, as: ben })
      const own = site.call({ path: `/api/projects`, as: ben })
      expect((await Promise.all([write, own])).map(({ status }) => status)).toEqual([503, 503])
    } finally {
      giveBack()
    }
  })

  test('shows nobody by a session that it has ended, while no replica knows of it', async () => {
    const cyn = await site.signUp('Cyn')
    const read = () => site.call({ path: '/api/zines', as: cyn })
    await whileHeld(async () => {
      await site.call({ method: 'POST', path: '/api/auth/sign-out', as: cyn })
      cluster.primary.freeze()
      try {
        const { status, headers } = await read()
        expect([status, headers['retry-after']]).toEqual([503, '2'])
      } finally {
        cluster.primary.thaw()
      }
    })
    await caughtUp()
    expect((await read()).status).toBe(200)
  })

  test('goes on with our primary when a replica has become one of its own', async () => {
    const promoting = async () => {
      await replicas[0]?.promote()
      await expect.poll(states).toEqual(['primary', 'ready'])
      await replicas[0]?.ask(`update zines set title = 'Of another world'`)
    }
    expect(await whileReading(promoting)).toEqual([200])
    for (let times = 0; times < 6; times++) expect(await titles(site)).not.toContain('Of another world')
  })

  test('does not read from a replica of the primary that another was promoted over', async () => {
    const [promoted, former] = replicas
    const pool = openPool({ connectionString: promoted?.url ?? '' }, 2)
    await site.pool.query('create table never_here as select generate_series(1, 200000) as n')
    await former?.caughtUp()
    const reads = openReads({ replicas: { urls: [former?.url ?? ''], maxLagS: 5 } }, pool, {
      log: site.app.log,
    })
    await expect.poll(() => reads?.states()[0]?.state).toBe('stranger')
    // And stays so, whoever is heard first.
    const states = new Set<unknown>()
    for (let times = 0; times < 20; times++) {
      await pause(50)
      states.add(reads?.states()[0]?.state)
    }
    expect([...states]).toEqual(['stranger'])
    await Promise.all([reads?.stop(), pool.end()])
  })

  test('serves readers, and tells writers to come again, when the primary is gone', async () => {
    const killing = async () => {
      cluster.primary.kill()
      const body = { bio: 'Lost.' }
      const write = await site.call({ method: 'PUT', path: `/api/users/${ben.id}`, body, as: ben })
      const { 'retry-after': later, 'set-cookie': cookie } = write.headers
      expect([write.status, later, cookie]).toEqual([503, '2', undefined])
      await expect.poll(states).toEqual(['ready', 'ready'])
      for (const path of ['/api/zines', '/', `/profile/${ana.id}`])
        expect((await inTime(path)).status).toBe(200)
      expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
    }
    expect(await whileReading(killing, { path: '/api/zines', as: ben })).toEqual([200])
  })
})
