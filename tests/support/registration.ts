import { afterAll } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { viewerOf } from './account.ts'
import { openBrowser } from './browser-cookies.ts'
import { type Known, startOidcProvider } from './oidc-provider.ts'
import type { Member, TestApp } from './test-app.ts'

/** A provider for all tests of a file, and the settings of sites that use it. */
export async function openProvider() {
  const PUBLIC_URL = 'http://localhost:3000'
  const provider = await startOidcProvider(`${PUBLIC_URL}/api/auth/callback/oidc`)
  afterAll(() => provider.stop())
  return { ...provider, settings: { ...provider.settings, PUBLIC_URL } }
}

export type Registered = Partial<ErrorBody> & { user?: { id: string } }

let registrations = 0

/** A person without an account, as a form or a script registers them. */
export function newcomer() {
  registrations += 1
  const username = `newcomer${registrations}`
  return { username, email: `${username}@example.org`, password: 'correct horse' }
}

/** A person without an account who comes from a provider. */
export function newcomerAtProvider(): Known {
  const { username } = newcomer()
  return { sub: username, email: `${username}@elsewhere.example`, email_verified: true }
}

/** Registers as the form does. Returns the response and the member who is signed in afterwards. */
export async function register(site: TestApp, more: object = {}, { from }: { from?: string } = {}) {
  const person = { ...newcomer(), ...more }
  const browser = openBrowser(site)
  const sent = { method: 'POST' as const, path: '/api/auth/sign-up/email', body: person }
  const answer = await browser.call<Registered>({ ...sent, ...(from && { from }) })
  const member: Member = { ...person, id: answer.body.user?.id ?? '', cookie: browser.header() }
  return { ...answer, member }
}

/** Registers at a site that runs as a separate process. */
export async function registerAt(address: string, username: string) {
  const person = { email: `${username}@example.org`, password: 'correct horse', username }
  const headers = { 'content-type': 'application/json' }
  const send = (path: string, body: object, more: object = {}) =>
    fetch(address + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const answer = await send('/api/auth/sign-up/email', person)
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  const cookie = cookies.join('; ')
  const { user } = (await answer.json()) as { user: { id: string } }
  await send('/api/users/create-profile', {}, { cookie })
  return { id: user.id, cookie }
}

/** Signs in through the provider. Returns the final page of the site and the member who is signed in there. */
export async function comeFrom(
  site: TestApp,
  provider: Awaited<ReturnType<typeof openProvider>>,
  { person, ...more }: { person: Known; invite?: string },
  browser = openBrowser(site),
) {
  provider.is.now = person
  const begun = await browser.auth<{ url: string }>('sign-in/social', { provider: 'oidc', ...more })
  const back = await provider.walk(begun.body.url)
  const { headers } = await browser.get(back.pathname + back.search)
  return { page: String(headers.location), user: await viewerOf(browser), browser }
}
