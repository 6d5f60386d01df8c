import { genericOAuth } from 'better-auth/plugins'
import type { ProviderSettings } from '#server/config/config.ts'

export type Provider = ProviderSettings

type Profile = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a provider calls its user, from which a username is made. */
const named = (profile: Profile) => ({
  username: text(profile.login) || text(profile.preferred_username) || text(profile.name) || 'reader',
})

/**
 * The same in Better Auth's terms: one it knows by name, and OpenID providers. Google is one of those: what Better Auth
 * knows of it by name does not check the signature of what Google says.
 */
export const providerOptions = {
  social(providers: Provider[]) {
    const known = providers.filter(({ issuer }) => issuer === undefined)
    return Object.fromEntries(
      known.map(({ id, clientId, clientSecret }) => [
        id,
        { clientId, clientSecret, mapProfileToUser: (profile: object) => named(profile as Profile) },
      ]),
    )
  },
  plugins(providers: Provider[]) {
    const open = providers.filter(({ issuer }) => issuer !== undefined)
    if (open.length === 0) return []
    const config = open.map(({ id, name, clientId, clientSecret, issuer }) => ({
      providerId: id,
      name,
      clientId,
      clientSecret,
      discoveryUrl: `${issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`,
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      requireIdTokenVerification: true,
      mapProfileToUser: (profile: Profile) => named(profile),
    }))
    return [genericOAuth({ config })]
  },
}
