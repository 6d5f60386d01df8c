import { createMailLink, type LinkPurpose } from '#server/auth/account-mail/mail-links.queries.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { protect, signInAgain } from './account.ts'
import { codeOf } from './authenticator.ts'
import { openBrowser } from './browser-cookies.ts'
import { twice, type World } from './every-call-world.ts'
import { giveMuch } from './large-library.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { sendUpload } from './send-upload.ts'
import type { Member, TestApp } from './test-app.ts'
import { listening } from './test-app.ts'

/** Calls for registering, signing in and leaving. Each uses its own members, because most calls end sessions. */
export async function makeAccountCalls({ site, member }: World) {
  await upload(site, member)
  await lookAtSessions(site, member)
  for (const calls of [
    signInAndOut,
    changeOneself,
    recover,
    useFactor,
    comeFromElsewhere,
    waitForApproval,
    leave,
  ])
    await calls(site, await site.signUp())
}

async function upload(site: TestApp, as: Member) {
  const picture = fixture('photo-sideways-gps.jpg').toString('base64')
  await site.post('/api/upload-zine-media', { base64String: picture }, as)
  const base64Image = `data:image/jpeg;base64,${picture}`
  await site.put(`/api/users/${as.id}/profile-picture`, { base64Image }, as)
  const path = await sendUpload(await listening(site), as, fixture('see-through.png'))
  await twice(() => site.post(`${path}/media`, {}, as))
}

async function lookAtSessions(site: TestApp, member: Member) {
  const age = () =>
    site.sql(
      `update sessions set updated_at = now() - interval '1 hour', expires_at = now() + interval '5 days'
       where user_id = $1`,
      member.id,
    )
  await age()
  for (const path of ['user', 'session', 'jwks', 'sessions', 'factors', 'identities', 'providers'])
    await site.get(`/api/auth/${path}`, member)
  await site.get('/api/auth/user')
  const { token } = (await site.get<{ token: string }>('/api/auth/token', member)).body
  await age()
  await site.call({ path: '/api/auth/user', headers: { authorization: `Bearer ${token}` } })
  const [other] = await site.sql(
    'select id from sessions where user_id = $1::uuid and token = md5($1::uuid::text || 1)',
    member.id,
  )
  await site.delete(`/api/auth/sessions/${other.id}`, member)
}

async function signInAndOut(site: TestApp, member: Member) {
  const { email, username, password } = member
  const free = { email: `free-${username}@example.org`, username: `free-${username}` }
  await site.post('/api/validate-registration', free)
  const browser = openBrowser(site)
  await browser.auth('sign-up/email', { ...free, password })
  await browser.post('/api/users/create-profile', {})
  await browser.auth('send-verification-email')
  await browser.auth('sign-in/email', { email, password })
  const { body } = await site.post<{ email: string }>('/api/users/get-email-by-username', { username })
  await browser.auth('sign-in/email', { email: body.email, password })
  await browser.auth('confirm-password', { password })
  await browser.auth('sign-out')
}

async function changeOneself(site: TestApp, as: Member) {
  const path = `/api/users/${as.id}`
  const words = { name: 'Somebody new', bio: 'Ink', websiteUrl: 'https://example.org' }
  await site.put(path, { username: `new-${as.username}`, ...words }, as)
  await site.put(path, { email: `first-${as.email}` }, as)
  await follow(site, as, { purpose: 'email_change', path: 'verify-email' })
  await site.auth('admin-update-email', { newEmail: `second-${as.email}` }, as)
  await site.auth('direct-update-email', { newEmail: `third-${as.email}` }, as)
  await follow(site, as, { purpose: 'undo_email_change', path: 'undo-email-change' })
}

type Link = { purpose: LinkPurpose; path: string; body?: object }

async function follow(site: TestApp, { id, email }: Member, { purpose, path, body }: Link) {
  const [now] = await site.sql<{ email: string }>('select email from users where id = $1', id)
  const to = purpose === 'undo_email_change' ? email : (now?.email ?? '')
  const { token } = await createMailLink(site.db, { purpose, userId: id, email: to })
  await site.auth(path, { token, ...body })
}

async function recover(site: TestApp, as: Member) {
  const passwords = { currentPassword: as.password, newPassword: 'a quieter horse' }
  await site.auth('change-password', passwords, as)
  await site.auth('request-password-reset', { email: as.email })
  const body = { newPassword: 'a third horse altogether' }
  await follow(site, as, { purpose: 'recovery', path: 'reset-password', body })
}

async function useFactor(site: TestApp, as: Member) {
  const { browser, member, secret } = await protect(site, as)
  const code = async () => {
    await site.sql('delete from used_codes where user_id = $1', member.id)
    return { code: codeOf(secret) }
  }
  await browser.auth('factors/recovery-codes', await code())
  const other = (await signInAgain(site, member)).browser
  await other.auth('factors/challenge')
  await other.auth('factors/verify', await code())
  await browser.auth('factors/unenroll', await code())
  await browser.delete('/api/auth/sessions')
}

async function comeFromElsewhere(site: TestApp, { username }: Member) {
  const { publicUrl, providers } = site.config
  const port = Number(new URL(providers.find(({ id }) => id === 'oidc')?.issuer ?? '').port)
  const provider = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`, { port })
  const browser = openBrowser(site)
  const goThrough = async (path: string, sub: string) => {
    const person = { email: `${sub}@elsewhere.example`, email_verified: true, preferred_username: sub }
    provider.is.now = { sub, ...person }
    const { url } = (await browser.auth<{ url: string }>(path, { provider: 'oidc' })).body
    const back = await provider.walk(url)
    await browser.get(back.pathname + back.search)
  }
  try {
    await goThrough('sign-in/social', `${username}-there`)
    await goThrough('identities/link', `${username}-too`)
    const { body } = await browser.get<{ identities: { id: string }[] }>('/api/auth/identities')
    await browser.delete(`/api/auth/identities/${body.identities[0]?.id}`)
  } finally {
    await provider.stop()
  }
}

async function waitForApproval(site: TestApp, as: Member) {
  await site.sql('update users set awaiting_since = now() where id = $1', as.id)
  await site.sql('delete from creator_stats where creator_id = $1', as.id)
  await site.get(`/api/users/${as.id}`, as)
}

async function leave(site: TestApp, as: Member) {
  await giveMuch(site.pool, as.id)
  await site.get(`/api/users/${as.id}/export`, as)
  await site.delete(`/api/users/${as.id}`, as, { username: as.username })
}
