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

/** As long as a page for visitors is kept, where no process hears of what others changed. */
const kept = { ttl: 5_000, ttlResolution: 0, max: 20 }
/** In characters: so all that are kept together take a few megabytes. */
const longestKept = 200_000

export type GuestSearches = ReturnType<typeof guestSearches>

/** Feed readers and catalogues ask the same again and again, for all of their people from a few addresses. */
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

  /** Looks up what is at an address, unless that is known, or has come to be while this one was counted. */
  return async (request: FastifyRequest, address: string, look: () => Promise<string>) => {
    const known = answers.get(address)
    if (known) return known
    await limits.spend('search-feeds', request.ip).catch(letThroughUncounted)
    return answers.get(address) ?? lookUp(address, turns.reading(request, look))
  }
}

/** Without a primary nothing can be counted, and replicas go on answering: turns are a bound too. */
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
