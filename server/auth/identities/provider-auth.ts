import type { ProviderSettings } from '#server/config/config.ts'
import { boundCallsElsewhere } from '#server/http/calls-elsewhere.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { type Auth, createAuth } from '../better-auth/auth.ts'

export type AuthOfProvider = ReturnType<typeof openProviderAuth>

/**
 * Each provider has a Better Auth of its own, made when first needed: one that hangs or is down when asked what it
 * offers must not keep anybody from signing in with a password or from another.
 */
export function openProviderAuth({ config, db }: Pick<AuthDependencies, 'config' | 'db'>) {
  boundCallsElsewhere()
  const made = new Map<string, Auth>()

  return async (id: string) => {
    const provider = config.providers.find((each) => each.id === id)
    if (!provider) throw notFound('provider')
    const auth = made.get(id) ?? createAuth({ config, db, providers: [provider] })
    made.set(id, auth)
    const found = await offered(auth, id)
    if (found && isMeant(provider, found.issuer)) return auth
    made.delete(id)
    if (found)
      throw new Error(`The provider at OIDC_ISSUER calls itself ${found.issuer}, which is another name.`)
    throw refuse('unavailable', 'The provider cannot be reached right now. Please try again in a moment.')
  }
}

/** An OpenID provider that calls itself something else could speak for another one. A slash at the end does not count. */
const isMeant = ({ issuer }: ProviderSettings, itself: string | undefined) =>
  issuer === undefined || (itself !== undefined && plain(issuer) === plain(itself))

const plain = (address: string) => address.replace(/\/$/, '')

/** How long, in milliseconds, a provider may take to say what it offers. */
const patience = 5_000

async function offered(auth: Auth, id: string) {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), patience)
  const context = await Promise.race([auth.$context, late])
  clearTimeout(timer)
  return context?.socialProviders.find((each) => each.id === id)
}
