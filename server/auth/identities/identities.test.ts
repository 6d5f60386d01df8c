import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Identities } from '#contract/identities.ts'
import { ageSignIns, type Browser, protect, viewerOf } from '#tests/support/account.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Known, startOidcProvider } from '#tests/support/oidc-provider.ts'
import { comeFrom, openProvider } from '#tests/support/registration.ts'
import { openTestApp, startTestApp } from '#tests/support/test-app.ts'

const provider = await openProvider()
const { settings } = provider
const site = await openTestApp({ settings })
const callback = `${settings.PUBLIC_URL}/api/auth/callback/oidc`

const begin = (browser: Browser, path: string, chosen = 'oidc') =>
  browser.auth<{ url: string }>(path, { provider: chosen })
/** Starts a sign-in at the provider and returns the address that leads back to the site. */
async function setOut(browser: Browser, path: string, person: Known) {
  provider.is.now = person
  return provider.walk((await begin(browser, path)).body.url)
}
async function arrive(browser: Browser, back: URL) {
  const answer = await browser.get(back.pathname + back.search)
  expect(answer.status, answer.text).toBe(302)
  return String(answer.headers.location)
}
const come = (person: Known, browser = openBrowser(site)) => comeFrom(site, provider, { person }, browser)
const link = async (browser: Browser, person: Known) =>
  arrive(browser, await setOut(browser, 'identities/link', person))
const newMember = async () => openBrowser(site, await site.signUp())

const identitiesOf = async (browser: Browser) => (await browser.get<Identities>('/api/auth/identities')).body
const unlink = (browser: Browser, id = '') => browser.delete(`/api/auth/identities/${id}`)

let people = 0
const somebody = (more: Partial<Known> = {}): Known => {
  people += 1
  const sub = `person-${people}`
  return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Some Body', ...more }
}

describe('a new member who signs in through a provider', () => {
  beforeAll(() => site.signUp('TakenAlready'))

  test('gets an account and a profile, called as they are there', async () => {
    const person = somebody({ preferred_username: 'paper moth' })
    const { page, user, browser } = await come(person)
    expect(page).toBe('/auth/callback?type=oauth')
    expect(user).toMatchObject({ username: 'paper-moth', email: person.email, emailVerified: true })
    expect((await browser.get(`/api/users/${user?.id}`)).status).toBe(200)
    const identities = [{ provider: 'oidc' }]
    expect(await identitiesOf(browser)).toMatchObject({ hasPassword: false, identities })
  })

  test('is accepted when twenty with the same name arrive concurrently, and one of them gets the name', async () => {
    const ways: { browser: Browser; back: URL }[] = []
    for (let n = 0; n < 20; n++) {
      const browser = openBrowser(site)
      const person = somebody({ preferred_username: 'Quintuplet' })
      ways.push({ browser, back: await setOut(browser, 'sign-in/social', person) })
    }
    const pages = await Promise.all(ways.map(({ browser, back }) => arrive(browser, back)))
    expect(new Set(pages)).toEqual(new Set(['/auth/callback?type=oauth']))
    const names = await Promise.all(
      ways.map(async ({ browser }) => (await viewerOf(browser))?.username ?? ''),
    )
    expect(new Set(names).size).toBe(20)
    expect(names.filter((name) => !/^Quintuplet-\d+$/.test(name))).toEqual(['Quintuplet'])
  })

  test('is the same person the next time', async () => {
    const person = somebody()
    const { user } = await come(person)
    expect((await come({ ...person, email: 'moved@elsewhere.example' })).user).toEqual(user)
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
    expect((await come(somebody(more))).user?.username).toMatch(expected)
  })

  test('with an unverified address is asked to confirm it', async () => {
    const { user } = await come(somebody({ email_verified: false }))
    expect(user).toMatchObject({ emailVerified: false })
  })

  test('without an address sees why that is not possible', async () => {
    const { email: _none, ...person } = somebody()
    const { page, user } = await come(person)
    expect(page).toMatch(/^\/auth\/callback\?type=oauth&error=email_not_found/)
    expect(user).toBeNull()
  })

  test('with the address of an account here does not get that account', async () => {
    const { email } = await site.signUp()
    const { page, user } = await come(somebody({ email }))
    expect(page).toMatch(/error=account_not_linked/)
    expect(user).toBeNull()
  })

  test('and cancels there returns to a page that says so', async () => {
    provider.is.refuses = true
    expect((await come(somebody())).page).toMatch(/error=access_denied/)
    provider.is.refuses = false
  })
})

describe('linking', () => {
  test('adds a sign-in method, and unlinking removes it', async () => {
    const member = await site.signUp()
    const browser = openBrowser(site, member)
    const person = somebody()
    expect(await link(browser, person)).toBe('/account-settings?linked=oidc')
    const { identities, hasPassword } = await identitiesOf(browser)
    expect(hasPassword).toBe(true)
    expect(identities).toMatchObject([{ provider: 'oidc' }])
    expect((await come(person)).user?.id).toBe(member.id)

    expect((await unlink(browser, identities[0]?.id)).status).toBe(200)
    expect((await identitiesOf(browser)).identities).toEqual([])
    expect((await unlink(browser, identities[0]?.id)).status).toBe(404)
    expect((await come(person)).user?.id).not.toBe(member.id)
  })

  test('stores nothing that would allow access to the provider', async () => {
    await link(await newMember(), somebody())
    const tokens = 'coalesce(access_token, refresh_token, id_token)'
    expect(await site.sql(`select from accounts where ${tokens} is not null`)).toEqual([])
  })

  test('an identity linked to another member is rejected', async () => {
    const person = somebody()
    await link(await newMember(), person)
    const other = await newMember()
    expect(await link(other, person)).toMatch(/^\/account-settings\?error=/)
    expect((await identitiesOf(other)).identities).toEqual([])
  })

  test('of a stranger’s identity cannot be undone', async () => {
    const owner = await newMember()
    await link(owner, somebody())
    const [identity] = (await identitiesOf(owner)).identities
    expect((await unlink(await newMember(), identity?.id)).status).toBe(404)
    expect((await identitiesOf(owner)).identities).toHaveLength(1)
  })

  test('is never undone for the last way in', async () => {
    const { browser } = await come(somebody())
    const [identity] = (await identitiesOf(browser)).identities
    const refused = { status: 409, body: { code: 'last_way_in' } }
    expect(await unlink(browser, identity?.id)).toMatchObject(refused)
  })

  test('removing two identities concurrently leaves one way to sign in', async () => {
    const { browser } = await come(somebody())
    await link(browser, somebody())
    const { identities } = await identitiesOf(browser)
    expect(identities).toHaveLength(2)
    const answers = await Promise.all(identities.map(({ id }) => unlink(browser, id)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('needs a recent sign-in, and one at all', async () => {
    const member = await site.signUp()
    expect((await begin(openBrowser(site), 'identities/link')).status).toBe(401)
    await ageSignIns(site, member)
    const { body } = await begin(openBrowser(site, member), 'identities/link')
    expect(body).toMatchObject({ code: 'confirmation_needed' })
  })
})

describe('the provider’s callback', () => {
  test('works once, and in the browser that set out alone', async () => {
    const back = await setOut(openBrowser(site), 'sign-in/social', somebody())
    expect(await arrive(openBrowser(site), back)).toMatch(/error=/)
    const other = openBrowser(site)
    const again = await setOut(other, 'sign-in/social', somebody())
    expect(await arrive(other, again)).toBe('/auth/callback?type=oauth')
    expect(await arrive(other, again)).toMatch(/error=/)
  })

  test.each(['', '?state=made-up&code=x', '?code=x', '?error=server_error', '?state=%00'])(
    'as %j is answered with a page of ours',
    async (query) => {
      const browser = openBrowser(site)
      const page = await arrive(browser, new URL(callback + query))
      expect(page).toMatch(/^\/auth\/callback\?type=oauth&error=/)
      expect(await viewerOf(browser)).toBeNull()
    },
  )
})

test('the second factor is also required after signing in through a provider', async () => {
  const { member, browser, secret } = await protect(site)
  const person = somebody()
  await link(browser, person)
  const { page, user, browser: elsewhere } = await come(person)
  expect([page, user]).toEqual(['/?second_factor=1', null])
  const done = await elsewhere.auth('factors/verify', { code: codeOf(secret) })
  expect(done.body).toEqual({ user: { id: member.id } })
  expect((await viewerOf(elsewhere))?.id).toBe(member.id)
})

describe('a provider', () => {
  test('that is not configured is not there', async () => {
    expect((await begin(openBrowser(site), 'sign-in/social', 'github')).status).toBe(404)
    expect((await site.get('/api/auth/callback/github')).status).toBe(404)
    expect((await site.get('/api/auth/providers')).body).toEqual({
      providers: [{ id: 'oidc', name: 'Open House' }],
    })
  })

  /** A test server that counts its requests. */
  async function openServer(answer: (response: ServerResponse) => void) {
    const seen = { calls: 0 }
    const server = createServer((_request, response) => {
      seen.calls += 1
      answer(response)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    return { seen, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const json = (content: object) => (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(content))

  async function siteWith(OIDC_ISSUER: string) {
    const other = await startTestApp({ settings: { ...settings, OIDC_ISSUER } })
    onTestFinished(() => other.close())
    const choose = () => other.auth('sign-in/social', { provider: 'oidc' })
    const signInWithPassword = async () => {
      const { email, password } = await other.signUp()
      return other.auth('sign-in/email', { email, password })
    }
    return { choose, signInWithPassword }
  }
  const unavailable = { status: 503, body: { code: 'unavailable' } }

  test('that is down is reported, does not affect password sign-in, and works once it is back', async () => {
    const away = await startOidcProvider(callback)
    await away.stop()
    const { choose, signInWithPassword } = await siteWith(away.issuer)
    expect((await signInWithPassword()).status).toBe(200)
    expect(await choose()).toMatchObject(unavailable)
    const port = Number(new URL(away.issuer).port)
    const back = await startOidcProvider(callback, { port })
    onTestFinished(() => back.stop())
    expect((await choose()).status).toBe(200)
  })

  test('with an unexpected issuer signs no one in', async () => {
    const issuer = 'https://accounts.example'
    const addresses = { authorization_endpoint: issuer, token_endpoint: issuer, jwks_uri: issuer }
    const impostor = await openServer(json({ issuer, ...addresses }))
    const { choose } = await siteWith(impostor.address)
    expect(await choose()).toMatchObject({ status: 500, body: { code: 'internal' } })
  })

  test('that sends us elsewhere for what it offers is not followed', async () => {
    const inside = await openServer(json({}))
    const front = await openServer(
      (response) => void response.writeHead(302, { location: inside.address }).end(),
    )
    const { choose } = await siteWith(front.address)
    expect(await choose()).toMatchObject(unavailable)
    expect([front.seen.calls > 0, inside.seen.calls]).toEqual([true, 0])
  })

  test('that redirects the user info request elsewhere is not followed', async () => {
    const { email: _none, ...person } = somebody()
    const inside = await openServer(
      json({ sub: person.sub, email: 'inside@elsewhere.example', email_verified: true }),
    )
    provider.is.personIsAt = inside.address
    onTestFinished(() => void delete provider.is.personIsAt)
    const { page, user } = await come(person)
    expect(page).toMatch(/error=/)
    expect([user, inside.seen.calls]).toEqual([null, 0])
  })

  test('that never responds at the end of a sign-in delays it by at most ten seconds', async () => {
    provider.is.silentAt = '/token'
    onTestFinished(() => void delete provider.is.silentAt)
    const began = performance.now()
    const { page, user } = await come(somebody())
    expect(page).toMatch(/error=/)
    expect(performance.now() - began).toBeGreaterThan(9_000)
    expect(user).toBeNull()
  })

  test('that denies access leaves the member signed in, even if the session is being renewed', async () => {
    const member = await site.signUp()
    const browser = openBrowser(site, member)
    await site.sql(`update sessions set expires_at = now() + interval '5 days' where user_id = $1`, member.id)
    expect(await arrive(browser, new URL(`${callback}?error=access_denied`))).toMatch(/error=/)
    expect(await viewerOf(browser)).toMatchObject({ id: member.id })
  })

  test('that accepts a connection and never responds does not block sign-in forever', async () => {
    const silent = await openServer(() => undefined)
    const { choose, signInWithPassword } = await siteWith(silent.address)
    const choosing = choose()
    expect((await signInWithPassword()).status).toBe(200)
    expect(await choosing).toMatchObject(unavailable)
  })
})
