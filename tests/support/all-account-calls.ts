import { createMailLink, type LinkPurpose } from '#server/auth/account-mail/mail-links.queries.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { enableTwoFactor, signInFromNewBrowser } from './account.ts'
import { type ApiCallContext, callTwice } from './api-call-context.ts'
import { totpCode } from './authenticator.ts'
import { createBrowser } from './browser-cookies.ts'
import { fillMemberData } from './large-library.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { sendUpload } from './send-upload.ts'
import type { Member, TestApp } from './test-app.ts'
import { listening } from './test-app.ts'

/** Calls for registering, signing in and leaving. Each uses its own members, because most calls end sessions. */
export async function callAccountEndpoints({ site, member }: ApiCallContext) {
  await upload(site, member)
  await callSessionEndpoints(site, member)
  for (const makeCalls of [
    signInAndOut,
    updateAccount,
    recoverPassword,
    useTwoFactor,
    signInWithProvider,
    readPendingAccount,
    deleteAccount,
  ])
    await makeCalls(site, await site.signUp())
}

async function upload(site: TestApp, as: Member) {
  const picture = fixture('photo-sideways-gps.jpg').toString('base64')
  await site.post('/api/upload-zine-media', { base64String: picture }, as)
  const base64Image = `data:image/jpeg;base64,${picture}`
  await site.put(`/api/users/${as.id}/profile-picture`, { base64Image }, as)
  const path = await sendUpload(await listening(site), as, fixture('see-through.png'))
  await callTwice(() => site.post(`${path}/media`, {}, as))
}

async function callSessionEndpoints(site: TestApp, member: Member) {
  const ageSessions = () =>
    site.sql(
      `update sessions set updated_at = now() - interval '1 hour', expires_at = now() + interval '5 days'
       where user_id = $1`,
      member.id,
    )
  await ageSessions()
  for (const path of ['user', 'session', 'jwks', 'sessions', 'factors', 'identities', 'providers'])
    await site.get(`/api/auth/${path}`, member)
  await site.get('/api/auth/user')
  const { token } = (await site.get<{ token: string }>('/api/auth/token', member)).body
  await ageSessions()
  await site.call({ path: '/api/auth/user', headers: { authorization: `Bearer ${token}` } })
  const [otherSession] = await site.sql(
    'select id from sessions where user_id = $1::uuid and token = md5($1::uuid::text || 1)',
    member.id,
  )
  await site.delete(`/api/auth/sessions/${otherSession.id}`, member)
}

async function signInAndOut(site: TestApp, member: Member) {
  const { email, username, password } = member
  const unused = { email: `free-${username}@example.org`, username: `free-${username}` }
  await site.post('/api/validate-registration', unused)
  const browser = createBrowser(site)
  await browser.auth('sign-up/email', { ...unused, password })
  await browser.post('/api/users/create-profile', {})
  await browser.auth('send-verification-email')
  await browser.auth('sign-in/email', { email, password })
  const { body } = await site.post<{ email: string }>('/api/users/get-email-by-username', { username })
  await browser.auth('sign-in/email', { email: body.email, password })
  await browser.auth('confirm-password', { password })
  await browser.auth('sign-out')
}

async function updateAccount(site: TestApp, as: Member) {
  const path = `/api/users/${as.id}`
  const profile = { name: 'Someone new', bio: 'Ink', websiteUrl: 'https://example.org' }
  await site.put(path, { username: `new-${as.username}`, ...profile }, as)
  await site.put(path, { email: `first-${as.email}` }, as)
  await followMailLink(site, as, { purpose: 'email_change', path: 'verify-email' })
  await site.auth('admin-update-email', { newEmail: `second-${as.email}` }, as)
  await site.auth('direct-update-email', { newEmail: `third-${as.email}` }, as)
  await followMailLink(site, as, { purpose: 'undo_email_change', path: 'undo-email-change' })
}

type MailLink = { purpose: LinkPurpose; path: string; body?: object }

async function followMailLink(site: TestApp, { id, email }: Member, { purpose, path, body }: MailLink) {
  const [user] = await site.sql<{ email: string }>('select email from users where id = $1', id)
  const to = purpose === 'undo_email_change' ? email : (user?.email ?? '')
  const { token } = await createMailLink(site.db, { purpose, userId: id, email: to })
  await site.auth(path, { token, ...body })
}

async function recoverPassword(site: TestApp, as: Member) {
  const passwords = { currentPassword: as.password, newPassword: 'a quieter horse' }
  await site.auth('change-password', passwords, as)
  await site.auth('request-password-reset', { email: as.email })
  const body = { newPassword: 'a third horse altogether' }
  await followMailLink(site, as, { purpose: 'recovery', path: 'reset-password', body })
}

async function useTwoFactor(site: TestApp, as: Member) {
  const { browser, member, secret } = await enableTwoFactor(site, as)
  const code = async () => {
    await site.sql('delete from used_codes where user_id = $1', member.id)
    return { code: totpCode(secret) }
  }
  await browser.auth('factors/recovery-codes', await code())
  const newBrowser = (await signInFromNewBrowser(site, member)).browser
  await newBrowser.auth('factors/challenge')
  await newBrowser.auth('factors/verify', await code())
  await browser.auth('factors/unenroll', await code())
  await browser.delete('/api/auth/sessions')
}

async function signInWithProvider(site: TestApp, { username }: Member) {
  const { publicUrl, providers } = site.config
  const port = Number(new URL(providers.find(({ id }) => id === 'oidc')?.issuer ?? '').port)
  const provider = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`, { port })
  const browser = createBrowser(site)
  const authorise = async (path: string, sub: string) => {
    const claims = { email: `${sub}@elsewhere.example`, email_verified: true, preferred_username: sub }
    provider.state.user = { sub, ...claims }
    const { url } = (await browser.auth<{ url: string }>(path, { provider: 'oidc' })).body
    const callbackUrl = await provider.followRedirects(url)
    await browser.get(callbackUrl.pathname + callbackUrl.search)
  }
  try {
    await authorise('sign-in/social', `${username}-there`)
    await authorise('identities/link', `${username}-too`)
    const { body } = await browser.get<{ identities: { id: string }[] }>('/api/auth/identities')
    await browser.delete(`/api/auth/identities/${body.identities[0]?.id}`)
  } finally {
    await provider.stop()
  }
}

async function readPendingAccount(site: TestApp, as: Member) {
  await site.sql('update users set awaiting_since = now() where id = $1', as.id)
  await site.sql('delete from creator_stats where creator_id = $1', as.id)
  await site.get(`/api/users/${as.id}`, as)
}

async function deleteAccount(site: TestApp, as: Member) {
  await fillMemberData(site.pool, as.id)
  await site.get(`/api/users/${as.id}/export`, as)
  await site.delete(`/api/users/${as.id}`, as, { username: as.username })
}
