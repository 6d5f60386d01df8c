import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { ApiError } from './errors.ts'
import { type RateLimitName, rateLimitRules } from './rate-limit-rules.ts'

export type Limits = ReturnType<typeof createLimits>

/** Rate limits, stored in the database under keyed hashes. Without the database, limited requests fail. */
export function createLimits({ config, pool }: { config: Config; pool: pg.Pool }) {
  const limiters = openLimiters(pool)
  const keyOf = (limit: RateLimitName, key: string) =>
    createHmac('sha256', config.secret)
      .update(`limit:${limit}:${rateLimitRules[limit].by === 'address' ? normaliseAddress(key) : key}`)
      .digest('hex')
      .slice(0, 32)

  async function consumePoint(limit: RateLimitName, key: string) {
    try {
      await limiters[limit].consume(keyOf(limit, key))
    } catch (error) {
      if (error instanceof Error) throw error
      return (error as RateLimiterRes).msBeforeNext
    }
  }

  const limits = {
    async consume(limit: RateLimitName, key: string) {
      const waitMs = await consumePoint(limit, key)
      if (waitMs !== undefined) throw tooManyError(limit, waitMs)
    },
    /** Counts a try and returns whether it is within the limit. For responses that must not reveal the limit. */
    tryConsume: async (limit: RateLimitName, key: string) => (await consumePoint(limit, key)) === undefined,
    /** Counts a try and returns the number of tries above the limit. For limits that do not simply refuse. */
    async countExcess(limit: RateLimitName, key: string) {
      const { consumedPoints } = await limiters[limit].penalty(keyOf(limit, key))
      return Math.max(0, consumedPoints - rateLimitRules[limit].attempts)
    },
    /** Refunds this try after a success. */
    async refund(limit: RateLimitName, key: string) {
      await limiters[limit].reward(keyOf(limit, key))
    },
    async isExhausted(limit: RateLimitName, key: string) {
      const state = await limiters[limit].get(keyOf(limit, key))
      return state !== null && state.remainingPoints === 0
    },
    /** Discards earlier failures after a success. */
    async reset(limit: RateLimitName, key: string) {
      await limiters[limit].delete(keyOf(limit, key))
    },
  }
  return config.rateLimits ? limits : unlimited
}

const unlimited = {
  consume: async (_limit: RateLimitName, _key: string) => {},
  tryConsume: async (_limit: RateLimitName, _key: string) => true,
  countExcess: async (_limit: RateLimitName, _key: string) => 0,
  refund: async (_limit: RateLimitName, _key: string) => {},
  isExhausted: async (_limit: RateLimitName, _key: string) => false,
  reset: async (_limit: RateLimitName, _key: string) => {},
}

/** A job (sweep-expired) deletes expired rows, so no process needs a timer. */
const openLimiters = (pool: pg.Pool) =>
  Object.fromEntries(
    Object.entries(rateLimitRules).map(([keyPrefix, { attempts, seconds }]) => [
      keyPrefix,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit_points',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points: attempts,
        duration: seconds,
      }),
    ]),
  ) as Record<RateLimitName, RateLimiterPostgres>

function tooManyError(limit: RateLimitName, waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ApiError('too_many_requests', waitMessage(rateLimitRules[limit].message, seconds), { retryAfter: seconds })
}

function waitMessage(reason: MessageDescriptor, seconds: number) {
  if (seconds < 60)
    return msg`${{ reason }} Please wait ${plural({ seconds }, { one: 'a second', other: '# seconds' })} and try again.`
  const minutes = Math.ceil(seconds / 60)
  return minutes > 90
    ? msg`${{ reason }} Please wait ${plural({ hours: Math.ceil(minutes / 60) }, { one: 'an hour', other: '# hours' })} and try again.`
    : msg`${{ reason }} Please wait ${plural({ minutes }, { one: 'a minute', other: '# minutes' })} and try again.`
}

/** The client whose share a request uses: the member, or the address of a guest. */
export const clientOf = ({ viewer, ip }: FastifyRequest) => viewer?.id ?? normaliseAddress(ip)

/** A keyed hash that replaces a visitor's network in stored data, so the network cannot be read from it. */
export const hashNetwork = ({ secret }: Pick<Config, 'secret'>, ip: string) =>
  createHmac('sha256', secret)
    .update(`network:${normaliseAddress(ip)}`)
    .digest('hex')
    .slice(0, 32)

const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/
const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/

export function normaliseAddress(input = '') {
  const [, inBrackets, ipv4] = withPort.exec(input) ?? []
  const address = inBrackets ?? ipv4 ?? input
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [, high, low] = mapped.exec(canonical) ?? []
  return high && low ? toIPv4(high, low) : `${networkPrefix(canonical)}::/64`
}

function toIPv4(high: string, low: string) {
  const groups = [high, low].map((part) => Number.parseInt(part, 16))
  return groups.flatMap((part) => [part >> 8, part & 255]).join('.')
}

function networkPrefix(canonical: string) {
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

export const deleteExpiredLimits = (db: Db) =>
  db.deleteFrom('rate_limit_points').where('expire', '<=', Date.now()).execute()
