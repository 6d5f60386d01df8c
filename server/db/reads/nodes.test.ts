import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '#contract/sessions.ts'
import { createMailLink } from '#server/auth/account-mail/mail-links.queries.ts'
import { suspendMember } from '#server/moderation/suspend-member.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { publishAs } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { type ReplicaServer, type Replicated, startReplicated } from '#tests/support/replica.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let servers: Replicated
let replica: ReplicaServer
/** Two nodes of one site, each with the primary and a replica. */
let node: TestApp
let other: TestApp
beforeAll(async () => {
  servers = await startReplicated()
  replica = await servers.addReplica()
  const hosts = [servers.primary.url, replica.url].map((url) => new URL(url).searchParams.get('host'))
  const databaseUrl = `postgres:///foldout?host=${hosts.join(',')}&user=foldout_site&target_session_attrs=read-write`
  const settings = {
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: [servers.primary.url, replica.url].join(' '),
    MAX_REPLICA_LAG_S: '5',
    SECRET: 'the same for all of the nodes of a site',
  }
  // Patient, as a server that is killed says so, and one that is slow is only on a busy machine.
  const start = () => startTestApp({ pages: pageSource, databaseUrl, settings, timeouts: { server: 5_000 } })
  node = await start()
  other = await start()
})
afterAll(async () => {
  await Promise.all([node?.close(), other?.close()])
  await servers?.stop()
})

/** As long as the work lasts the replica shows what was there before. */
async function whileHeld<Answer>(work: () => Promise<Answer>) {
  await replica.caughtUp()
  await replica.pause()
  try {
    return await work()
  } finally {
    await replica.resume()
  }
}

type Sent = Parameters<TestApp['call']>[0]
const post = (path: string, body: object, as?: Member): Sent => ({
  ...{ method: 'POST', path, body },
  ...(as && { as }),
})

describe('whose session has ended on one node is signed out on the other at the next request, though the replica still has it', () => {
  const elsewhere = async ({ email, password }: Member) => {
    const browser = openBrowser(node)
    await browser.call(post('/api/auth/sign-in/email', { email, password }))
    return browser
  }
  const current = async (as: Member) => {
    const { body } = await node.call<{ sessions: Device[] }>({ path: '/api/auth/sessions', as })
    return body.sessions.find(({ isCurrent }) => isCurrent)?.id
  }

  /** Readied before the replica is held, and then done. */
  const ends: [string, (member: Member) => Promise<() => Promise<unknown>>][] = [
    ['signed out', async (as) => () => node.call(post('/api/auth/sign-out', {}, as))],
    [
      'signed out from another device',
      async (member) => {
        const browser = await elsewhere(member)
        const path = `/api/auth/sessions/${await current(member)}`
        return () => browser.call({ method: 'DELETE', path })
      },
    ],
    [
      'signed out everywhere',
      async (member) => {
        const browser = await elsewhere(member)
        return () => browser.call({ method: 'DELETE', path: '/api/auth/sessions' })
      },
    ],
    [
      'given another password from another device',
      async (member) => {
        const browser = await elsewhere(member)
        const body = { currentPassword: member.password, newPassword: 'another horse' }
        return () => browser.call(post('/api/auth/change-password', body))
      },
    ],
    [
      'given a new password by a mailed link',
      async ({ id: userId, email }) => {
        const { token } = await createMailLink(node.db, { purpose: 'recovery', userId, email })
        return () => node.call(post('/api/auth/reset-password', { token, newPassword: 'another horse' }))
      },
    ],
    [
      'suspended',
      async ({ id: userId }) =>
        async () => {
          const given = { userId, reason: 'It hurts.', actor: 'operator' } as const
          const outcome = await node.db.transaction().execute((tx) => suspendMember(tx, given))
          return { status: outcome === 'done' ? 200 : 500 }
        },
    ],
    [
      'gone, account and all',
      async (as) => () =>
        node.call({ method: 'DELETE', path: `/api/users/${as.id}`, body: { username: as.username }, as }),
    ],
  ]

  /** What the other node says to the cookie and to the token of a session. */
  async function asked(member: Member, token: string) {
    const headers = { authorization: `Bearer ${token}` }
    const project = { title: 'Too late' }
    const [viewer, page, ...answers] = await Promise.all([
      other.call({ path: '/api/auth/user', as: member }),
      other.call({ path: '/', as: member }),
      other.call({ path: '/api/auth/session', as: member }),
      other.call({ path: `/api/users/${member.id}/favorites`, as: member }),
      other.call(post('/api/projects', project, member)),
      other.call({ path: `/api/users/${member.id}/favorites`, headers }),
      other.call({ ...post('/api/projects', project), headers }),
    ])
    return {
      isViewer: viewer.body.user !== null,
      isOnPage: page.text.includes(`"username":"${member.username}"`),
      statuses: answers.map(({ status }) => status),
    }
  }

  test.each(ends)('%s', async (_how, ready) => {
    const member = await node.signUp()
    const { token } = (await node.call<{ token: string }>({ path: '/api/auth/token', as: member })).body
    const end = await ready(member)
    await replica.caughtUp()
    const signedIn = { isViewer: true, isOnPage: true, statuses: [200, 200, 201, 200, 201] }
    expect(await asked(member, token)).toEqual(signedIn)
    await whileHeld(async () => {
      expect(await end()).toMatchObject({ status: 200 })
      const [kept] = await replica.ask<{ n: number }>(
        `select count(*)::int as n from sessions where user_id = '${member.id}'`,
      )
      expect(kept?.n).toBeGreaterThan(0)
      const signedOut = { isViewer: false, isOnPage: false, statuses: [401, 401, 401, 401, 401] }
      expect(await asked(member, token)).toEqual(signedOut)
    })
  })
})

test('when the primary is killed and the replica promoted, guests are answered all the time, and whoever writes reads it on the other node', async () => {
  const writers = await Promise.all(['Ada', 'Bea', 'Cleo'].map((name) => node.signUp(name)))
  await publishAs(node, writers[0] as Member, 'Moths')
  // It shows nothing at once, so whoever reads there what they have just written has been sent to the wrong one.
  await replica.ask(`alter system set recovery_min_apply_delay = '100ms'`)
  await replica.ask('select pg_reload_conf()')
  await replica.caughtUp()
  await servers.primary.ask(`alter system set synchronous_standby_names = '*'`)
  await servers.primary.ask('select pg_reload_conf()')

  let isOver = false
  const guests = new Set<number>()
  const readers = [node, other].map(async (each) => {
    while (!isOver) guests.add((await each.call({ path: '/api/zines' })).status)
  })
  const last = new Map<string, string>()
  let written = 0
  const misread: unknown[] = []
  /** Who is told to come again does, as browsers do; and what was acknowledged is to be read by its writer. */
  async function write(member: Member) {
    let turn = 0
    const jar = openBrowser(
      { call: <Body>(sent: Sent) => (turn++ % 2 ? node : other).call<Body>(sent) },
      member,
    )
    const untilAnswered = async (sent: Sent) => {
      for (;;) {
        const answer = await jar.call<{ user: { bio: string } }>(sent)
        if (answer.status !== 503) return answer
        await pause(20)
      }
    }
    const path = `/api/users/${member.id}`
    for (let n = 0; !isOver; n++) {
      const bio = `Version ${n}.`
      const { status } = await untilAnswered({ method: 'PUT', path, body: { bio } })
      const read = await untilAnswered({ path })
      if (status !== 200 || read.body.user?.bio !== bio) misread.push([status, bio, read.status, read.text])
      last.set(member.id, bio)
      written += 1
    }
  }
  const writing = writers.map(write)
  const more = async (count: number) => {
    const wanted = written + count
    while (written < wanted) await pause(5)
  }

  await more(10)
  servers.primary.kill()
  const killed = performance.now()
  await replica.promote()
  await more(10)
  expect(performance.now() - killed).toBeLessThan(10_000)
  isOver = true
  await Promise.all([...readers, ...writing])
  expect([...guests]).toEqual([200])
  expect(misread).toEqual([])
  for (const { id } of writers) {
    const [kept] = await replica.ask<{ bio: string }>(`select bio from profiles where user_id = '${id}'`)
    expect(kept?.bio).toBe(last.get(id))
  }
})
