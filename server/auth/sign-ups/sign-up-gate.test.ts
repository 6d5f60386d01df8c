import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailLink } from '#server/auth/account-mail/mail-links.queries.ts'
import { publishDue } from '#server/drafts/drafts.jobs.ts'
import { rateLimitRules } from '#server/http/rate-limit-rules.ts'
import { createLimits } from '#server/http/rate-limits.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { createPublishableDraft } from '#tests/support/drafts.ts'
import { addMedia, publishOnePage } from '#tests/support/library.ts'
import { newcomer, register, signInWithProvider, startProvider } from '#tests/support/registration.ts'
import { solveProof } from '#tests/support/solve-proof.ts'
import { callConcurrently, type Member, openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { blockEmailDomain, listBlockedEmailDomains, unblockEmailDomain } from './email-domains.ts'

const provider = await startProvider()
const { settings } = provider
const open = await openTestApp({ settings: { ...settings, RATE_LIMITS: 'on' } })
const closed = await openTestApp({ settings: { ...settings, SIGN_UPS: 'closed' } })
const strict = await openTestApp({
  settings: { CONFIRM_BEFORE_PUBLISHING: 'on', SIGN_UP_PROOF: 'always', RATE_LIMITS: 'on' },
})
beforeEach(() => open.sql('delete from rate_limit_points'))

let addresses = 0
/** Registers from a new network each time, so that only the limit under test applies. */
function registerFromNewAddress(site: TestApp, more: object = {}) {
  addresses += 1
  return register(site, more, { from: `198.51.100.${addresses}` })
}
const atProvider = (email: string, sub = email) => ({ sub, email, email_verified: true, preferred_username: 'Elsa' })

test('a site with closed sign-ups accepts sign-ins of existing accounts', async () => {
  const rows = await closed.sql(
    `with old as (
       insert into users (email, email_verified, username, username_key, name)
       values ('old@elsewhere.example', true, 'Old', 'old', 'Old') returning id)
     insert into accounts (user_id, account_id, provider_id) select id, 'old-sub', 'oidc' from old returning user_id`,
  )
  const person = atProvider('old@elsewhere.example', 'old-sub')
  expect((await signInWithProvider(closed, provider, { user: person })).user?.id).toBe(rows[0].user_id)
})

describe('addresses at a blocked domain', () => {
  const block = (domain: string) => open.db.transaction().execute((tx) => blockEmailDomain(tx, { domain }))
  const unblock = (domain: string) => open.db.transaction().execute((tx) => unblockEmailDomain(tx, { domain }))
  const message = expect.stringContaining('does not accept addresses from this email provider')
  const rejected = { status: 400, body: { error: message } }
  beforeAll(async () => {
    await block('throwaway.example')
    await block('müll.example')
  })

  test.each([
    'a@throwaway.example',
    'a@ThrowAway.EXAMPLE',
    'a@deep.down.throwaway.example',
    'a@xn--mll-hoa.example',
    'a@sub.XN--mll-hoa.example',
    'a@xn--a.throwaway.example',
  ])('do not register: %s', async (email) => {
    expect(await registerFromNewAddress(open, { email })).toMatchObject(rejected)
    const body = { email, username: newcomer().username }
    const check = await open.post('/api/validate-registration', body)
    expect(check.body).toMatchObject({ valid: false, issues: [{ path: 'email' }] })
  })

  test.each(['a@throwaway.example', 'b@sub.throwaway.example', 'c@müll.example'])(
    'are rejected when signing in through a provider: %s',
    async (email) => {
      const { page, user } = await signInWithProvider(open, provider, { user: atProvider(email) })
      expect(page).toContain('error=email_refused')
      expect(user).toBeNull()
    },
  )

  test('are not linked as an identity', async () => {
    const { member } = await registerFromNewAddress(open)
    const browser = createBrowser(open, member)
    provider.state.user = atProvider('link@throwaway.example')
    const started = await browser.auth<{ url: string }>('identities/link', { provider: 'oidc' })
    const callbackUrl = await provider.followRedirects(started.body.url)
    const { headers } = await browser.get(callbackUrl.pathname + callbackUrl.search)
    expect(headers.location).toContain('error=email_refused')
    const linked = `select from accounts where user_id = $1 and provider_id = 'oidc'`
    expect(await open.sql(linked, member.id)).toEqual([])
  })

  test('are not changed to, by any of the three calls', async () => {
    const { member } = await registerFromNewAddress(open)
    const newEmail = 'moved@throwaway.example'
    for (const response of [
      await open.put(`/api/users/${member.id}`, { email: newEmail }, member),
      await open.auth('admin-update-email', { newEmail }, member),
      await open.auth('direct-update-email', { newEmail: 'moved@SUB.throwaway.example' }, member),
    ])
      expect(response).toMatchObject(rejected)
  })

  test('do not affect similar domains', async () => {
    const allowedEmails = ['a@throwaway.example.org', 'a@notthrowaway.example', 'throwaway.example@fine.example']
    for (const email of allowedEmails) expect((await registerFromNewAddress(open, { email })).status, email).toBe(200)
  })

  test('can be blocked by an operator once, and unblocked', async () => {
    for (const domain of ['@throwaway.example', '*.ThrowAway.example.', ' throwaway.example '])
      expect(await block(domain)).toBe('already')
    expect((await listBlockedEmailDomains(open.db)).map(({ domain }) => domain)).toEqual([
      'throwaway.example',
      'xn--mll-hoa.example',
    ])
    for (const domain of ['', 'com', 'a b.example', 'x@', "bad'.example"])
      await expect(block(domain)).rejects.toThrow(/not an email domain/)
    expect(await unblock('MÜLL.example')).toBe('done')
    expect(await unblock('müll.example')).toBe('absent')
    expect((await registerFromNewAddress(open, { email: 'again@xn--mll-hoa.example' })).status).toBe(200)
  })
})

/** A new visitor who must do a proof of work, with the task and its solution. */
async function requestProof(site: TestApp) {
  const person = newcomer()
  const response = await registerFromNewAddress(site, person)
  if (!response.body.proof) throw new Error(`no work is asked for: ${response.text}`)
  return { person, response, proof: solveProof(response.body.proof) }
}

describe('a proof of work', () => {
  test('is required for every sign-up if configured, and accepted once solved', async () => {
    const { person, response, proof } = await requestProof(strict)
    expect(response).toMatchObject({
      status: 429,
      body: { code: 'proof_needed', error: expect.stringMatching(/Please try again\.$/) },
    })
    const wrong = { ...proof, solutions: proof.solutions.map((n) => n + 1) }
    for (const more of [{ proof: wrong }, { proof, email: newcomer().email }])
      expect((await registerFromNewAddress(strict, { ...person, ...more })).body.code).toBe('proof_needed')
    const repeated = await callConcurrently(5, () =>
      registerFromNewAddress(strict, { ...person, username: newcomer().username, proof }),
    )
    expect(repeated.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(repeated.filter(({ body }) => body.code === 'proof_needed')).toHaveLength(4)
  })

  test('is required only under load if nothing is configured, and no longer ten minutes later', async () => {
    const { attempts } = rateLimitRules['sign-ups']
    for (let n = 0; n < attempts; n++) expect((await registerFromNewAddress(open)).status).toBe(200)
    const { person, proof } = await requestProof(open)
    expect((await registerFromNewAddress(open, { ...person, proof })).status).toBe(200)
    await open.sql('update rate_limit_points set expire = 1')
    expect((await registerFromNewAddress(open)).status).toBe(200)
  })
})

describe('a member with an unconfirmed address, where confirmation is required', () => {
  let member: Member
  beforeAll(async () => {
    const { person, proof } = await requestProof(strict)
    member = (await registerFromNewAddress(strict, { ...person, proof })).member
  })
  const send = (method: 'POST' | 'PUT', path: string, body: object) => strict.call({ method, path, body, as: member })
  const rejected = { status: 403, body: { code: 'email_unconfirmed' } }
  const confirm = async () => {
    const { email, id: userId } = member
    const { token } = await createMailLink(strict.db, { purpose: 'signup', userId, email })
    await send('POST', '/api/auth/verify-email', { token })
  }

  test('publishes by no door, and by every one after confirming', async () => {
    const mediaFiles = await addMedia(strict, member, ['image'])
    const [now, later] = [
      await createPublishableDraft(strict, member, 'Now'),
      await createPublishableDraft(strict, member, 'Later'),
    ]
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const publish = () => send('POST', '/api/zines', { title: 'Moths', aspectRatio: '4:5', mediaFiles })
    const publishNow = () => send('POST', `/api/drafts/${now.id}/publish`, { version: now.version })
    const schedule = () => send('PUT', `/api/drafts/${later.id}/schedule`, { version: later.version, publishAt })
    for (const publishAction of [publish, publishNow, schedule]) expect(await publishAction()).toMatchObject(rejected)
    await confirm()
    for (const publishAction of [publish, publishNow, schedule])
      expect((await publishAction()).status).toBeLessThan(300)
  })

  test('can neither edit nor have scheduled drafts published after an unconfirmed change of address', async () => {
    const { id, version } = await publishOnePage(strict, member, 'Ferns')
    const draft = await createPublishableDraft(strict, member, 'Due')
    await strict.sql(`update drafts set publish_at = now() - interval '1 second' where id = $1`, draft.id)
    await strict.sql('update users set email_verified = false where id = $1', member.id)
    expect(await send('PUT', `/api/zines/${id}`, { version, title: 'Buy this' })).toMatchObject(rejected)
    await publishDue({ ...strict, limits: createLimits(strict) }, draft.id)
    const { body } = await strict.get<{ draft: { refusal: string } }>(`/api/drafts/${draft.id}`, member)
    expect(body.draft.refusal).toMatch(/confirm your email/)
  })

  test('may favorite and follow, and take a time back', async () => {
    const draft = await createPublishableDraft(strict, member, 'Whenever')
    expect(
      (await send('PUT', `/api/drafts/${draft.id}/schedule`, { version: draft.version, publishAt: null })).status,
    ).toBe(200)
    const rows = await strict.sql('select id from zines where creator_id = $1 limit 1', member.id)
    expect((await send('POST', '/api/favorites/zines', { zineId: rows[0].id })).status).toBe(200)
  })
})
