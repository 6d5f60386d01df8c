import { createMailLink, type LinkPurpose } from '#server/auth/account-mail/mail-links.queries.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { codeOf } from './authenticator.ts'
import { openBrowser } from './browser-cookies.ts'
import { giveMuch } from './large-library.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { listening, sendUpload } from './send-upload.ts'
import type { Member, TestApp } from './test-app.ts'

/** Everything about getting in, staying in and going; each with members of its own, because most of it ends sessions. */
export async function makeAccountCalls({ site, member }: { site: TestApp; member: Member }) {
  await upload(site, member)
  await signInAndOut(site)
  await lookAtSessions(site, member)
  await changeOneself(site)
  await recover(site)
  await protect(site)
  await comeFromElsewhere(site)
  await waitForApproval(site)
  await leave(site)
}

const post = (site: Pick<TestApp, 'call'>, path: string, body: object, as?: Member) =>
  site.call({ method: 'POST', path: `/api/${path}`, body, ...(as && { as }) })

async function upload(site: TestApp, as: Member) {
  const picture = fixture('photo-sideways-gps.jpg').toString('base64')
  await post(site, 'upload-zine-media', { base64String: picture }, as)
  const path = `/api/users/${as.id}/profile-picture`
  await site.call({ method: 'PUT', path, body: { base64Image: `data:image/jpeg;base64,${picture}` }, as })
  await resumeUpload(site, as)
}

async function resumeUpload(site: TestApp, as: Member) {
  const path = await sendUpload(await listening(site), as, fixture('see-through.png'))
  for (let times = 0; times < 2; times++)
    await site.call({ method: 'POST', path: `${path}/media`, body: {}, as })
}

async function signInAndOut(site: TestApp) {
  const { email, username, password } = await site.signUp()
  const free = { email: `free-${username}@example.org`, username: `free-${username}` }
  await post(site, 'validate-registration', free)
  const browser = openBrowser(site)
  await post(browser, 'auth/sign-up/email', { ...free, password })
  await post(browser, 'users/create-profile', {})
  await post(browser, 'auth/send-verification-email', {})
  await post(browser, 'auth/sign-in/email', { email, password })
  const handle = (await post(site, 'users/get-email-by-username', { username })).body.email
  await post(browser, 'auth/sign-in/email', { email: handle, password })
  await post(browser, 'auth/confirm-password', { password })
  await post(browser, 'auth/sign-out', {})
}

async function lookAtSessions(site: TestApp, member: Member) {
  const aging = `update sessions set updated_at = now() - interval '1 hour', expires_at = now() + interval '5 days'
                 where user_id = $1`
  await site.pool.query(aging, [member.id])
  const read = ['auth/user', 'auth/session', 'auth/jwks', 'auth/sessions', 'auth/factors', 'auth/identities']
  for (const path of [...read, 'auth/providers']) await site.call({ path: `/api/${path}`, as: member })
  await site.call({ path: '/api/auth/user' })
  const { token } = (await site.call<{ token: string }>({ path: '/api/auth/token', as: member })).body
  await site.pool.query(aging, [member.id])
  await site.call({ path: '/api/auth/user', headers: { authorization: `Bearer ${token}` } })
  const { rows } = await site.pool.query(
    'select id from sessions where user_id = $1::uuid and token = md5($1::uuid::text || 1)',
    [member.id],
  )
  await site.call({ method: 'DELETE', path: `/api/auth/sessions/${rows[0]?.id}`, as: member })
}

async function changeOneself(site: TestApp) {
  const as = await site.signUp()
  const path = `/api/users/${as.id}`
  const body = {
    username: `new-${as.username}`,
    name: 'Somebody new',
    bio: 'Ink',
    websiteUrl: 'https://example.org',
  }
  await site.call({ method: 'PUT', path, body, as })
  await site.call({ method: 'PUT', path, body: { email: `first-${as.email}` }, as })
  await follow(site, as, { purpose: 'email_change', path: 'auth/verify-email' })
  await post(site, 'auth/admin-update-email', { newEmail: `second-${as.email}` }, as)
  await post(site, 'auth/direct-update-email', { newEmail: `third-${as.email}` }, as)
  await follow(site, as, { purpose: 'undo_email_change', path: 'auth/undo-email-change' })
}

type Link = { purpose: LinkPurpose; path: string; body?: object }

async function follow(site: TestApp, { id, email }: Member, { purpose, path, body }: Link) {
  const { rows } = await site.pool.query<{ email: string }>('select email from users where id = $1', [id])
  const to = purpose === 'undo_email_change' ? email : (rows[0]?.email ?? '')
  const { token } = await createMailLink(site.db, { purpose, userId: id, email: to })
  await post(site, path, { token, ...body })
}

async function recover(site: TestApp) {
  const as = await site.signUp()
  const passwords = { currentPassword: as.password, newPassword: 'a quieter horse' }
  await post(site, 'auth/change-password', passwords, as)
  await post(site, 'auth/request-password-reset', { email: as.email })
  const body = { newPassword: 'a third horse altogether' }
  await follow(site, as, { purpose: 'recovery', path: 'auth/reset-password', body })
}

async function protect(site: TestApp) {
  const { email, password, ...member } = await site.signUp()
  const browser = openBrowser(site, { ...member, email, password })
  const begun = await post(browser, 'auth/factors/enroll', { password })
  const code = async () => {
    await site.pool.query('delete from used_codes where user_id = $1', [member.id])
    return { code: codeOf(String(begun.body.secret)) }
  }
  await post(browser, 'auth/factors/verify', await code())
  await post(browser, 'auth/factors/recovery-codes', await code())
  const other = openBrowser(site)
  await post(other, 'auth/sign-in/email', { email, password })
  await post(other, 'auth/factors/challenge', {})
  await post(other, 'auth/factors/verify', await code())
  await post(browser, 'auth/factors/unenroll', await code())
  await browser.call({ method: 'DELETE', path: '/api/auth/sessions' })
}

async function comeFromElsewhere(site: TestApp) {
  const provider = await startOidcProvider(`${site.config.publicUrl}/api/auth/callback/oidc`, {
    port: oidcPort(site),
  })
  const browser = openBrowser(site)
  const goThrough = async (path: string, sub: string) => {
    provider.is.now = {
      sub,
      email: `${sub}@elsewhere.example`,
      email_verified: true,
      preferred_username: sub,
    }
    const { url } = (await post(browser, `auth/${path}`, { provider: 'oidc' })).body
    const back = await provider.walk(String(url))
    await browser.call({ path: back.pathname + back.search })
  }
  try {
    const person = `person-${Date.now()}`
    await goThrough('sign-in/social', person)
    await goThrough('identities/link', `${person}-too`)
    const { body } = await browser.call<{ identities: { id: string }[] }>({ path: '/api/auth/identities' })
    await browser.call({ method: 'DELETE', path: `/api/auth/identities/${body.identities[0]?.id}` })
  } finally {
    await provider.stop()
  }
}

const oidcPort = ({ config }: TestApp) =>
  Number(new URL(config.providers.find(({ id }) => id === 'oidc')?.issuer ?? '').port)

async function waitForApproval(site: TestApp) {
  const as = await site.signUp()
  await site.pool.query('update users set awaiting_since = now() where id = $1', [as.id])
  await site.pool.query('delete from creator_stats where creator_id = $1', [as.id])
  await site.call({ path: `/api/users/${as.id}`, as })
}

async function leave(site: TestApp) {
  const as = await site.signUp()
  await giveMuch(site.pool, as.id)
  await site.call({ path: `/api/users/${as.id}/export`, as })
  await site.call({ method: 'DELETE', path: `/api/users/${as.id}`, body: { username: as.username }, as })
}
