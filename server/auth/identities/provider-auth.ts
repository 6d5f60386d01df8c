import type { ProviderSettings } from '#server/config/config.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { type Auth, createAuth } from '../better-auth/auth.ts'
import { readDiscovery } from '../better-auth/discovery.ts'

export type AuthOfProvider = ReturnType<typeof openProviderAuth>

/** How long, in milliseconds, a request waits for a provider. */
const patience = { offered: 5_000, callback: 10_000 }

const unreachable = () =>
  refuse('unavailable', 'The provider cannot be reached right now. Please try again in a moment.')

/**
 * Each provider has a Better Auth of its own, made when first needed: one that hangs or is down when asked what it
 * offers must not keep anybody from signing in with a password or from another.
 */
export function openProviderAuth({ config, db }: Pick<AuthDependencies, 'config' | 'db'>) {
  const made = new Map<string, Promise<Auth>>()

  async function make(provider: ProviderSettings) {
    const { issuer } = provider
    const discovery = issuer === undefined ? undefined : await readDiscovery(issuer)
    if (issuer !== undefined && !discovery) throw unreachable()
    if (discovery && withoutSlash(discovery.issuer) !== withoutSlash(issuer))
      throw new Error(`The provider at OIDC_ISSUER calls itself ${discovery.issuer}, which is another name.`)
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

/** An OpenID provider that calls itself something else could speak for another one. A slash at the end does not count. */
const withoutSlash = (address = '') => address.replace(/\/$/, '')

/** The end of a sign-in, or undefined when it takes too long: Better Auth sets no limit to its requests to a provider. */
export const withinCallback = <Answer>(answer: Promise<Answer>) => orLate(patience.callback, answer)

async function orLate<Answer>(milliseconds: number, answer: Promise<Answer>) {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), milliseconds)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
