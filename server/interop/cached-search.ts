import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { kindNames, lengthNames, readingDirectionNames } from '#contract/detail-choices.ts'
import type { Filters } from '#contract/filters.ts'
import { inEnglish } from '#contract/in-english.ts'
import type { Config } from '#server/config/config.ts'
import type { ConcurrencyLimits } from '#server/http/concurrency-limits.ts'
import { ApiError } from '#server/http/errors.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { createLimits } from '#server/http/rate-limits.ts'

type Deps = { config: Config; pool: pg.Pool; concurrencyLimits: ConcurrencyLimits; changes: PublicChanges }

/** Visitors' pages are cached equally long when a process misses the changes of others. */
const cacheOptions = { ttl: 5_000, ttlResolution: 0, max: 20 }
/** In characters, so that all cached responses together take a few megabytes. */
const maxCachedLength = 200_000

export type CachedGuestSearch = ReturnType<typeof createCachedGuestSearch>

/** Feed readers and catalogues repeat the same requests for many users from a few addresses. */
export function createCachedGuestSearch({ config, pool, concurrencyLimits, changes }: Deps) {
  const limits = createLimits({ config, pool })
  const cache = new LRUCache<string, Promise<string>>(cacheOptions)
  changes.subscribe(() => cache.clear())

  function store(address: string, pending: Promise<string>) {
    const evict = () => cache.peek(address) === pending && cache.delete(address)
    cache.set(address, pending)
    pending.then((text) => text.length > maxCachedLength && evict(), evict)
    return pending
  }

  /** Returns the response for an address. Runs a search unless it is cached, or was cached while this request was counted. */
  return async (request: FastifyRequest, address: string, load: () => Promise<string>) => {
    const cached = cache.get(address)
    if (cached) return cached
    await limits.consume('search-feeds', request.ip).catch(ignoreUncounted)
    return cache.get(address) ?? store(address, concurrencyLimits.withReadSlot(request, load))
  }
}

/** Without a primary nothing can be counted while replicas still respond: the concurrency limit remains. */
export function ignoreUncounted(error: unknown) {
  if (error instanceof ApiError) throw error
}

type Search = { text: string; popular: boolean; filters: Filters }

export function searchTitle({ text, popular, filters }: Search) {
  const { language, kind, subject, series, year, length, direction, copy, paper, print } = filters
  const parts = [
    text && `“${text}”`,
    language,
    kind && inEnglish(kindNames[kind]),
    subject,
    series,
    year,
    length && inEnglish(lengthNames[length]).toLowerCase(),
    direction && inEnglish(readingDirectionNames[direction]).toLowerCase(),
    copy && 'may be copied',
    paper && 'on paper',
    print && 'may be printed',
  ].filter(Boolean)
  const list = popular ? 'Popular zines' : 'New zines'
  return parts.length > 0 ? `${list}: ${parts.join(', ')}` : list
}
