import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '#server/config/config.ts'
import { Refusal } from './errors.ts'
import { type Limited, limitKinds } from './limit-kinds.ts'

/** Only this limiter, as importing those for all stores costs 6 MB and 35 ms. */
const Limiter = createRequire(import.meta.url)(
  'rate-limiter-flexible/lib/RateLimiterPostgres.js',
) as typeof RateLimiterPostgres

export type Limits = ReturnType<typeof createLimits>

/** Rate limits, stored in the database under keyed hashes. Without the database, limited requests fail. */
export function createLimits({ config, pool }: { config: Config; pool: pg.Pool }) {
  const limiters = openLimiters(pool)
  const keyOf = (what: Limited, key: string) =>
    createHmac('sha256', config.secret)
      .update(`limit:${what}:${limitKinds[what].by === 'address' ? limitedAddress(key) : key}`)
      .digest('hex')
      .slice(0, 32)

  async function take(what: Limited, key: string) {
    try {
      await limiters[what].consume(keyOf(what, key))
    } catch (error) {
      if (error instanceof Error) throw error
      return (error as RateLimiterRes).msBeforeNext
    }
  }

  const limits = {
    async spend(what: Limited, key: string) {
      const wait = await take(what, key)
      if (wait !== undefined) throw tooMany(what, wait)
    },
    /** Counts a try and returns whether it is within the limit. For responses that must not reveal the limit. */
    tryToSpend: async (what: Limited, key: string) => (await take(what, key)) === undefined,
    /** Counts a try and returns the number of tries above the limit. For limits that do not simply refuse. */
    async triesTooMany(what: Limited, key: string) {
      const { consumedPoints } = await limiters[what].penalty(keyOf(what, key))
      return Math.max(0, consumedPoints - limitKinds[what].tries)
    },
    /** Refunds this try after a success. */
    async giveBack(what: Limited, key: string) {
      await limiters[what].reward(keyOf(what, key))
    },
    async isSpent(what: Limited, key: string) {
      const taken = await limiters[what].get(keyOf(what, key))
      return taken !== null && taken.remainingPoints === 0
    },
    /** Discards earlier failures after a success. */
    async forgive(what: Limited, key: string) {
      await limiters[what].delete(keyOf(what, key))
    },
  }
  return config.rateLimits ? limits : unlimited
}

const unlimited = {
  spend: async (_what: Limited, _key: string) => {},
  tryToSpend: async (_what: Limited, _key: string) => true,
  triesTooMany: async (_what: Limited, _key: string) => 0,
  giveBack: async (_what: Limited, _key: string) => {},
  isSpent: async (_what: Limited, _key: string) => false,
  forgive: async (_what: Limited, _key: string) => {},
}

/** A job (sweep-expired) deletes expired rows, so no process needs a timer. */
const openLimiters = (pool: pg.Pool) =>
  Object.fromEntries(
    Object.entries(limitKinds).map(([keyPrefix, { tries, seconds }]) => [
      keyPrefix,
      new Limiter({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit_points',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points: tries,
        duration: seconds,
      }),
    ]),
  ) as Record<Limited, RateLimiterPostgres>

function tooMany(what: Limited, wait: number) {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  const sentence = `${limitKinds[what].said} Please wait ${inWords(seconds)} and try again.`
  return new Refusal('too_many_requests', sentence, { retryAfter: seconds })
}

function inWords(seconds: number) {
  if (seconds === 1) return 'a second'
  if (seconds < 60) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** The client whose share a request uses: the member, or the address of a guest. */
export const personOf = ({ viewer, ip }: FastifyRequest) => viewer?.id ?? limitedAddress(ip)

/** A keyed hash that replaces a visitor's network in stored data, so the network cannot be read from it. */
export const keyedNetwork = ({ secret }: Pick<Config, 'secret'>, ip: string) =>
  createHmac('sha256', secret)
    .update(`network:${limitedAddress(ip)}`)
    .digest('hex')
    .slice(0, 32)

const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/
const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/

export function limitedAddress(given = '') {
  const [, inBrackets, ipv4] = withPort.exec(given) ?? []
  const address = inBrackets ?? ipv4 ?? given
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [, high, low] = mapped.exec(shortest) ?? []
  return high && low ? asIPv4(high, low) : `${network(shortest)}::/64`
}

function asIPv4(high: string, low: string) {
  const both = [high, low].map((part) => Number.parseInt(part, 16))
  return both.flatMap((part) => [part >> 8, part & 255]).join('.')
}

function network(shortest: string) {
  const [head = [], tail = []] = shortest.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
