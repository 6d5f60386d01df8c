import { setTimeout as pause } from 'node:timers/promises'
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'

type Claims = { userId: string; sessionId: string }
type Known = Claims & { expires: number }

const mostKnown = 2_000
/** An unknown key is looked for in the database, as another node may have just made it; this often at most, in milliseconds. */
const lookEvery = 250
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Verifies each access token once; its session is looked up each time. */
export function openTokens({ config, pool }: { config: Config; pool: pg.Pool }) {
  const known = new LRUCache<string, Known>({ max: mostKnown })
  const keys = keysOf(pool)

  async function verify(authorization: string): Promise<Claims | undefined> {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
    if (!token || token.length > 2_000) return undefined
    const before = known.get(token)
    if (before) return before.expires > Date.now() ? before : undefined
    const claims = await checked(token)
    if (claims) known.set(token, claims)
    return claims
  }

  async function checked(token: string): Promise<Known | undefined> {
    const verified = await keys.use((set) =>
      jwtVerify(token, set, { issuer: config.publicUrl, audience: config.publicUrl, algorithms: ['EdDSA'] }),
    )
    const { sub = '', sid, exp = 0 } = verified?.payload ?? {}
    if (!uuid.test(sub) || typeof sid !== 'string' || !uuid.test(sid)) return undefined
    return { userId: sub, sessionId: sid, expires: exp * 1000 }
  }

  return { verify }
}

type KeySet = ReturnType<typeof createLocalJWKSet>

function keysOf(pool: pg.Pool) {
  let set: KeySet | undefined
  let looking: Promise<KeySet> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  /** Answers undefined when the token is refused; the database being gone is another matter, and thrown. */
  async function use<Answer>(verify: (set: KeySet) => Promise<Answer>): Promise<Answer | undefined> {
    set ??= await read()
    try {
      return await verify(set)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) return undefined
    }
    set = await lookAgain()
    return verify(set).catch(() => undefined)
  }

  /** Whoever asks meanwhile waits for the same look, unless it has begun: their key may be newer. */
  function lookAgain() {
    looking ??= pause(Math.max(0, readAt + lookEvery - performance.now())).then(() => {
      looking = undefined
      return read()
    })
    return looking
  }

  async function read() {
    readAt = performance.now()
    const { rows } = await pool.query<{ id: string; public_key: string }>(
      "select id, public_key from jwks where expires_at is null or expires_at > now() - interval '1 day'",
    )
    const keys = rows.map(({ id, public_key }) => ({ ...JSON.parse(public_key), kid: id, alg: 'EdDSA' }))
    return createLocalJWKSet({ keys } as JSONWebKeySet)
  }

  return { use }
}
