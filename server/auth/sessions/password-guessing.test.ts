import { beforeEach, describe, expect, test } from 'vitest'
import { type ProofTask, proofPuzzles } from '#contract/proof-of-work.ts'
import { rateLimitRules } from '#server/http/rate-limit-rules.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { solveProof } from '#tests/support/solve-proof.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import { createProofTask, isProof } from './proof-of-work.ts'

const site = await openTestApp({ settings: { RATE_LIMITS: 'on' } })
beforeEach(() => site.sql('delete from rate_limit_points'))

type SignInInput = { email: string; password: string; proof?: ReturnType<typeof solveProof>; from?: string }
type ApiResponse = { error?: string; code?: string; proof?: ProofTask }

function send({ email, password, proof, from = '198.51.100.1' }: SignInInput, browser = createBrowser(site)) {
  const body = { email, password, ...(proof && { proof }) }
  return browser.call<ApiResponse>({ method: 'POST', path: '/api/auth/sign-in/email', body, from })
}

/** Signs in like the site's own pages, with a proof of work if required. */
async function signIn(input: SignInInput, browser = createBrowser(site)) {
  const response = await send(input, browser)
  const { proof } = response.body
  return proof ? send({ ...input, proof: solveProof(proof) }, browser) : response
}

const guesses = (count: number, { email }: { email: string }, from = (n: number) => `203.0.113.${n}`) =>
  callConcurrently(count, (n) => send({ email, password: `guess ${n}`, from: from(n) }))
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status)
const { attempts } = rateLimitRules['sign-in-account']
/** Simulates that 15 minutes have passed, after which tries no longer require a proof of work. */
const clearAccountAttempts = () => site.sql("delete from rate_limit_points where key like 'sign-in-account:%'")

describe('while strangers guess at an account, its person', () => {
  test('gets in from a new browser, after two hundred guesses from two hundred addresses', async () => {
    const member = await site.signUp()
    const guessing = guesses(200, member)
    expect((await signIn({ ...member, from: '192.0.2.7' })).status).toBe(200)
    await guessing
    expect((await signIn({ ...member, from: '192.0.2.8' })).status).toBe(200)
  })

  test('can sign in from a new browser in the attacker’s network', async () => {
    const member = await site.signUp()
    await guesses(attempts, member, () => '203.0.113.1')
    expect((await signIn({ ...member, from: '203.0.113.1' })).status).toBe(200)
  })

  test('can sign in from a known browser without proof of work, wherever the attack comes from', async () => {
    const member = await site.signUp()
    await guesses(60, member, () => '203.0.113.1')
    for (let n = 0; n < 60; n++) await send({ email: `nobody${n}@example.org`, password: 'x', from: '203.0.113.1' })
    expect((await send({ ...member, from: '203.0.113.1' }, createBrowser(site, member))).status).toBe(200)
  })
})

describe('an attacker who guesses passwords', () => {
  test('gets ten attempts per account without proof of work, from any address, concurrent or not', async () => {
    const member = await site.signUp()
    const responses = statuses(await guesses(30, member))
    expect(responses.filter((status) => status === 401)).toHaveLength(attempts)
    expect(responses.filter((status) => status === 429)).toHaveLength(30 - attempts)
    expect((await send({ ...member, from: '192.0.2.1' })).status).toBe(429)
  })

  test('gets thirty attempts a day per network with proof of work, from any address, and is pointed to password recovery', async () => {
    const member = await site.signUp()
    const maxAttempts = rateLimitRules['sign-in-network'].attempts
    for (let n = 0; n < maxAttempts; n++) {
      if (n % attempts === 0) await clearAccountAttempts()
      const from = `2001:db8:7:8::${n + 1}`
      expect((await send({ ...member, password: `guess ${n}`, from })).status).toBe(401)
    }
    await clearAccountAttempts()
    const rejected = await signIn({ ...member, password: 'one more', from: '2001:db8:7:8:ffff::1' })
    expect(rejected).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(rejected.body.error).toMatch(/Forgot password.*wait 24 hours/)
    expect((await signIn({ ...member, from: '2001:db8:1:2::1' })).status).toBe(200)
  })

  test('cannot get round it by the name or the case of the address', async () => {
    const member = await site.signUp('guessed_at')
    await guesses(attempts, { email: member.email.toUpperCase() })
    const path = '/api/users/get-email-by-username'
    const { email } = (await site.post<{ email: string }>(path, { username: 'guessed_at' })).body
    const instructions = expect.stringContaining('SHA-256')
    expect((await send({ email, password: 'guess' })).body).toMatchObject({
      code: 'proof_needed',
      error: expect.stringMatching(/Please try again\.$/),
      proof: { puzzles: proofPuzzles, bits: 11, how: instructions },
    })
  })

  test('trying many accounts from one address has to wait', async () => {
    const responses: number[] = []
    for (let n = 0; n < 55; n++)
      responses.push((await send({ email: `nobody${n}@example.org`, password: 'password of all' })).status)
    expect(responses.filter((status) => status === 401)).toHaveLength(50)
    expect(responses.slice(50)).toEqual(Array(5).fill(429))
  })

  test('does not learn whether an account exists', async () => {
    const unknownMember = { email: 'nobody.at.all@example.org' }
    expect(statuses(await guesses(12, unknownMember)).sort()).toEqual([...Array(attempts).fill(401), 429, 429])
    expect((await signIn({ ...unknownMember, password: 'x' })).status).toBe(401)
  })

  test('does more work the more is guessed', async () => {
    const member = await site.signUp()
    await guesses(60, member)
    expect((await send(member)).body.proof?.bits).toBe(12)
    await guesses(100, member)
    expect((await send(member)).body.proof?.bits).toBe(13)
  })

  test('gains nothing by a work that was done before, for another, or not at all', async () => {
    const [member, other] = [await site.signUp(), await site.signUp()]
    for (const each of [member, other]) await guesses(attempts, each)
    const task = async () => (await send(member)).body.proof as ProofTask
    const solvedProof = solveProof(await task())
    const repeated = await callConcurrently(5, () => send({ ...member, password: 'guess', proof: solvedProof }))
    expect(statuses(repeated).sort()).toEqual([401, 429, 429, 429, 429])
    const proofTask = await task()
    const solved = solveProof(proofTask)
    expect((await send({ ...other, proof: solved })).body.code).toBe('proof_needed')
    const easier = { ...solved, challenge: proofTask.challenge.replace(/^\d+/, '1') }
    const undone = { ...solved, solutions: solved.solutions.map((n) => n + 1) }
    for (const proof of [easier, undone, { ...solved, challenge: 'nonsense' }])
      expect((await send({ ...member, proof })).body.code).toBe('proof_needed')
    expect((await send({ ...member, proof: solved })).status).toBe(200)
  })
})

test('a successful sign-in refunds the attempts of its network, and none of others', async () => {
  const member = await site.signUp()
  for (let n = 0; n < 12; n++) expect((await send(member)).status).toBe(200)
  await guesses(attempts, member)
  expect((await signIn(member)).status).toBe(200)
  expect((await send(member)).body.code).toBe('proof_needed')
})

test('a task is for one account and five minutes', () => {
  const now = Date.now()
  const proof = solveProof(createProofTask('secret', 'ana', 4, now))
  expect(isProof(['secret'], 'ana', proof, now + 299_000)).toBe(true)
  expect(isProof(['secret'], 'ana', proof, now + 302_000)).toBe(false)
  expect(isProof(['secret'], 'ben', proof, now)).toBe(false)
  expect(isProof(['another'], 'ana', proof, now)).toBe(false)
  expect(isProof(['another', 'secret'], 'ana', proof, now)).toBe(true)
})

test('cannot bypass the limit with another device’s cookie: it counts as an unknown device', async () => {
  const [member, other] = [await site.signUp(), await site.signUp()] as [Member, Member]
  await guesses(attempts, member)
  expect((await send({ ...member }, createBrowser(site, other))).body.code).toBe('proof_needed')
})
