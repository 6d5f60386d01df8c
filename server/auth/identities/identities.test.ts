import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Identities } from '#contract/identities.ts'
import { type Browser, enableTwoFactor, expireRecentSignIns, viewerOf } from '#tests/support/account.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { type ProviderUser, startOidcProvider } from '#tests/support/oidc-provider.ts'
import { signInWithProvider, startProvider } from '#tests/support/registration.ts'
import { openTestApp, startTestApp } from '#tests/support/test-app.ts'

const provider = await startProvider()
const { settings } = provider
const site = await openTestApp({ settings })
const callback = `${settings.PUBLIC_URL}/api/auth/callback/oidc`

const startFlow = (browser: Browser, path: string, providerId = 'oidc') =>
  browser.auth<{ url: string }>(path, { provider: providerId })
/** Starts a sign-in at the provider and returns the address that leads back to the site. */
async function authorise(browser: Browser, path: string, person: ProviderUser) {
  provider.state.user = person
  return provider.followRedirects((await startFlow(browser, path)).body.url)
}
async function followCallback(browser: Browser, callbackUrl: URL) {
  const response = await browser.get(callbackUrl.pathname + callbackUrl.search)
  expect(response.status, response.text).toBe(302)
  return String(response.headers.location)
}
const signIn = (person: ProviderUser, browser = createBrowser(site)) =>
  signInWithProvider(site, provider, { user: person }, browser)
const link = async (browser: Browser, person: ProviderUser) =>
  followCallback(browser, await authorise(browser, 'identities/link', person))
const newMember = async () => createBrowser(site, await site.signUp())

const identitiesOf = async (browser: Browser) => (await browser.get<Identities>('/api/auth/identities')).body
const unlink = (browser: Browser, id = '') => browser.delete(`/api/auth/identities/${id}`)

let personCount = 0
const newPerson = (more: Partial<ProviderUser> = {}): ProviderUser => {
  personCount += 1
  const sub = `person-${personCount}`
  return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Some Body', ...more }
}

describe('a new member who signs in through a provider', () => {
  beforeAll(() => site.signUp('TakenAlready'))

  test('gets an account and a profile, called as they are there', async () => {
    const person = newPerson({ preferred_username: 'paper moth' })
    const { page, user, browser } = await signIn(person)
    expect(page).toBe('/auth/callback?type=oauth')
    expect(user).toMatchObject({ username: 'paper-moth', email: person.email, emailVerified: true })
    expect((await browser.get(`/api/users/${user?.id}`)).status).toBe(200)
    const identities = [{ provider: 'oidc' }]
    expect(await identitiesOf(browser)).toMatchObject({ hasPassword: false, identities })
  })

  test('is accepted when twenty with the same name arrive concurrently, and one of them gets the name', async () => {
    const callbacks: { browser: Browser; callbackUrl: URL }[] = []
    for (let n = 0; n < 20; n++) {
      const browser = createBrowser(site)
      const person = newPerson({ preferred_username: 'Quintuplet' })
      callbacks.push({ browser, callbackUrl: await authorise(browser, 'sign-in/social', person) })
    }
    const pages = await Promise.all(callbacks.map(({ browser, callbackUrl }) => followCallback(browser, callbackUrl)))
    expect(new Set(pages)).toEqual(new Set(['/auth/callback?type=oauth']))
    const names = await Promise.all(callbacks.map(async ({ browser }) => (await viewerOf(browser))?.username ?? ''))
    expect(new Set(names).size).toBe(20)
    expect(names.filter((name) => !/^Quintuplet-\d+$/.test(name))).toEqual(['Quintuplet'])
  })

  test('is the same person the next time', async () => {
    const person = newPerson()
    const { user } = await signIn(person)
    expect((await signIn({ ...person, email: 'moved@elsewhere.example' })).user).toEqual(user)
    expect(user?.email).toBe(person.email)
  })

  test.each([
    ['a taken name', { preferred_username: 'TakenAlready' }, /^TakenAlready-\d+$/],
    ['a reserved name', { preferred_username: 'admin' }, /^admin-\d+$/],
    ['a name of two alphabets', { preferred_username: 'trіck' }, /^reader(-\d+)?$/],
    ['a name that passes for another', { preferred_username: 'ΝΟΡΑ' }, /^reader(-\d+)?$/],
    ['a name of signs', { preferred_username: '!!! ???' }, /^reader(-\d+)?$/],
    ['no name at all', { name: undefined }, /^reader(-\d+)?$/],
    ['an endless name', { preferred_username: 'x'.repeat(300) }, /^x{24}$/],
  ])('and has %s gets one that can be had', async (_what, more, expected) => {
    expect((await signIn(newPerson(more))).user?.username).toMatch(expected)
  })

  test('with an unverified address is asked to confirm it', async () => {
    const { user } = await signIn(newPerson({ email_verified: false }))
    expect(user).toMatchObject({ emailVerified: false })
  })

  test('without an address sees why that is not possible', async () => {
    const { email: _none, ...person } = newPerson()
    const { page, user } = await signIn(person)
    expect(page).toMatch(/^\/auth\/callback\?type=oauth&error=email_not_found/)
    expect(user).toBeNull()
  })

  test('with the address of an account here does not get that account', async () => {
    const { email } = await site.signUp()
    const { page, user } = await signIn(newPerson({ email }))
    expect(page).toMatch(/error=account_not_linked/)
    expect(user).toBeNull()
    const [account] = await site.sql('select email_verified, confirmed_email from users where email = $1', email)
    expect(account).toEqual({ email_verified: false, confirmed_email: null })
  })

  test('and cancels there returns to a page that says so', async () => {
    provider.state.deniesAccess = true
    expect((await signIn(newPerson())).page).toMatch(/error=access_denied/)
    provider.state.deniesAccess = false
  })
})

describe('linking', () => {
  test('adds a sign-in method, and unlinking removes it', async () => {
    const member = await site.signUp()
    const browser = createBrowser(site, member)
    const person = newPerson()
    expect(await link(browser, person)).toBe('/account-settings?linked=oidc')
    const { identities, hasPassword } = await identitiesOf(browser)
    expect(hasPassword).toBe(true)
    expect(identities).toMatchObject([{ provider: 'oidc' }])
    expect((await signIn(person)).user?.id).toBe(member.id)

    expect((await unlink(browser, identities[0]?.id)).status).toBe(200)
    expect((await identitiesOf(browser)).identities).toEqual([])
    expect((await unlink(browser, identities[0]?.id)).status).toBe(404)
    expect((await signIn(person)).user?.id).not.toBe(member.id)
  })

  test('stores nothing that would allow access to the provider', async () => {
    await link(await newMember(), newPerson())
    const tokens = 'coalesce(access_token, refresh_token, id_token)'
    expect(await site.sql(`select from accounts where ${tokens} is not null`)).toEqual([])
  })

  test('an identity linked to another member is rejected', async () => {
    const person = newPerson()
    await link(await newMember(), person)
    const other = await newMember()
    expect(await link(other, person)).toMatch(/^\/account-settings\?error=/)
    expect((await identitiesOf(other)).identities).toEqual([])
  })

  test('that is finished after the session ended, for example by recovery, adds nothing', async () => {
    const member = await site.signUp()
    const browser = createBrowser(site, member)
    const person = newPerson()
    const callbackUrl = await authorise(browser, 'identities/link', person)
    const lockUser = `select from users where id = '${member.id}' for update`
    const finishing = await withLock(site, lockUser, async (holder) => {
      const page = followCallback(browser, callbackUrl)
      await untilLocksAreAwaited(site)
      await holder.query('delete from sessions where user_id = $1', [member.id])
      return { page }
    })
    expect(await finishing.page).toMatch(/^\/account-settings\?error=/)
    expect(await site.sql(`select from accounts where user_id = $1 and provider_id = 'oidc'`, member.id)).toEqual([])
  })

  test('of a stranger’s identity cannot be undone', async () => {
    const owner = await newMember()
    await link(owner, newPerson())
    const [identity] = (await identitiesOf(owner)).identities
    expect((await unlink(await newMember(), identity?.id)).status).toBe(404)
    expect((await identitiesOf(owner)).identities).toHaveLength(1)
  })

  test('is never undone for the last way in', async () => {
    const { browser } = await signIn(newPerson())
    const [identity] = (await identitiesOf(browser)).identities
    const rejected = { status: 409, body: { code: 'last_way_in' } }
    expect(await unlink(browser, identity?.id)).toMatchObject(rejected)
  })

  test('removing two identities concurrently leaves one way to sign in', async () => {
    const { browser } = await signIn(newPerson())
    await link(browser, newPerson())
    const { identities } = await identitiesOf(browser)
    expect(identities).toHaveLength(2)
    const responses = await Promise.all(identities.map(({ id }) => unlink(browser, id)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
  })

  test('needs a recent sign-in, and one at all', async () => {
    const member = await site.signUp()
    expect((await startFlow(createBrowser(site), 'identities/link')).status).toBe(401)
    await expireRecentSignIns(site, member)
    const { body } = await startFlow(createBrowser(site, member), 'identities/link')
    expect(body).toMatchObject({ code: 'confirmation_needed' })
  })
})

describe('the provider’s callback', () => {
  test('works once, and in the browser that set out alone', async () => {
    const callbackUrl = await authorise(createBrowser(site), 'sign-in/social', newPerson())
    expect(await followCallback(createBrowser(site), callbackUrl)).toMatch(/error=/)
    const other = createBrowser(site)
    const secondCallback = await authorise(other, 'sign-in/social', newPerson())
    expect(await followCallback(other, secondCallback)).toBe('/auth/callback?type=oauth')
    expect(await followCallback(other, secondCallback)).toMatch(/error=/)
  })

  test.each(['', '?state=made-up&code=x', '?code=x', '?error=server_error', '?state=%00'])(
    'as %j is answered with a page of ours',
    async (query) => {
      const browser = createBrowser(site)
      const page = await followCallback(browser, new URL(callback + query))
      expect(page).toMatch(/^\/auth\/callback\?type=oauth&error=/)
      expect(await viewerOf(browser)).toBeNull()
    },
  )
})

test('the second factor is also required after signing in through a provider', async () => {
  const { member, browser, secret } = await enableTwoFactor(site)
  const person = newPerson()
  await link(browser, person)
  const { page, user, browser: otherBrowser } = await signIn(person)
  expect([page, user]).toEqual(['/?second_factor=1', null])
  const done = await otherBrowser.auth('factors/verify', { code: totpCode(secret) })
  expect(done.body).toEqual({ user: { id: member.id } })
  expect((await viewerOf(otherBrowser))?.id).toBe(member.id)
})

test('a second factor whose setup broke off does not lock out members who sign in through a provider', async () => {
  const member = await site.signUp()
  const person = newPerson()
  await link(createBrowser(site, member), person)
  await site.sql('update users set two_factor_enabled = true where id = $1', member.id)
  expect((await signIn(person)).user?.id).toBe(member.id)
})

describe('a provider', () => {
  test('that is not configured is not there', async () => {
    expect((await startFlow(createBrowser(site), 'sign-in/social', 'github')).status).toBe(404)
    expect((await site.get('/api/auth/callback/github')).status).toBe(404)
    expect((await site.get('/api/auth/providers')).body).toEqual({
      providers: [{ id: 'oidc', name: 'Open House' }],
    })
  })

  /** A test server that counts its requests. */
  async function openServer(handler: (response: ServerResponse) => void) {
    const received = { calls: 0 }
    const server = createServer((_request, response) => {
      received.calls += 1
      handler(response)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const json = (content: object) => (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(content))

  async function siteWith(OIDC_ISSUER: string) {
    const other = await startTestApp({ settings: { ...settings, OIDC_ISSUER } })
    onTestFinished(() => other.close())
    const startSignIn = () => other.auth('sign-in/social', { provider: 'oidc' })
    const signInWithPassword = async () => {
      const { email, password } = await other.signUp()
      return other.auth('sign-in/email', { email, password })
    }
    return { startSignIn, signInWithPassword }
  }
  const unavailable = { status: 503, body: { code: 'unavailable' } }

  test('that is down is reported, does not affect password sign-in, and works once it is back', async () => {
    const unreachableProvider = await startOidcProvider(callback)
    await unreachableProvider.stop()
    const { startSignIn, signInWithPassword } = await siteWith(unreachableProvider.issuer)
    expect((await signInWithPassword()).status).toBe(200)
    expect(await startSignIn()).toMatchObject(unavailable)
    const port = Number(new URL(unreachableProvider.issuer).port)
    const restartedProvider = await startOidcProvider(callback, { port })
    onTestFinished(() => restartedProvider.stop())
    expect((await startSignIn()).status).toBe(200)
  })

  test('with an unexpected issuer signs no one in', async () => {
    const issuer = 'https://accounts.example'
    const addresses = { authorization_endpoint: issuer, token_endpoint: issuer, jwks_uri: issuer }
    const impostor = await openServer(json({ issuer, ...addresses }))
    const { startSignIn } = await siteWith(impostor.address)
    expect(await startSignIn()).toMatchObject({ status: 500, body: { code: 'internal' } })
  })

  test('that redirects its metadata request is not followed', async () => {
    const inside = await openServer(json({}))
    const front = await openServer((response) => void response.writeHead(302, { location: inside.address }).end())
    const { startSignIn } = await siteWith(front.address)
    expect(await startSignIn()).toMatchObject(unavailable)
    expect([front.received.calls > 0, inside.received.calls]).toEqual([true, 0])
  })

  test('that redirects the user info request elsewhere is not followed', async () => {
    const { email: _none, ...person } = newPerson()
    const inside = await openServer(json({ sub: person.sub, email: 'inside@elsewhere.example', email_verified: true }))
    provider.state.userInfoRedirect = inside.address
    onTestFinished(() => void delete provider.state.userInfoRedirect)
    const { page, user } = await signIn(person)
    expect(page).toMatch(/error=/)
    expect([user, inside.received.calls]).toEqual([null, 0])
  })

  test('that never responds at the end of a sign-in delays it by at most ten seconds', async () => {
    provider.state.unresponsivePath = '/token'
    onTestFinished(() => void delete provider.state.unresponsivePath)
    const startedAt = performance.now()
    const { page, user } = await signIn(newPerson())
    expect(page).toMatch(/error=/)
    expect(performance.now() - startedAt).toBeGreaterThan(9_000)
    expect(user).toBeNull()
  })

  test('that denies access leaves the member signed in, even if the session is being renewed', async () => {
    const member = await site.signUp()
    const browser = createBrowser(site, member)
    await site.sql(`update sessions set expires_at = now() + interval '5 days' where user_id = $1`, member.id)
    expect(await followCallback(browser, new URL(`${callback}?error=access_denied`))).toMatch(/error=/)
    expect(await viewerOf(browser)).toMatchObject({ id: member.id })
  })

  test('that accepts a connection and never responds does not block sign-in forever', async () => {
    const silent = await openServer(() => undefined)
    const { startSignIn, signInWithPassword } = await siteWith(silent.address)
    const pending = startSignIn()
    expect((await signInWithPassword()).status).toBe(200)
    expect(await pending).toMatchObject(unavailable)
  })
})
