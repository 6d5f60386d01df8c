import { afterAll } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { viewerOf } from './account.ts'
import { createBrowser } from './browser-cookies.ts'
import { type ProviderUser, startOidcProvider } from './oidc-provider.ts'
import type { Member, TestApp } from './test-app.ts'

/** A provider for all tests of a file, and the settings of sites that use it. */
export async function startProvider() {
  const PUBLIC_URL = 'http://localhost:3000'
  const provider = await startOidcProvider(`${PUBLIC_URL}/api/auth/callback/oidc`)
  afterAll(() => provider.stop())
  return { ...provider, settings: { ...provider.settings, PUBLIC_URL } }
}

export type RegistrationResponse = Partial<ErrorBody> & { user?: { id: string } }

let registrations = 0

/** A person without an account, as a form or a script registers them. */
export function newcomer() {
  registrations += 1
  const username = `newcomer${registrations}`
  return { username, email: `${username}@example.org`, password: 'correct horse' }
}

/** A person without an account who comes from a provider. */
export function newcomerAtProvider(): ProviderUser {
  const { username } = newcomer()
  return { sub: username, email: `${username}@elsewhere.example`, email_verified: true }
}

/** Registers as the form does. Returns the response and the member who is signed in afterwards. */
export async function register(site: TestApp, overrides: object = {}, { from }: { from?: string } = {}) {
  const registration = { ...newcomer(), ...overrides }
  const browser = createBrowser(site)
  const request = { method: 'POST' as const, path: '/api/auth/sign-up/email', body: registration }
  const response = await browser.call<RegistrationResponse>({ ...request, ...(from && { from }) })
  const member: Member = { ...registration, id: response.body.user?.id ?? '', cookie: browser.cookieHeader() }
  return { ...response, member }
}

/** Registers at a site that runs as a separate process. */
export async function registerAt(address: string, username: string) {
  const registration = { email: `${username}@example.org`, password: 'correct horse', username }
  const headers = { 'content-type': 'application/json' }
  const send = (path: string, body: object, more: object = {}) =>
    fetch(address + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const response = await send('/api/auth/sign-up/email', registration)
  const cookies = response.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  const cookie = cookies.join('; ')
  const { user } = (await response.json()) as { user: { id: string } }
  await send('/api/users/create-profile', {}, { cookie })
  return { id: user.id, cookie }
}

/** Signs in through the provider. Returns the final page of the site and the member who is signed in there. */
export async function signInWithProvider(
  site: TestApp,
  provider: Awaited<ReturnType<typeof startProvider>>,
  { user, ...more }: { user: ProviderUser; invite?: string },
  browser = createBrowser(site),
) {
  provider.state.user = user
  const started = await browser.auth<{ url: string }>('sign-in/social', { provider: 'oidc', ...more })
  const callbackUrl = await provider.followRedirects(started.body.url)
  const { headers } = await browser.get(callbackUrl.pathname + callbackUrl.search)
  return { page: String(headers.location), user: await viewerOf(browser), browser }
}
