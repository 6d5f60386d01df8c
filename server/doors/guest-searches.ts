import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { kindNames } from '#contract/detail-choices.ts'
import type { Filters } from '#contract/filters.ts'
import type { Config } from '#server/config/config.ts'
import type { Admission } from '#server/http/admission.ts'
import { Refusal } from '#server/http/errors.ts'
import { createLimits } from '#server/http/limit.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'

type Deps = { config: Config; pool: pg.Pool; turns: Admission; changes: PublicChanges }
type Kept = { answer: Promise<string>; until: number }

/** As long as a page for visitors is kept, where no process hears of what others changed. */
const lifetime = 5_000
const mostKept = 20
/** In characters: so all that are kept together take a few megabytes. */
const longestKept = 200_000

export type GuestSearches = ReturnType<typeof guestSearches>

/** Feed readers and catalogues ask the same again and again, for all of their people from a few addresses. */
export function guestSearches({ config, pool, turns, changes }: Deps) {
  const limits = createLimits({ config, pool })
  const kept = new Map<string, Kept>()
  changes.subscribe(() => kept.clear())

  const find = (address: string) => {
    const found = kept.get(address)
    return found && found.until > Date.now() ? found.answer : undefined
  }

  /** Looks up what is at an address, unless that is known, or has come to be while this one was counted. */
  return async (request: FastifyRequest, address: string, look: () => Promise<string>) => {
    const known = find(address)
    if (known) return known
    await limits.spend('search-feeds', request.ip).catch(letThroughUncounted)
    return find(address) ?? keep(kept, address, turns.reading(request, look))
  }
}

/** Without a primary nothing can be counted, and replicas go on answering: turns are a bound too. */
export function letThroughUncounted(error: unknown) {
  if (error instanceof Refusal) throw error
}

function keep(all: Map<string, Kept>, address: string, answer: Promise<string>) {
  const kept = { answer, until: Date.now() + lifetime }
  all.delete(address)
  all.set(address, kept)
  const [oldest] = all.keys()
  if (all.size > mostKept && oldest !== undefined) all.delete(oldest)
  const forget = () => {
    if (all.get(address) === kept) all.delete(address)
  }
  answer.then((text) => text.length > longestKept && forget(), forget)
  return answer
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
