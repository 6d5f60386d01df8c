import type { ErrorBody } from '#contract/errors.ts'
import { openBrowser } from './browser-cookies.ts'
import type { Known, startOidcProvider } from './oidc-provider.ts'
import type { Member, TestApp } from './test-app.ts'

export type Registered = Partial<ErrorBody> & { user?: { id: string } }

let registrations = 0

/** Somebody new, as a form or a script brings them. */
export function somebodyNew() {
  registrations += 1
  const username = `newcomer${registrations}`
  return { username, email: `${username}@example.org`, password: 'correct horse' }
}

/** Registers as the form does, and answers what the site said and who is in then. */
export async function register(site: TestApp, more: object = {}, { from }: { from?: string } = {}) {
  const person = { ...somebodyNew(), ...more }
  const browser = openBrowser(site)
  const sent = { method: 'POST' as const, path: '/api/auth/sign-up/email', body: person }
  const answer = await browser.call<Registered>({ ...sent, ...(from && { from }) })
  const member: Member = { ...person, id: answer.body.user?.id ?? '', cookie: browser.header() }
  return { ...answer, member }
}

/** Somebody comes from a provider, and ends at a page of ours with who is signed in there. */
export async function comeFrom(
  site: TestApp,
  provider: Awaited<ReturnType<typeof startOidcProvider>>,
  { person, ...more }: { person: Known; invite?: string },
  browser = openBrowser(site),
) {
  provider.is.now = person
  const begun = {
    method: 'POST' as const,
    path: '/api/auth/sign-in/social',
    body: { provider: 'oidc', ...more },
  }
  const back = await provider.walk((await browser.call<{ url: string }>(begun)).body.url)
  const { headers } = await browser.call({ path: back.pathname + back.search })
  const { body } = await browser.call<{ user: { id: string } | null }>({ path: '/api/auth/user' })
  return { page: String(headers.location), user: body.user, browser }
}
