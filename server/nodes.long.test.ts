import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import type { ProofTask } from '#contract/proof-of-work.ts'
import { createDraft, createPublishableDraft } from '#tests/support/drafts.ts'
import { addMedia } from '#tests/support/library.ts'
import { solveProof } from '#tests/support/solve-proof.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'
import { mailAccount } from './auth/account-mail/account-mail.ts'
import { startJobs } from './db/jobs.ts'
import { type RateLimitName, rateLimitRules } from './http/rate-limit-rules.ts'

/** Nodes of one site, which share only the database and the secret. */
let nodes: TestApp[]
let firstNode: TestApp
let secondNode: TestApp
let thirdNode: TestApp
let pool: pg.Pool
let ana: Member
beforeAll(async () => {
  const created = await createTestDatabase()
  const databaseUrl = databaseUrlOf(created.connection)
  const settings = {
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'on',
    SECRET: 'the same for all of the nodes of a site',
  }
  nodes = await Promise.all([1, 2, 3].map(() => startTestApp({ databaseUrl, settings })))
  ;[firstNode, secondNode, thirdNode] = nodes as [TestApp, TestApp, TestApp]
  pool = created.pool
  ana = await firstNode.signUp('Ana')
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await pool.end()
})

type Sent = Parameters<TestApp['call']>[0]
type ApiResponse = { status: number; body: Record<string, unknown> }
const post = (path: string, body: object, as?: Member): Sent => ({ method: 'POST', path, body, ...(as && { as }) })
const count = async (rows: string, ...values: unknown[]) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${rows}`, values)).rows[0]?.n

describe('nodes share counters: after the limit on two, the next attempt on a third is rejected', () => {
  beforeEach(() => pool.query('delete from rate_limit_points'))

  const wrong = 'not my password'
  const wrongPassword = () => post('/api/auth/sign-in/email', { email: ana.email, password: wrong })
  const email = (n: number) => `member${n}@example.org`
  const limitedRequests: [RateLimitName, (n: number) => Sent][] = [
    ['sign-in-browser', () => ({ ...wrongPassword(), as: ana })],
    ['password', () => post('/api/auth/confirm-password', { password: wrong }, ana)],
    ['username-look-up', (n) => post('/api/users/get-email-by-username', { username: `nobody${n}` })],
    ['recovery-address', (n) => post('/api/auth/request-password-reset', { email: email(n) })],
    ['link-address', (n) => post('/api/auth/verify-email', { token: `made-up-${n}` })],
    ['verification-mail', () => post('/api/auth/send-verification-email', {}, ana)],
    ['export', () => ({ path: `/api/users/${ana.id}/export`, as: ana })],
  ]
  test.each(limitedRequests)('%s', async (kind, sent) => {
    const { attempts, message } = rateLimitRules[kind]
    const requests = Array.from({ length: attempts }, (_, n) => (n % 2 ? firstNode : secondNode).call(sent(n)))
    expect((await Promise.all(requests)).map(({ status }) => status)).not.toContain(429)
    expect(await thirdNode.call(sent(attempts))).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { code: 'too_many_requests', error: expect.stringContaining(inEnglish(message)) },
    })
  })

  test('guesses at an account cost work everywhere, and work that was done for one node is done once for all', async () => {
    const requests = Array.from({ length: rateLimitRules['sign-in-account'].attempts }, (_, n) =>
      (n % 2 ? firstNode : secondNode).call(wrongPassword()),
    )
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([401]))
    const right = { email: ana.email, password: ana.password }
    const signIn = (node: TestApp, more = {}) =>
      node.call<{ code: string; proof: ProofTask }>(post('/api/auth/sign-in/email', { ...right, ...more }))
    const proofResponse = await thirdNode.call<{ code: string; proof: ProofTask }>(wrongPassword())
    expect(proofResponse).toMatchObject({ status: 429, body: { code: 'proof_needed' } })
    const proof = solveProof(proofResponse.body.proof)
    const done = await Promise.all([firstNode, secondNode, thirdNode].map((node) => signIn(node, { proof })))
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  })
})

type Submit = {
  sent: Sent
  /** Summarises the responses and the resulting rows. */
  effect: (responses: ApiResponse[]) => Promise<unknown>
  /** The effect of a single submission. */
  expectedOnce: unknown
}

describe('sent to three nodes concurrently, and twice to each', () => {
  const zineBody = () => createPublishableDraft(firstNode, ana, 'Once')
  const ids = (responses: ApiResponse[], name: string) =>
    new Set(responses.map(({ body }) => (body[name] as { id: string }).id)).size

  const submits: [string, number, () => Promise<Submit>][] = [
    [
      'a draft is published once, and every request returns the zine',
      201,
      async () => {
        const { id } = await zineBody()
        const effect = async (responses: ApiResponse[]) => [
          ids(responses, 'zine'),
          await count('zines where draft_id = $1', id),
        ]
        return { sent: post(`/api/drafts/${id}/publish`, { version: 1 }, ana), effect, expectedOnce: [1, 1] }
      },
    ],
    [
      'a draft is given one time, and one job',
      200,
      async () => {
        const { id } = await zineBody()
        const publishAt = new Date(Date.now() + 3_600_000).toISOString()
        const sent = {
          ...post(`/api/drafts/${id}/schedule`, { version: 1, publishAt }, ana),
          method: 'PUT' as const,
        }
        const effect = async () => [
          await count('drafts where id = $1 and version = 2', id),
          await count('graphile_worker.jobs where key = $1', `publish-draft ${id}`),
        ]
        return { sent, effect, expectedOnce: [1, 1] }
      },
    ],
    [
      'time counts once',
      201,
      async () => {
        const { id: projectId } = await createProject(firstNode, ana)
        await logMinutes(firstNode, ana, { projectId, duration: 5 })
        const body = { id: randomUUID(), projectId, duration: 25, sessionType: 'focus' }
        const effect = async (responses: ApiResponse[]) => [
          ids(responses, 'session'),
          await count('projects where id = $1 and total_minutes = 30', projectId),
        ]
        return { sent: post('/api/focus-sessions', body, ana), effect, expectedOnce: [1, 1] }
      },
    ],
  ]
  test.each(submits)('%s', async (_title, status, prepare) => {
    const { sent, effect, expectedOnce } = await prepare()
    const responses = await Promise.all([...nodes, ...nodes].map((node) => node.call(sent)))
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => status))
    expect(await effect(responses)).toEqual(expectedOnce)
  })
})

test('a token is known on every node, also when its key was made a moment ago', async () => {
  const tokenOf = async () => (await firstNode.call<{ token: string }>({ path: '/api/auth/token', as: ana })).body.token
  const expectShown = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const responses = await Promise.all(nodes.map((node) => node.call({ path: '/api/auth/session', headers })))
    return responses.map(({ status }) => status)
  }
  expect(await expectShown(await tokenOf())).toEqual([200, 200, 200])
  await pool.query(`update jwks set expires_at = now() - interval '1 minute'`)
  const next = await tokenOf()
  expect(await count('jwks')).toBe(2)
  expect(await expectShown(next)).toEqual([200, 200, 200])
})

describe('of jobs that three nodes wait for', () => {
  beforeEach(() => pool.query('delete from graphile_worker._private_jobs'))

  const completedJobs: string[] = []
  let running: Awaited<ReturnType<typeof startJobs>>[] = []
  afterEach(async () => {
    await Promise.all(running.map((jobs) => jobs.stop()))
    vi.useRealTimers()
    running = []
    completedJobs.length = 0
  })

  /** Runs the jobs of every node. `before` gets the node's index when the node starts a job. */
  async function work(lines: string, before: (at: number) => unknown = () => undefined) {
    const recordRuns = (taskList: TaskList, at: number): TaskList =>
      Object.fromEntries(
        Object.entries(taskList).map(([name, task]) => [
          name,
          async (payload, helpers) => {
            completedJobs.push(name)
            await before(at)
            return task?.(payload, helpers)
          },
        ]),
      )
    const starting = nodes.map(({ pool, taskList, app }, at) =>
      startJobs(pool, recordRuns(taskList, at), lines, app.log, { pollMs: 20 }),
    )
    running = await Promise.all(starting)
  }
  const noCrontab = '# nothing comes round'
  const times = () => Object.fromEntries(Object.entries(Object.groupBy(completedJobs, (name) => name)).map(timesOf))
  const timesOf = ([name, all]: [string, string[] | undefined]) => [name, all?.length]
  const allDone = async () => {
    while ((await count('graphile_worker.jobs')) !== 0) await pause(10)
  }

  test('each job runs once: a scheduled zine, and twenty mails', async () => {
    const draft = await createDraft(firstNode, ana, {
      title: 'On Friday',
      pages: (await addMedia(firstNode, ana, ['image'])).map((url) => ({ url })),
    })
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const schedule = post(`/api/drafts/${draft.id}/schedule`, { version: 1, publishAt }, ana)
    expect((await secondNode.call({ ...schedule, method: 'PUT' })).status).toBe(200)
    await pool.query(`update drafts set publish_at = now() - interval '1 second' where id = $1`, [draft.id])
    await pool.query('update graphile_worker._private_jobs set run_at = now()')
    for (let n = 0; n < 20; n++) {
      const db = (nodes[n % 3] ?? firstNode).db
      const mail = { kind: 'password-changed', userId: ana.id, at: new Date() } as const
      await db.transaction().execute((tx) => mailAccount(tx, mail))
    }
    // No job runs before every node has one, so all nodes take jobs concurrently.
    const startedLocks = nodes.map(() => Promise.withResolvers<void>())
    await work(noCrontab, (at) => {
      startedLocks[at]?.resolve()
      return Promise.all(startedLocks.map(({ promise }) => promise))
    })
    await allDone()
    expect(times()).toMatchObject({ 'publish-draft': 1, 'send-account-mail': 20 })
    expect(await count('zines where draft_id = $1', draft.id)).toBe(1)
    const mails = (await Promise.all(nodes.map((node) => node.outbox()))).map(({ length }) => length)
    expect(mails.reduce((all, each) => all + each, 0)).toBe(20)
  })
})
