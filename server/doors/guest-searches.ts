import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { kindNames } from '#contract/detail-choices.ts'
import type { Filters } from '#contract/filters.ts'
import type { Config } from '#server/config/config.ts'
import type { Admission } from '#server/http/admission.ts'
import { Refusal } from '#server/http/errors.ts'
import { createLimits } from '#server/http/limit.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'

type Deps = { config: Config; pool: pg.Pool; turns: Admission; changes: PublicChanges }

/** As long as visitors' pages are cached when a process misses the changes of others. */
const kept = { ttl: 5_000, ttlResolution: 0, max: 20 }
/** In characters, so that all cached responses together take a few megabytes. */
const longestKept = 200_000

export type GuestSearches = ReturnType<typeof guestSearches>

/** Feed readers and catalogues repeat the same requests for many users from a few addresses. */
export function guestSearches({ config, pool, turns, changes }: Deps) {
  const limits = createLimits({ config, pool })
  const answers = new LRUCache<string, Promise<string>>(kept)
  changes.subscribe(() => answers.clear())

  function lookUp(address: string, answer: Promise<string>) {
    const forget = () => answers.peek(address) === answer && answers.delete(address)
    answers.set(address, answer)
    answer.then((text) => text.length > longestKept && forget(), forget)
    return answer
  }

  /** Returns the response for an address. Runs a search unless it is cached, or was cached while this request was counted. */
  return async (request: FastifyRequest, address: string, look: () => Promise<string>) => {
    const known = answers.get(address)
    if (known) return known
    await limits.spend('search-feeds', request.ip).catch(letThroughUncounted)
    return answers.get(address) ?? lookUp(address, turns.reading(request, look))
  }
}

/** Without a primary nothing can be counted while replicas still respond: the concurrency limit remains. */
export function letThroughUncounted(error: unknown) {
  if (error instanceof Refusal) throw error
}

type Search = { text: string; popular: boolean; filters: Filters }

export function searchTitle({ text, popular, filters }: Search) {
  const { language, kind, subject, series, year, copy, paper } = filters
  const said = [
    text && `“${text}”`,
    ...[language, kind && kindNames[kind], subject, series, year],
    copy && 'may be copied',
    paper && 'on paper',
  ].filter(Boolean)
  const list = popular ? 'Popular zines' : 'New zines'
  return said.length > 0 ? `${list}: ${said.join(', ')}` : list
}
