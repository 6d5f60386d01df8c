import { msg } from '@lingui/core/runtime-macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { storeFirstLanguage } from '#server/auth/store-language.ts'
import type { ProviderSettings } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { readCookie, setCookieHeader } from '#server/http/cookies.ts'
import { ApiError, apiError, notFound } from '#server/http/errors.ts'
import type { FairQueue } from '#server/http/fair-queue.ts'
import { recordEvent, updateEvent } from '#server/http/security-events.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { type Auth, type AuthDependencies, createAuth, type Exchange } from '../better-auth/auth.ts'
import { callBetterAuth, forwardToBetterAuth } from '../better-auth/call-better-auth.ts'
import { readDiscovery } from '../better-auth/providers.ts'
import { completeSignIn, tokenBeingSet } from '../sessions/complete-sign-in.ts'
import { lockAccountIfSignedIn } from '../sessions/revoke-access.ts'
import { findSessionOfToken, requireRecentConfirmation } from '../sessions/sessions.queries.ts'
import { countSignUp } from '../sessions/sign-up.ts'
import { newAccountError, withInvite } from '../sign-ups/sign-up-gate.ts'
import { ensureProfile } from '../user.queries.ts'
import { assignUsername } from '../usernames/username-rules.ts'

type Deps = AuthDependencies & { authOf: AuthOfProvider; signInQueue: FairQueue }

const callbackPath = '/auth/callback?type=oauth'

export async function signInWithProvider(
  deps: Deps,
  exchange: Exchange,
  { provider, invite = '' }: { provider: string; invite?: string | undefined },
) {
  await deps.limits.consume('sign-in-address', exchange.request.ip)
  setInviteCookie(deps, exchange.reply, invite)
  const auth = await deps.authOf(provider)
  const body = { provider, callbackURL: callbackPath, errorCallbackURL: callbackPath, disableRedirect: true }
  const { url = '' } = await callBetterAuth({ ...deps, auth }, exchange, (api, options) =>
    api.signInSocial({ body, ...options }),
  )
  return { url, redirect: true }
}

export async function linkIdentity(deps: Deps, exchange: Exchange, provider: string) {
  await requireRecentConfirmation(deps.pool, viewerOf(exchange.request))
  const auth = await deps.authOf(provider)
  const callbackURL = `/account-settings?linked=${provider}`
  const body = { provider, callbackURL, errorCallbackURL: '/account-settings', disableRedirect: true }
  const { url = '' } = await callBetterAuth({ ...deps, auth }, exchange, (api, options) =>
    api.linkSocialAccount({ body, ...options }),
  )
  return { url, redirect: true }
}

export async function finishAtCallback(deps: Deps, exchange: Exchange, provider: string) {
  const { request } = exchange
  recordEvent(request, { event: 'sign-in', factor: 'provider', member: undefined })
  if (!(await deps.limits.tryConsume('link-address', request.ip))) return tooManyRequests(request)
  const auth = await deps.authOf(provider)
  const query = Object.fromEntries(new URL(request.url, 'http://callback').searchParams)
  const forwarded = await deps.signInQueue.run(request.ip, () =>
    // Outside `withInvite`: an invite in use must not be refunded.
    withCallbackTimeout(
      withInvite(deps.db, readInviteCookie(deps, request), async () => ({
        signUpError: newAccountError(deps.config),
        ...(await forwardToBetterAuth({ ...deps, auth }, exchange, (api, options) =>
          api.callbackOAuth({ method: 'GET', params: { id: provider }, query, ...options }),
        )),
      })),
    ),
  )
  if (!forwarded) {
    updateEvent(request, { outcome: 'refused' })
    return `${callbackPath}&error=server_error`
  }
  const { response, result, signUpError } = forwarded
  if (result.twoFactorRedirect) {
    updateEvent(request, { outcome: 'code needed' })
    return '/?second_factor=1'
  }
  try {
    await completeProviderSignIn(deps, exchange)
  } catch (error) {
    if (!isSuspension(error)) throw error
    updateEvent(request, { outcome: 'refused' })
    return `${callbackPath}&error=suspended`
  }
  const page = pageAfter(deps, response.headers.get('location'), signUpError)
  if (/[?&]error=/.test(page)) updateEvent(request, { outcome: 'refused' })
  if (!request.viewer || !page.includes('?linked=')) return page
  return (await completeLink(deps, request, provider)) ? page : '/account-settings?error=unable_to_link_account'
}

const inviteSeconds = 600

/** Carries an invite to the provider and back in a cookie. Clears one from an earlier attempt. */
function setInviteCookie({ config }: Deps, reply: FastifyReply, invite: string) {
  if (config.signUps !== 'invite') return
  const value = invite.slice(0, 100)
  reply.header('set-cookie', setCookieHeader(config, 'invite', { value, maxAge: value ? inviteSeconds : 0 }))
}

const readInviteCookie = ({ config }: Deps, request: FastifyRequest) =>
  config.signUps === 'invite' ? readCookie(request, config, 'invite') : undefined

const isSuspension = (error: unknown) => error instanceof ApiError && error.code === 'not_yours'

function tooManyRequests(request: FastifyRequest) {
  updateEvent(request, { outcome: 'refused' })
  return `${callbackPath}&error=too_many_requests`
}

/** Creates name and profile for a new member. Without a session the request was a link or an error. */
async function completeProviderSignIn(deps: Deps, exchange: Exchange) {
  const { config, db } = deps
  const token = tokenBeingSet(exchange.reply, config)
  const session = token ? await findSessionOfToken(db, token) : undefined
  // Extending a session also sets the cookie but is not a sign-in.
  if (!session || session.id === exchange.request.viewer?.sessionId) return
  const userId = session.user_id
  await assignUsername(db, userId)
  const isNew = await db.transaction().execute(async (tx) => {
    const isNew = await ensureProfile(tx, userId, null)
    if (isNew) await storeFirstLanguage(tx, userId, config, exchange.request)
    const isConfirmed = await recordConfirmedEmail(tx, userId)
    if (isNew && !isConfirmed) await mailAccount(tx, { kind: 'confirm-signup', userId })
    return isNew
  })
  if (isNew) await countSignUp(deps)
  updateEvent(exchange.request, { member: userId })
  await completeSignIn(deps, exchange, { user: { id: userId }, token })
}

/** A provider's verified address counts as confirmed. False while it is unconfirmed. */
async function recordConfirmedEmail(tx: Tx, userId: string) {
  const confirmed = await tx
    .updateTable('users')
    .set((eb) => ({ confirmed_email: eb.ref('email') }))
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** The same page whether or not the address has an account. */
function pageAfter(deps: Deps, location: string | null, signUpError: ApiError | undefined) {
  const page = sameSitePage(deps, location)
  const [, error = ''] = /[?&]error=(\w+)/.exec(page) ?? []
  const isSignUpRejected = signUpError && ['account_not_linked', signUpError.code].includes(error)
  return isSignUpRejected ? `${callbackPath}&error=${signUpError.code}` : page
}

/** Never redirects to another site, whatever a provider or a stored state says. */
function sameSitePage({ config }: Deps, location: string | null) {
  const address = new URL(location ?? callbackPath, config.publicUrl)
  const isSameSite = address.origin === new URL(config.publicUrl).origin && !address.pathname.startsWith('//')
  return isSameSite ? address.pathname + address.search : callbackPath
}

/** False if the session ended while the provider answered, for example by recovery. The identity is then removed. */
async function completeLink({ config, db }: Deps, request: FastifyRequest, provider: string) {
  const viewer = viewerOf(request)
  recordEvent(request, { event: 'identity-linked', factor: 'provider' })
  const name = config.providers.find(({ id }) => id === provider)?.name ?? provider
  const mail = { kind: 'identity-linked', userId: viewer.id, provider: name, at: new Date() } as const
  return db.transaction().execute(async (tx) => {
    const isSignedIn = await lockAccountIfSignedIn(tx, viewer)
    if (isSignedIn) await mailAccount(tx, mail)
    else await deleteNewIdentity(tx, viewer.id, provider)
    return isSignedIn
  })
}

const deleteNewIdentity = (tx: Tx, userId: string, provider: string) =>
  sql`delete from accounts where user_id = ${userId} and provider_id = ${provider}
    and created_at > now() - interval '1 minute'`.execute(tx)

type AuthOfProvider = ReturnType<typeof openProviderAuth>

/** Timeouts for provider requests, in milliseconds. */
const timeoutsMs = { discovery: 5_000, callback: 10_000 }

const providerUnreachable = () =>
  apiError('unavailable', msg`The provider cannot be reached right now. Please try again in a moment.`)

/** A Better Auth per provider, so that one outage does not affect the others. */
export function openProviderAuth({ config, db }: Pick<AuthDependencies, 'config' | 'db'>) {
  const instances = new Map<string, Promise<Auth>>()

  async function createInstance(provider: ProviderSettings) {
    const { issuer } = provider
    const discovery = issuer === undefined ? undefined : await readDiscovery(issuer)
    if (issuer !== undefined && !discovery) throw providerUnreachable()
    if (discovery && withoutSlash(discovery.issuer) !== withoutSlash(issuer))
      throw new Error(`The provider at OIDC_ISSUER identifies itself as ${discovery.issuer}, which does not match.`)
    const auth = createAuth({
      config,
      db,
      providers: [{ ...provider, userInfoUrl: discovery?.userinfo_endpoint }],
    })
    const { socialProviders } = await auth.$context
    if (!socialProviders.some(({ id }) => id === provider.id)) throw providerUnreachable()
    return auth
  }

  return async (id: string) => {
    const provider = config.providers.find((each) => each.id === id)
    if (!provider) throw notFound('provider')
    const auth = instances.get(id) ?? createInstance(provider)
    instances.set(id, auth)
    auth.catch(() => instances.delete(id))
    const loaded = await withTimeout(timeoutsMs.discovery, auth)
    if (!loaded) throw providerUnreachable()
    return loaded
  }
}

/** The issuer must match, or it could impersonate another provider. Ignores a trailing slash. */
const withoutSlash = (address = '') => address.replace(/\/$/, '')

/** Better Auth sets no timeout on its provider requests, so this one does. */
const withCallbackTimeout = <Result>(result: Promise<Result>) => withTimeout(timeoutsMs.callback, result)

async function withTimeout<Result>(milliseconds: number, result: Promise<Result>) {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), milliseconds)
  return Promise.race([result, timeout.promise]).finally(() => clearTimeout(timer))
}
