import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Identities } from '#contract/identities.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Known, startOidcProvider } from '#tests/support/oidc-provider.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'

const publicUrl = 'http://localhost:3000'
const provider = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`)
const site = await startTestApp({ settings: { ...provider.settings, PUBLIC_URL: publicUrl } })
afterAll(async () => {
  await site.close()
  await provider.stop()
})

type Browser = ReturnType<typeof openBrowser>
const browserOf = (member: Member) => openBrowser(site, member)
const begin = (browser: Browser, path: string, chosen = 'oidc') =>
  browser.call<{ url: string }>({ method: 'POST', path: `/api/auth/${path}`, body: { provider: chosen } })

/** From the button to the page of ours that the browser ends at. */
async function goThrough(browser: Browser, path: string, person: Known) {
  provider.is.now = person
  const begun = await begin(browser, path)
  expect(begun.status, begun.text).toBe(200)
  const back = await provider.walk(begun.body.url)
  return arrive(browser, back)
}
async function arrive(browser: Browser, back: URL) {
  const answer = await browser.call({ path: back.pathname + back.search })
  expect(answer.status, answer.text).toBe(302)
  return String(answer.headers.location)
}
const signInAs = (browser: Browser, person: Known) => goThrough(browser, 'sign-in/social', person)
const link = (browser: Browser, person: Known) => goThrough(browser, 'identities/link', person)

const identitiesOf = async (browser: Browser) =>
  (await browser.call<Identities>({ path: '/api/auth/identities' })).body
const viewerOf = async (browser: Browser) =>
  (
    await browser.call<{
      user: { id: string; username: string; email: string; emailVerified: boolean } | null
    }>({ path: '/api/auth/user' })
  ).body.user
const unlink = (browser: Browser, id: string) =>
  browser.call({ method: 'DELETE', path: `/api/auth/identities/${id}` })

let people = 0
const somebody = (more: Partial<Known> = {}): Known => {
  people += 1
  const sub = `person-${people}`
  return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Some Body', ...more }
}

describe('somebody new who comes from a provider', () => {
  test('gets an account and a profile, called as they are there', async () => {
    const browser = openBrowser(site)
    const person = somebody({ preferred_username: 'paper moth' })
    expect(await signInAs(browser, person)).toBe('/auth/callback?type=oauth')
    const viewer = await viewerOf(browser)
    expect(viewer).toMatchObject({ username: 'paper-moth', email: person.email, emailVerified: true })
    expect((await browser.call({ path: `/api/users/${viewer?.id}` })).status).toBe(200)
    expect(await identitiesOf(browser)).toMatchObject({
      hasPassword: false,
      identities: [{ provider: 'oidc' }],
    })
  })

  test('is let in though twenty of one name come at once, and one of them gets it', async () => {
    const called = { preferred_username: 'Quintuplet' }
    const browsers = Array.from({ length: 20 }, () => ({
      browser: openBrowser(site),
      person: somebody(called),
    }))
    const ways: { browser: Browser; back: URL }[] = []
    for (const { browser, person } of browsers) {
      provider.is.now = person
      ways.push({ browser, back: await provider.walk((await begin(browser, 'sign-in/social')).body.url) })
    }
    const pages = await Promise.all(ways.map(({ browser, back }) => arrive(browser, back)))
    expect(new Set(pages)).toEqual(new Set(['/auth/callback?type=oauth']))
    const names = await Promise.all(
      browsers.map(async ({ browser }) => (await viewerOf(browser))?.username ?? 'nobody'),
    )
    expect(new Set(names).size).toBe(20)
    expect(names.filter((name) => !/^Quintuplet-\d+$/.test(name))).toEqual(['Quintuplet'])
  })

  test('is the same person the next time', async () => {
    const person = somebody()
    const [first, second] = [openBrowser(site), openBrowser(site)]
    await signInAs(first, person)
    await signInAs(second, { ...person, email: 'moved@elsewhere.example' })
    expect((await viewerOf(second))?.id).toBe((await viewerOf(first))?.id)
    expect((await viewerOf(second))?.email).toBe(person.email)
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
    await site.pool
      .query("select 1 from users where username = 'TakenAlready'")
      .then(async ({ rowCount }) => {
        if (!rowCount) await site.signUp('TakenAlready')
      })
    const browser = openBrowser(site)
    await signInAs(browser, somebody(more))
    expect((await viewerOf(browser))?.username).toMatch(expected)
  })

  test('whose address is not known to be theirs is asked to confirm it', async () => {
    const browser = openBrowser(site)
    await signInAs(browser, somebody({ email_verified: false }))
    expect(await viewerOf(browser)).toMatchObject({ emailVerified: false })
  })

  test('without an address is told why that does not do', async () => {
    const browser = openBrowser(site)
    const { email: _none, ...person } = somebody()
    expect(await signInAs(browser, person)).toMatch(/^\/auth\/callback\?type=oauth&error=email_not_found/)
    expect(await viewerOf(browser)).toBeNull()
  })

  test('with the address of an account here does not get that account', async () => {
    const member = await site.signUp()
    const browser = openBrowser(site)
    expect(await signInAs(browser, somebody({ email: member.email }))).toMatch(/error=account_not_linked/)
    expect(await viewerOf(browser)).toBeNull()
  })

  test('and changes their mind there comes back to a page that says so', async () => {
    const browser = openBrowser(site)
    provider.is.refuses = true
    expect(await signInAs(browser, somebody())).toMatch(/error=access_denied/)
    provider.is.refuses = false
  })
})

describe('linking', () => {
  test('adds a way in, and unlinking takes it away', async () => {
    const member = await site.signUp()
    const [browser, elsewhere] = [browserOf(member), openBrowser(site)]
    const person = somebody()
    expect(await link(browser, person)).toBe('/account-settings?linked=oidc')
    const { identities, hasPassword } = await identitiesOf(browser)
    expect({ hasPassword, identities }).toMatchObject({
      hasPassword: true,
      identities: [{ provider: 'oidc' }],
    })
    await signInAs(elsewhere, person)
    expect((await viewerOf(elsewhere))?.id).toBe(member.id)

    expect((await unlink(browser, identities[0]?.id ?? '')).status).toBe(200)
    expect((await identitiesOf(browser)).identities).toEqual([])
    expect((await unlink(browser, identities[0]?.id ?? '')).status).toBe(404)
    const after = openBrowser(site)
    await signInAs(after, person)
    expect((await viewerOf(after))?.id).not.toBe(member.id)
  })

  test('keeps nothing that would let us act there', async () => {
    const browser = browserOf(await site.signUp())
    await link(browser, somebody())
    const { rows } = await site.pool.query(
      'select count(*)::int as kept from accounts where access_token is not null or refresh_token is not null or id_token is not null',
    )
    expect(rows).toEqual([{ kept: 0 }])
  })

  test('what is somebody else’s is refused', async () => {
    const person = somebody()
    await link(browserOf(await site.signUp()), person)
    const other = browserOf(await site.signUp())
    expect(await link(other, person)).toMatch(/^\/account-settings\?error=/)
    expect((await identitiesOf(other)).identities).toEqual([])
  })

  test('of a stranger’s identity cannot be undone', async () => {
    const [owner, stranger] = [browserOf(await site.signUp()), browserOf(await site.signUp())]
    await link(owner, somebody())
    const [identity] = (await identitiesOf(owner)).identities
    expect((await unlink(stranger, identity?.id ?? '')).status).toBe(404)
    expect((await identitiesOf(owner)).identities).toHaveLength(1)
  })

  test('is never undone for the last way in', async () => {
    const browser = openBrowser(site)
    await signInAs(browser, somebody())
    const [identity] = (await identitiesOf(browser)).identities
    expect(await unlink(browser, identity?.id ?? '')).toMatchObject({
      status: 409,
      body: { code: 'last_way_in' },
    })
  })

  test('of two at once leaves one way in', async () => {
    const browser = openBrowser(site)
    await signInAs(browser, somebody())
    await link(browser, somebody())
    const { identities } = await identitiesOf(browser)
    expect(identities).toHaveLength(2)
    const answers = await Promise.all(identities.map(({ id }) => unlink(browser, id)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('needs a recent sign-in, and one at all', async () => {
    const member = await site.signUp()
    expect((await begin(openBrowser(site), 'identities/link')).status).toBe(401)
    await site.pool.query("update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [
      member.id,
    ])
    expect((await begin(browserOf(member), 'identities/link')).body).toMatchObject({
      code: 'confirmation_needed',
    })
  })
})

describe('what comes back', () => {
  test('works once, and in the browser that set out alone', async () => {
    const browser = openBrowser(site)
    provider.is.now = somebody()
    const { body } = await begin(browser, 'sign-in/social')
    const back = await provider.walk(body.url)
    expect(await arrive(openBrowser(site), back)).toMatch(/error=/)
    const other = openBrowser(site)
    provider.is.now = somebody()
    const again = await provider.walk((await begin(other, 'sign-in/social')).body.url)
    expect(await arrive(other, again)).toBe('/auth/callback?type=oauth')
    expect(await arrive(other, again)).toMatch(/error=/)
  })

  test.each(['', '?state=made-up&code=x', '?code=x', '?error=server_error', '?state=%00'])(
    'as %j is answered with a page of ours',
    async (query) => {
      const browser = openBrowser(site)
      expect(await arrive(browser, new URL(`/api/auth/callback/oidc${query}`, publicUrl))).toMatch(
        /^\/auth\/callback\?type=oauth&error=/,
      )
      expect(await viewerOf(browser)).toBeNull()
    },
  )
})

test('the second factor is asked of whoever comes from a provider, too', async () => {
  const member = await site.signUp()
  const browser = browserOf(member)
  const person = somebody()
  await link(browser, person)
  const begun = await browser.call<{ secret: string }>({
    method: 'POST',
    path: '/api/auth/factors/enroll',
    body: { password: member.password },
  })
  const verify = (by: Browser, code: string) =>
    by.call({ method: 'POST', path: '/api/auth/factors/verify', body: { code } })
  expect((await verify(browser, codeOf(begun.body.secret))).status).toBe(200)
  const elsewhere = openBrowser(site)
  expect(await signInAs(elsewhere, person)).toBe('/?second_factor=1')
  expect(await viewerOf(elsewhere)).toBeNull()
  expect((await verify(elsewhere, codeOf(begun.body.secret, Date.now() + 30_000))).body).toEqual({
    user: { id: member.id },
  })
  expect((await viewerOf(elsewhere))?.id).toBe(member.id)
})

describe('a provider', () => {
  test('that is not configured is not there', async () => {
    expect((await begin(openBrowser(site), 'sign-in/social', 'github')).status).toBe(404)
    expect((await site.call({ path: '/api/auth/callback/github' })).status).toBe(404)
    expect((await site.call({ path: '/api/auth/providers' })).body).toEqual({
      providers: [{ id: 'oidc', name: 'Open House' }],
    })
  })

  /** A server of a test, and how often it was called. */
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

  /** A site whose provider is at this address. */
  async function siteWith(OIDC_ISSUER: string) {
    const other = await startTestApp({
      settings: { ...provider.settings, OIDC_ISSUER, PUBLIC_URL: publicUrl },
    })
    onTestFinished(() => other.close())
    const choose = () =>
      other.call({ method: 'POST', path: '/api/auth/sign-in/social', body: { provider: 'oidc' } })
    const signInWithPassword = async () => {
      const { email, password } = await other.signUp()
      return other.call({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } })
    }
    return { choose, signInWithPassword }
  }
  const unavailable = { status: 503, body: { code: 'unavailable' } }

  test('that is down says so, keeps nobody from signing in with a password, and works once it is back', async () => {
    const away = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`)
    await away.stop()
    const { choose, signInWithPassword } = await siteWith(away.issuer)
    expect((await signInWithPassword()).status).toBe(200)
    expect(await choose()).toMatchObject(unavailable)
    const port = Number(new URL(away.issuer).port)
    const back = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`, { port })
    onTestFinished(() => back.stop())
    expect((await choose()).status).toBe(200)
  })

  test('that calls itself otherwise than it was named here signs nobody in', async () => {
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

  test('that sends us elsewhere for who somebody is is not followed', async () => {
    const { email: _none, ...person } = somebody()
    const said = { sub: person.sub, email: 'inside@elsewhere.example', email_verified: true }
    const inside = await openServer(json(said))
    provider.is.personIsAt = inside.address
    try {
      const browser = openBrowser(site)
      expect(await signInAs(browser, person)).toMatch(/error=/)
      expect(await viewerOf(browser)).toBeNull()
      expect(inside.seen.calls).toBe(0)
    } finally {
      delete provider.is.personIsAt
    }
  })

  test('that never answers at the end of a sign-in keeps nobody waiting for more than ten seconds', async () => {
    provider.is.silentAt = '/token'
    try {
      const browser = openBrowser(site)
      const began = performance.now()
      expect(await signInAs(browser, somebody())).toMatch(/error=/)
      expect(performance.now() - began).toBeGreaterThan(9_000)
      expect(await viewerOf(browser)).toBeNull()
    } finally {
      delete provider.is.silentAt
    }
  })

  test('that says no leaves whoever is signed in as they are, with a session that is renewed just then too', async () => {
    const member = await site.signUp()
    const browser = browserOf(member)
    await site.pool.query(`update sessions set expires_at = now() + interval '5 days' where user_id = $1`, [
      member.id,
    ])
    expect(await arrive(browser, new URL(`${publicUrl}/api/auth/callback/oidc?error=access_denied`))).toMatch(
      /error=/,
    )
    expect(await viewerOf(browser)).toMatchObject({ id: member.id })
  })

  test('that takes a call and never answers keeps nobody waiting for good', async () => {
    const silent = await openServer(() => undefined)
    const { choose, signInWithPassword } = await siteWith(silent.address)
    const choosing = choose()
    expect((await signInWithPassword()).status).toBe(200)
    expect(await choosing).toMatchObject(unavailable)
  })
})
