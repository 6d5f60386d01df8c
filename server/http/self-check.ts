import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { statement } from '#server/db/statement.ts'
import { notFound } from './errors.ts'
import type { App } from './fastify.ts'

export const selfCheckPath = '/healthz/self'
export const selfCheckHeader = 'x-foldout-self-check'

/** How a request arrived. The signatures prove that this site and its database answered it. */
export type SelfCheck = {
  site: string
  /** Null if the database cannot be reached. */
  database: string | null
  version: string
  address: string
  scheme: string
  /** Addresses in `X-Forwarded-For`, and how many of them TRUST_PROXY trusts. */
  forwarded: number
  trusted: number
}

type Deps = { config: Pick<Config, 'secret'>; pool: pg.Pool; version: string }

/** For everyone who does not know the site's secret, there is no such page. */
export function selfCheckRoutes(app: App, { config, pool, version }: Deps) {
  app.get(selfCheckPath, { schema: { hide: true } }, async (request, reply): Promise<SelfCheck> => {
    const nonce = verifyQuestion(request.headers[selfCheckHeader], config)
    if (nonce === undefined) throw notFound()
    const header = request.headers['x-forwarded-for']
    reply.header('cache-control', 'no-store')
    return {
      site: signAnswer(config, nonce),
      database: await identifyDatabase(pool).then(
        (identity) => signAnswer(config, nonce, identity),
        () => null,
      ),
      version,
      address: request.ip,
      scheme: request.protocol,
      forwarded: header === undefined ? 0 : String(header).split(',').length,
      trusted: (request.ips?.length ?? 1) - 1,
    }
  })
}

type Secret = Pick<Config, 'secret'>

const sign = ({ secret }: Secret, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

export const signQuestion = (config: Secret, nonce: string) =>
  `${nonce}.${sign(config, `self-check question ${nonce}`)}`

export const signAnswer = (config: Secret, nonce: string, database = '') =>
  sign(config, `self-check answer ${nonce} ${database}`)

function verifyQuestion(header: string | string[] | undefined, config: Secret) {
  const sent = Buffer.from(String(header ?? ''))
  const [nonce = ''] = String(header ?? '').split('.', 1)
  const expected = Buffer.from(signQuestion(config, nonce))
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? nonce : undefined
}

const databaseIdentity = statement<{ identity: string }, []>(
  'database-identity',
  `select extract(epoch from pg_postmaster_start_time()) || ' ' || oid as identity
   from pg_database where datname = current_database()`,
)

/** The same for all connections to one database, and for no other database, also not a copy. */
export async function identifyDatabase(pool: pg.Pool) {
  const [row] = await databaseIdentity(pool)
  return row?.identity ?? ''
}
