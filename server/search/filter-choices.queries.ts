import type pg from 'pg'
import { kinds } from '#contract/kinds.ts'
import { canonicalLanguage } from '#contract/language-tag.ts'
import { offeredLanguages, offeredSubjects, suggestedSubjects } from '#contract/limits.ts'
import type { FilterChoices } from '#contract/search.ts'
import { statement } from '#server/db/statement.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { saidOfFacet, subjectFacet, subjectOfFacet } from './facets.ts'

/** Cache lifetime in milliseconds, for setups in which processes do not notify each other of changes. */
const lifetime = 5_000

/** Reads at most this many terms with the same prefix. */
const mostLookedAt = 2_000

export function offeredToSearch(changes: PublicChanges) {
  const recentSubjects = kept(changes, listRecentSubjects)
  const filterChoices = kept(changes, (pool) => listChoices(pool, recentSubjects))
  return { recentSubjects, filterChoices }
}

/** Caches a result for all visitors until a public change may have affected it. */
function kept<Answer>(changes: PublicChanges, lookUp: (pool: pg.Pool) => Promise<Answer>) {
  let last: { answer: Promise<Answer>; until: number } | undefined
  const forget = () => {
    last = undefined
  }
  changes.subscribe(forget)
  return (pool: pg.Pool) => {
    if (last && last.until > Date.now()) return last.answer
    const answer = lookUp(pool)
    last = { answer, until: Date.now() + lifetime }
    answer.catch(forget)
    return answer
  }
}

async function listChoices(pool: pg.Pool, recentSubjects: RecentSubjects): Promise<FilterChoices> {
  const [kind, language, recent] = await Promise.all([
    kindsInUse(pool),
    languagesInUse(pool),
    recentSubjects(pool),
  ])
  return {
    kinds: kind.flatMap(({ word }) => kinds.find((each) => each === saidOfFacet(word)) ?? []),
    languages: language.flatMap(({ word }) => canonicalLanguage(saidOfFacet(word)) ?? []),
    subjects: [...recent.values()].slice(0, offeredSubjects),
  }
}

const kindsInUse = statement<{ word: string }, []>(
  'kinds-in-use',
  `select word from search_words where word >= 'KIND:' and word < 'KIND:~' and zines > 0
   order by zines desc, word limit ${kinds.length}`,
)

/** Primary languages only. Members can invent any number of narrower tags like `zh-Hant`, and each implies its primary one. */
const languagesInUse = statement<{ word: string }, []>(
  'languages-in-use',
  `select word from (
     select word, zines from search_words where word >= 'LANG:' and word < 'LANG:~' and word not like '%-%'
     order by word limit ${mostLookedAt}
   ) known
   where zines > 0 order by zines desc, word limit ${offeredLanguages}`,
)

/** All characters of filter terms sort before `~`. */
const beginningWith = statement<Known, [beginning: string]>(
  'subjects-beginning',
  `select word, zines from (
     select word, zines from search_words where word >= $1 and word < $1 || '~' order by word limit ${mostLookedAt}
   ) known
   where zines > 0 order by zines desc, word limit ${suggestedSubjects}`,
)

type Known = { word: string; zines: number }
type Spelling = { subject: string; times: number }

export type RecentSubjects = (pool: pg.Pool) => Promise<ReadonlyMap<string, string>>

export async function listSubjects(pool: pg.Pool, beginning: string, recentSubjects: RecentSubjects) {
  const facet = subjectFacet(beginning)
  if (facet === subjectFacet('')) return []
  const known = await beginningWith(pool, facet)
  const spelt = await speltByMost(pool, known)
  const recent = known.some(isCommon) ? await recentSubjects(pool) : spelt
  return known.flatMap(
    (each) => (isCommon(each) ? recent : spelt).get(each.word) ?? subjectOfFacet(each.word) ?? [],
  )
}

/** Common subjects occur in the newest zines, so the slow index lookup is not needed. */
const isCommon = ({ zines }: Known) => zines > 2_000

async function speltByMost(pool: pg.Pool, known: Known[]) {
  const rare = known.filter((each) => !isCommon(each)).map(({ word }) => word)
  return bySubject(rare.length > 0 ? await spellingsOf(pool, rare) : [])
}

const spellingsOf = statement<Spelling, [facets: string[]]>(
  'subject-spellings',
  `select subject, count(*)::int as times
   from (
     select distinct zine_id from unnest($1::text[]) facet
     cross join lateral (
       select zine_id from zine_search where string_to_array(document, ' ') && array[facet] limit 20
     ) sample
   ) found
   join zine_details using (zine_id)
   cross join lateral jsonb_array_elements_text(details -> 'subjects') subject
   group by subject`,
)

/** Counts each creator once per subject, so that one prolific creator does not decide the suggestions. */
const listRecentSubjects: RecentSubjects = async (pool) => {
  const facets = new Map<string, string>()
  const counted = new Set<string>()
  const times = new Map<string, number>()
  for (const { creator, subjects } of await newestSubjects(pool))
    for (const subject of subjects) {
      const facet = facets.get(subject) ?? subjectFacet(subject)
      facets.set(subject, facet)
      const said = `${creator} ${facet}`
      if (!counted.has(said)) times.set(subject, (times.get(subject) ?? 0) + 1)
      counted.add(said)
    }
  return bySubject([...times].map(([subject, count]) => ({ subject, times: count })))
}

/** Ids sort by creation time. Only visible zines have a counter. */
const newestSubjects = statement<{ creator: string; subjects: string[] }, []>(
  'newest-subjects',
  `select creator_id as creator, details -> 'subjects' as subjects
   from (select zine_id, creator_id, details from zine_details order by zine_id desc limit 1000) newest
   cross join lateral (select from zine_stats where zine_stats.zine_id = newest.zine_id offset 0) shown
   where details ? 'subjects'`,
)

/** The most common spelling of each filter term (lower case wins a tie), with the most common subject first. */
function bySubject(spellings: Spelling[]) {
  const subjects = new Map<string, { best: Spelling; times: number }>()
  for (const each of spellings.toSorted((a, b) => b.times - a.times || (a.subject < b.subject ? 1 : -1))) {
    const facet = subjectFacet(each.subject)
    const { best = each, times = 0 } = subjects.get(facet) ?? {}
    subjects.set(facet, { best, times: times + each.times })
  }
  return new Map(
    [...subjects]
      .sort(([, a], [, b]) => b.times - a.times)
      .map(([facet, { best }]) => [facet, best.subject] as const),
  )
}
