import { expect, vi } from 'vitest'
import { totpCode } from './authenticator.ts'
import { createBrowser } from './browser-cookies.ts'
import type { ReceivedMail } from './received-mail.ts'
import type { Member, TestApp } from './test-app.ts'

export type Browser = ReturnType<typeof createBrowser>
type GetClient = Pick<TestApp, 'get'>
type Viewer = { id: string; username: string; email: string; emailVerified: boolean }

/** Signs a member in with their password in another browser. */
export async function signInFromNewBrowser(site: TestApp, member: Member, headers: Record<string, string> = {}) {
  const browser = createBrowser(site)
  const { email, password } = member
  const request = {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email, password },
    headers,
  } as const
  const response = await browser.call(request)
  return { response, browser, as: { ...member, cookie: browser.cookieHeader() } }
}

/** How a sign-in with this password is answered. */
export const signInStatus = async (site: TestApp, email: string, password: string) =>
  (await site.auth('sign-in/email', { email, password })).status

/** A member who turned on two-factor a while ago, and the browser that they used. */
export async function enableTwoFactor(site: TestApp, member?: Member) {
  const owner = member ?? (await site.signUp())
  const browser = createBrowser(site, owner)
  const { password } = owner
  const { secret } = (await browser.auth<{ secret: string }>('factors/enroll', { password })).body
  const enabled = await browser.auth<{ recoveryCodes: string[] }>('factors/verify', {
    code: totpCode(secret),
  })
  expect(enabled.status, enabled.text).toBe(200)
  await site.sql('delete from used_codes where user_id = $1', owner.id)
  const { recoveryCodes } = enabled.body
  return { member: { ...owner, cookie: browser.cookieHeader() }, browser, secret, recoveryCodes }
}

/** The cookies that a response sets, as a `Cookie` header. */
export const cookieFrom = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';', 1)[0])
    .join('; ')

/** The signed-in member, as the API reports it to this caller. */
export const viewerOf = async (client: GetClient, as?: Member) =>
  (await client.get<{ user: Viewer | null }>('/api/auth/user', as)).body.user

/** Both calls that know it must agree. */
export async function isSignedIn(by: GetClient, as?: Member) {
  const isSignedIn = (await viewerOf(by, as)) !== null
  expect((await by.get('/api/auth/session', as)).status).toBe(isSignedIn ? 200 : 401)
  return isSignedIn
}

/** Ages a member's sign-ins, so that none of them counts as recent. */
export const expireRecentSignIns = (site: TestApp, { id }: Member) =>
  site.sql(`update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1`, id)
export const confirmEmail = (site: TestApp, { id }: { id: string }) =>
  site.sql('update users set email_verified = true, confirmed_email = email where id = $1', id)

export const mailSubjects = {
  confirm: /^Confirm/,
  changed: /email was changed/,
  recovery: /^Set a new password/,
}

/** The newest mail to an address whose subject fits, once it has arrived and is one that is awaited. */
export const findMail = (site: TestApp, address: string, subject: RegExp, isAwaited = (_mail: ReceivedMail) => true) =>
  vi.waitFor(
    async () => {
      const mail = (await site.outbox()).findLast((each) => each.to === address && subject.test(each.subject))
      if (!mail || !isAwaited(mail)) throw new Error(`no new mail to ${address} about ${subject}`)
      return mail
    },
    { timeout: 30_000, interval: 50 },
  )

const tokenIn = ({ links }: ReceivedMail) => /token=([\w-]+)/.exec(links.join(' '))?.[1] ?? ''
const usedTokens = new Set<string>()

/** The secret of the newest mail of a kind, once nothing has taken it yet. */
export async function takeMailToken(site: TestApp, address: string, subject: RegExp) {
  const token = tokenIn(await findMail(site, address, subject, (mail) => !usedTokens.has(tokenIn(mail))))
  usedTokens.add(token)
  return token
}
