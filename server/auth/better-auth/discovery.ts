import { decodeJwt } from 'jose'
import * as z from 'zod'

const Discovery = z.object({ issuer: z.url(), userinfo_endpoint: z.url().optional() })

const UserInfo = z.looseObject({ sub: z.string(), email: z.string().optional() })

export const discoveryAddress = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** What an OpenID provider says of itself; undefined when it cannot be reached. */
export async function readDiscovery(issuer: string) {
  return Discovery.safeParse(await readJson(discoveryAddress(issuer))).data
}

/**
 * Who signed in at an OpenID provider, from the ID token, whose signature was checked before, or from the provider when
 * the token has no address. Better Auth's own request follows redirects, and waits for minutes.
 */
export async function readUserInfo({ idToken, accessToken }: Tokens, userInfoUrl: string | undefined) {
  const claims = idToken ? UserInfo.safeParse(decodeJwt(idToken)).data : undefined
  if (claims?.email) return asUser(claims)
  if (!userInfoUrl) return null
  const info = UserInfo.safeParse(
    await readJson(userInfoUrl, { authorization: `Bearer ${accessToken}` }),
  ).data
  // What is said of somebody else must not count for who signed in.
  return info && (!claims || claims.sub === info.sub) ? asUser(info) : null
}

type Tokens = { idToken?: string | undefined; accessToken?: string | undefined }

const asUser = (claims: z.output<typeof UserInfo>) => ({
  ...claims,
  id: claims.sub,
  emailVerified: claims.email_verified === true,
})

/** A redirect could lead to any address that this machine can reach, so none is followed. */
async function readJson(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const options = { headers, redirect: 'manual', signal: AbortSignal.timeout(5_000) } as const
    const response = await fetch(address, options)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
