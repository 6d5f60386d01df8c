import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderSettings } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { readCookie, setCookieHeader } from '#server/http/cookies.ts'
import { notFound, Refusal, refuse } from '#server/http/errors.ts'
import type { FairQueue } from '#server/http/fair-queue.ts'
import { noteEvent, noteMore } from '#server/http/security-events.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { type Auth, type AuthDependencies, createAuth, type Exchange } from '../better-auth/auth.ts'
import { callBetterAuth, passToBetterAuth } from '../better-auth/call-better-auth.ts'
import { readDiscovery } from '../better-auth/providers.ts'
import { completeSignIn, tokenBeingSet } from '../sessions/complete-sign-in.ts'
import { findSessionOfToken, requireRecentConfirmation } from '../sessions/sessions.queries.ts'
import { countSignUp } from '../sessions/sign-up.ts'
import { refusalOfNew, withInvite } from '../sign-ups/sign-up-gate.ts'
import { ensureProfile } from '../user.queries.ts'
import { settleUsername } from '../usernames/username-rules.ts'

type Deps = AuthDependencies & { authOf: AuthOfProvider; signInQueue: FairQueue }

const arrival = '/auth/callback?type=oauth'

export async function signInWithProvider(
  deps: Deps,
  exchange: Exchange,
  { provider, invite = '' }: { provider: string; invite?: string | undefined },
) {
  await deps.limits.spend('sign-in-address', exchange.request.ip)
  keepInvite(deps, exchange.reply, invite)
  const pages = { callbackURL: arrival, errorCallbackURL: arrival }
  return begin(deps, exchange, { path: '/sign-in/social', provider, pages })
}

export async function linkIdentity(deps: Deps, exchange: Exchange, provider: string) {
  await requireRecentConfirmation(deps.pool, viewerOf(exchange.request))
  const pages = { callbackURL: `/account-settings?linked=${provider}`, errorCallbackURL: '/account-settings' }
  return begin(deps, exchange, { path: '/link-social', provider, pages })
}

type Beginning = {
  path: string
  provider: string
  pages: { callbackURL: string; errorCallbackURL: string }
}

async function begin(deps: Deps, exchange: Exchange, { path, provider, pages }: Beginning) {
  const auth = await deps.authOf(provider)
  const body = { provider, ...pages, disableRedirect: true }
  const { url = '' } = await callBetterAuth({ ...deps, auth }, exchange, { path, body })
  return { url, redirect: true }
}

export async function finishAtCallback(deps: Deps, exchange: Exchange, provider: string) {
  const { request } = exchange
  noteEvent(request, { event: 'sign-in', factor: 'provider', member: undefined })
  if (!(await deps.limits.tryToSpend('link-address', request.ip))) return tooMany(request)
  const auth = await deps.authOf(provider)
  const query = new URL(request.url, 'http://callback').search
  const call = { path: `/callback/${provider}${query}`, method: 'GET' as const }
  const finished = await deps.signInQueue.run(request.ip, () =>
    // Outside `withInvite`: an invite in use must not be refunded.
    withinCallback(
      withInvite(deps.db, keptInvite(deps, request), async () => ({
        refusal: refusalOfNew(deps.config),
        ...(await passToBetterAuth({ ...deps, auth }, exchange, call)),
      })),
    ),
  )
  if (!finished) {
    noteMore(request, { outcome: 'refused' })
    return `${arrival}&error=server_error`
  }
  const { response, answer, refusal } = finished
  if (answer.twoFactorRedirect) {
    noteMore(request, { outcome: 'code needed' })
    return '/?second_factor=1'
  }
  try {
    await completeArrival(deps, exchange)
  } catch (error) {
    if (!isSuspension(error)) throw error
    noteMore(request, { outcome: 'refused' })
    return `${arrival}&error=suspended`
  }
  const page = pageAfter(deps, response.headers.get('location'), refusal)
  if (/[?&]error=/.test(page)) noteMore(request, { outcome: 'refused' })
  if (request.viewer && page.includes('?linked=')) await tellOfLink(deps, request, provider)
  return page
}

const inviteSeconds = 600

/** Carries an invite to the provider and back in a cookie. Clears one from an earlier attempt. */
function keepInvite({ config }: Deps, reply: FastifyReply, invite: string) {
  if (config.signUps !== 'invite') return
  const value = invite.slice(0, 100)
  reply.header('set-cookie', setCookieHeader(config, 'invite', { value, maxAge: value ? inviteSeconds : 0 }))
}

const keptInvite = ({ config }: Deps, request: FastifyRequest) =>
  config.signUps === 'invite' ? readCookie(request, config, 'invite') : undefined

const isSuspension = (error: unknown) => error instanceof Refusal && error.code === 'not_yours'

function tooMany(request: FastifyRequest) {
  noteMore(request, { outcome: 'refused' })
  return `${arrival}&error=too_many_requests`
}

/** Creates name and profile for a new member. Without a session the request was a link or an error. */
async function completeArrival(deps: Deps, exchange: Exchange) {
  const { config, db } = deps
  const token = tokenBeingSet(exchange.reply, config)
  const session = token ? await findSessionOfToken(db, token) : undefined
  // Extending a session also sets the cookie but is not a sign-in.
  if (!session || session.id === exchange.request.viewer?.sessionId) return
  const userId = session.user_id
  await settleUsername(db, userId)
  const isNew = await db.transaction().execute(async (tx) => {
    const isNew = await ensureProfile(tx, userId, null)
    const isConfirmed = await noteConfirmedEmail(tx, userId)
    if (isNew && !isConfirmed) await mailAccount(tx, { kind: 'confirm-signup', userId })
    return isNew
  })
  if (isNew) await countSignUp(deps)
  noteMore(exchange.request, { member: userId })
  await completeSignIn(deps, exchange, { id: userId })
}

/** A provider's verified address counts as confirmed. False while it is unconfirmed. */
async function noteConfirmedEmail(tx: Tx, userId: string) {
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
function pageAfter(deps: Deps, location: string | null, refusal: Refusal | undefined) {
  const page = ownPage(deps, location)
  const [, error = ''] = /[?&]error=(\w+)/.exec(page) ?? []
  const isStranger = refusal && ['account_not_linked', refusal.code].includes(error)
  return isStranger ? `${arrival}&error=${refusal.code}` : page
}

/** Never redirects to another site, whatever a provider or a stored state says. */
function ownPage({ config }: Deps, location: string | null) {
  const address = new URL(location ?? arrival, config.publicUrl)
  const isOurs = address.origin === new URL(config.publicUrl).origin && !address.pathname.startsWith('//')
  return isOurs ? address.pathname + address.search : arrival
}

async function tellOfLink({ config, db }: Deps, request: FastifyRequest, provider: string) {
  const { id: userId } = viewerOf(request)
  noteEvent(request, { event: 'identity-linked', factor: 'provider' })
  const name = config.providers.find(({ id }) => id === provider)?.name ?? provider
  const mail = { kind: 'identity-linked', userId, provider: name, at: new Date() } as const
  await db.transaction().execute((tx) => mailAccount(tx, mail))
}

type AuthOfProvider = ReturnType<typeof openProviderAuth>

/** Timeouts for provider requests, in milliseconds. */
const patience = { offered: 5_000, callback: 10_000 }

const unreachable = () =>
  refuse('unavailable', 'The provider cannot be reached right now. Please try again in a moment.')

/** A Better Auth per provider, so that one outage does not affect the others. */
export function openProviderAuth({ config, db }: Pick<AuthDependencies, 'config' | 'db'>) {
  const made = new Map<string, Promise<Auth>>()

  async function make(provider: ProviderSettings) {
    const { issuer } = provider
    const discovery = issuer === undefined ? undefined : await readDiscovery(issuer)
    if (issuer !== undefined && !discovery) throw unreachable()
    if (discovery && withoutSlash(discovery.issuer) !== withoutSlash(issuer))
      throw new Error(
        `The provider at OIDC_ISSUER identifies itself as ${discovery.issuer}, which does not match.`,
      )
    const auth = createAuth({
      config,
      db,
      providers: [{ ...provider, userInfoUrl: discovery?.userinfo_endpoint }],
    })
    const { socialProviders } = await auth.$context
    if (!socialProviders.some(({ id }) => id === provider.id)) throw unreachable()
    return auth
  }

  return async (id: string) => {
    const provider = config.providers.find((each) => each.id === id)
    if (!provider) throw notFound('provider')
    const auth = made.get(id) ?? make(provider)
    made.set(id, auth)
    auth.catch(() => made.delete(id))
    const offered = await orLate(patience.offered, auth)
    if (!offered) throw unreachable()
    return offered
  }
}

/** The issuer must match, or it could impersonate another provider. Ignores a trailing slash. */
const withoutSlash = (address = '') => address.replace(/\/$/, '')

/** Better Auth sets no timeout on its provider requests, so this one does. */
const withinCallback = <Answer>(answer: Promise<Answer>) => orLate(patience.callback, answer)

async function orLate<Answer>(milliseconds: number, answer: Promise<Answer>) {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), milliseconds)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
