import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { statement } from '#server/db/statement.ts'

type Claims = { userId: string; sessionId: string }
type CachedClaims = Claims & { expires: number }

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Verifies each access token once, but looks up its session for every request. */
export function openTokens({ config, pool }: { config: Config; pool: pg.Pool }) {
  const cache = new LRUCache<string, CachedClaims>({ max: 2_000 })

  async function verify(authorization: string): Promise<Claims | undefined> {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
    if (!token || token.length > 2_000) return undefined
    const cached = cache.get(token)
    if (cached) return cached.expires > Date.now() ? cached : undefined
    const claims = await verifyToken(token)
    if (claims) cache.set(token, claims)
    return claims
  }

  async function verifyToken(token: string): Promise<CachedClaims | undefined> {
    const keys = await readKeys(pool)
    const verified = await jwtVerify(token, keys, {
      issuer: config.publicUrl,
      audience: config.publicUrl,
      algorithms: ['EdDSA'],
    }).catch(() => undefined)
    const { sub = '', sid, exp = 0 } = verified?.payload ?? {}
    if (!uuid.test(sub) || typeof sid !== 'string' || !uuid.test(sid)) return undefined
    return { userId: sub, sessionId: sid, expires: exp * 1000 }
  }

  return { verify }
}

const usableKeys = statement<{ id: string; public_key: string }, []>(
  'token-keys',
  "select id, public_key from jwks where expires_at is null or expires_at > now() - interval '1 day'",
)

async function readKeys(pool: pg.Pool) {
  const keys = (await usableKeys(pool)).map(({ id, public_key }) => ({
    ...JSON.parse(public_key),
    kid: id,
    alg: 'EdDSA',
  }))
  return createLocalJWKSet({ keys } as JSONWebKeySet)
}
