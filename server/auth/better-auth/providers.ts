import { genericOAuth } from 'better-auth/plugins'
import type { ProviderSettings } from '#server/config/config.ts'
import { discoveryAddress, readUserInfo } from './discovery.ts'

/** `userInfoUrl`: where an OpenID provider says who signed in, if it does. */
export type Provider = ProviderSettings & { userInfoUrl?: string | undefined }

type Tokens = Parameters<typeof readUserInfo>[0]
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
    const config = open.map(({ id, name, clientId, clientSecret, issuer = '', userInfoUrl }) => ({
      providerId: id,
      name,
      clientId,
      clientSecret,
      discoveryUrl: discoveryAddress(issuer),
      getUserInfo: (tokens: Tokens) => readUserInfo(tokens, userInfoUrl),
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      requireIdTokenVerification: true,
      mapProfileToUser: (profile: Profile) => named(profile),
    }))
    return [genericOAuth({ config })]
  },
}
