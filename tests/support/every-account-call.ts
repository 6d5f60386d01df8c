import { createMailLink, type LinkPurpose } from '#server/auth/account-mail/mail-links.queries.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { codeOf } from './authenticator.ts'
import { openBrowser } from './browser-cookies.ts'
import { callsOf, type World } from './calls-of.ts'
import { giveMuch } from './large-library.ts'
import { startOidcProvider } from './oidc-provider.ts'
import { ingestUpload, listening, sendUpload } from './send-upload.ts'
import type { Member, TestApp } from './test-app.ts'

/** Everything about getting in, staying in and going; each with members of its own, because most of it ends sessions. */
export async function makeAccountCalls({ site, member }: World) {
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

async function upload(site: TestApp, as: Member) {
  const { post, put } = callsOf(site, as)
  const picture = fixture('photo-sideways-gps.jpg').toString('base64')
  await post('upload-zine-media', { base64String: picture })
  await put(`users/${as.id}/profile-picture`, { base64Image: `data:image/jpeg;base64,${picture}` })
  const path = await sendUpload(await listening(site), as, fixture('see-through.png'))
  for (let times = 0; times < 2; times++) await ingestUpload(site, as, path)
}

async function signInAndOut(site: TestApp) {
  const { email, username, password } = await site.signUp()
  const free = { email: `free-${username}@example.org`, username: `free-${username}` }
  const guest = callsOf(site)
  await guest.post('validate-registration', free)
  const { post } = callsOf(openBrowser(site))
  await post('auth/sign-up/email', { ...free, password })
  await post('users/create-profile', {})
  await post('auth/send-verification-email', {})
  await post('auth/sign-in/email', { email, password })
  const handle = (await guest.post('users/get-email-by-username', { username })).body.email
  await post('auth/sign-in/email', { email: handle, password })
  await post('auth/confirm-password', { password })
  await post('auth/sign-out', {})
}

async function lookAtSessions(site: TestApp, member: Member) {
  const aging = `update sessions set updated_at = now() - interval '1 hour', expires_at = now() + interval '5 days'
                 where user_id = $1`
  await site.pool.query(aging, [member.id])
  const { get, del } = callsOf(site, member)
  const read = ['user', 'session', 'jwks', 'sessions', 'factors', 'identities', 'providers']
  for (const path of read) await get(`auth/${path}`)
  await callsOf(site).get('auth/user')
  const { token } = (await get('auth/token')).body
  await site.pool.query(aging, [member.id])
  await site.call({ path: '/api/auth/user', headers: { authorization: `Bearer ${token}` } })
  const { rows } = await site.pool.query(
    'select id from sessions where user_id = $1::uuid and token = md5($1::uuid::text || 1)',
    [member.id],
  )
  await del(`auth/sessions/${rows[0]?.id}`)
}

async function changeOneself(site: TestApp) {
  const as = await site.signUp()
  const { post, put } = callsOf(site, as)
  const named = { username: `new-${as.username}`, name: 'Somebody new' }
  await put(`users/${as.id}`, { ...named, bio: 'Ink', websiteUrl: 'https://example.org' })
  await put(`users/${as.id}`, { email: `first-${as.email}` })
  await follow(site, as, { purpose: 'email_change', path: 'auth/verify-email' })
  await post('auth/admin-update-email', { newEmail: `second-${as.email}` })
  await post('auth/direct-update-email', { newEmail: `third-${as.email}` })
  await follow(site, as, { purpose: 'undo_email_change', path: 'auth/undo-email-change' })
}

type Link = { purpose: LinkPurpose; path: string; body?: object }

async function follow(site: TestApp, { id, email }: Member, { purpose, path, body }: Link) {
  const { rows } = await site.pool.query<{ email: string }>('select email from users where id = $1', [id])
  const to = purpose === 'undo_email_change' ? email : (rows[0]?.email ?? '')
  const { token } = await createMailLink(site.db, { purpose, userId: id, email: to })
  await callsOf(site).post(path, { token, ...body })
}

async function recover(site: TestApp) {
  const as = await site.signUp()
  const passwords = { currentPassword: as.password, newPassword: 'a quieter horse' }
  await callsOf(site, as).post('auth/change-password', passwords)
  await callsOf(site).post('auth/request-password-reset', { email: as.email })
  const body = { newPassword: 'a third horse altogether' }
  await follow(site, as, { purpose: 'recovery', path: 'auth/reset-password', body })
}

async function protect(site: TestApp) {
  const { email, password, ...member } = await site.signUp()
  const { post, del } = callsOf(openBrowser(site, { ...member, email, password }))
  const begun = await post('auth/factors/enroll', { password })
  const code = async () => {
    await site.pool.query('delete from used_codes where user_id = $1', [member.id])
    return { code: codeOf(String(begun.body.secret)) }
  }
  await post('auth/factors/verify', await code())
  await post('auth/factors/recovery-codes', await code())
  const other = callsOf(openBrowser(site))
  await other.post('auth/sign-in/email', { email, password })
  await other.post('auth/factors/challenge', {})
  await other.post('auth/factors/verify', await code())
  await post('auth/factors/unenroll', await code())
  await del('auth/sessions')
}

async function comeFromElsewhere(site: TestApp) {
  const provider = await startOidcProvider(`${site.config.publicUrl}/api/auth/callback/oidc`, {
    port: oidcPort(site),
  })
  const browser = openBrowser(site)
  const { get, post, del } = callsOf(browser)
  const goThrough = async (path: string, sub: string) => {
    const email = `${sub}@elsewhere.example`
    provider.is.now = { sub, email, email_verified: true, preferred_username: sub }
    const { url } = (await post(`auth/${path}`, { provider: 'oidc' })).body
    const back = await provider.walk(String(url))
    await browser.call({ path: back.pathname + back.search })
  }
  try {
    const person = `person-${Date.now()}`
    await goThrough('sign-in/social', person)
    await goThrough('identities/link', `${person}-too`)
    const { body } = await get('auth/identities')
    await del(`auth/identities/${body.identities[0]?.id}`)
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
  await callsOf(site, as).get(`users/${as.id}`)
}

async function leave(site: TestApp) {
  const as = await site.signUp()
  await giveMuch(site.pool, as.id)
  const { get, del } = callsOf(site, as)
  await get(`users/${as.id}/export`)
  await del(`users/${as.id}`, { username: as.username })
}
