import { genericOAuth } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import * as z from 'zod'
import type { ProviderSettings } from '#server/config/config.ts'

export type Provider = ProviderSettings & { userInfoUrl?: string | undefined }

type Profile = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const toUsername = (profile: Profile) => ({
  username: text(profile.login) || text(profile.preferred_username) || text(profile.name) || 'reader',
})

/** Google is a generic OpenID provider here, as Better Auth's own one does not verify the ID token's signature. */
export const providerOptions = {
  social(providers: Provider[]) {
    const builtIn = providers.filter(({ issuer }) => issuer === undefined)
    return Object.fromEntries(
      builtIn.map(({ id, clientId, clientSecret }) => [
        id,
        { clientId, clientSecret, mapProfileToUser: (profile: object) => toUsername(profile as Profile) },
      ]),
    )
  },
  plugins(providers: Provider[]) {
    const openIdProviders = providers.filter(({ issuer }) => issuer !== undefined)
    if (openIdProviders.length === 0) return []
    const config = openIdProviders.map(({ id, name, clientId, clientSecret, issuer = '', userInfoUrl }) => ({
      providerId: id,
      name,
      clientId,
      clientSecret,
      discoveryUrl: discoveryAddress(issuer),
      getUserInfo: (tokens: Tokens) => readUserInfo(tokens, userInfoUrl),
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      requireIdTokenVerification: true,
      mapProfileToUser: (profile: Profile) => toUsername(profile),
    }))
    return [genericOAuth({ config })]
  },
}

const Discovery = z.object({ issuer: z.url(), userinfo_endpoint: z.url().optional() })

const UserInfo = z.looseObject({ sub: z.string(), email: z.string().optional() })

const discoveryAddress = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

export async function readDiscovery(issuer: string) {
  return Discovery.safeParse(await readJson(discoveryAddress(issuer))).data
}

/** Reads the user from the verified ID token, or from the provider's endpoint if the token has no email. */
async function readUserInfo({ idToken, accessToken }: Tokens, userInfoUrl: string | undefined) {
  const claims = idToken ? UserInfo.safeParse(decodeJwt(idToken)).data : undefined
  if (claims?.email) return toUser(claims)
  if (!userInfoUrl) return null
  const info = UserInfo.safeParse(await readJson(userInfoUrl, { authorization: `Bearer ${accessToken}` })).data
  // Ignores claims about another subject.
  return info && (!claims || claims.sub === info.sub) ? toUser(info) : null
}

type Tokens = { idToken?: string | undefined; accessToken?: string | undefined }

const toUser = (claims: z.output<typeof UserInfo>) => ({
  ...claims,
  id: claims.sub,
  emailVerified: claims.email_verified === true,
})

/** A redirect could lead to any internal address, so none is followed. */
async function readJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const options = { headers, redirect: 'manual', signal: AbortSignal.timeout(5_000) } as const
    const response = await fetch(address, options)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
