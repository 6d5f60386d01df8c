import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import {
  identifyDatabase,
  type SelfCheck,
  selfCheckHeader,
  selfCheckPath,
  signAnswer,
  signQuestion,
} from '#server/http/self-check.ts'
import { type Answer, requestAddress } from '../request-address.ts'

/** What answered at an address. `site` is undefined unless it knows the site's secret. */
export type Reply = {
  failure?: string
  answer?: Answer
  site?: SelfCheck & { hasSameDatabase: boolean | undefined }
}

/** For documentation only (RFC 5737), so no visitor has it. */
export const forgedAddress = '192.0.2.77'

const askTimeoutMs = 4_000

/** `pool` is that of this command; undefined if the database cannot be reached. */
type Options = { pool: Promise<pg.Pool | undefined>; isForged?: boolean }

/** Asks who is at an address, in a way that only this site can answer. With `isForged`, the request claims another sender. */
export async function askSite(address: string, config: Pick<Config, 'secret'>, options: Options): Promise<Reply> {
  const nonce = randomBytes(16).toString('base64url')
  const headers = {
    [selfCheckHeader]: signQuestion(config, nonce),
    ...(options.isForged && { 'x-forwarded-for': forgedAddress }),
  }
  try {
    const answer = await requestAddress(address + selfCheckPath, { headers, timeoutMs: askTimeoutMs })
    const site = readSelfCheck(answer)
    if (site?.site !== signAnswer(config, nonce)) return { answer }
    const pool = await options.pool
    const identity = pool && (await identifyDatabase(pool))
    const isKnown = identity !== undefined && site.database !== null
    const hasSameDatabase = isKnown ? site.database === signAnswer(config, nonce, identity) : undefined
    return { answer, site: { ...site, hasSameDatabase } }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}

function readSelfCheck({ status, body }: Answer): SelfCheck | undefined {
  try {
    return status === 200 ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}
