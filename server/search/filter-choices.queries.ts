import type pg from 'pg'
import { kinds } from '#contract/kinds.ts'
import { canonicalLanguage } from '#contract/language-tag.ts'
import { initialSubjectSuggestions, offeredLanguages, suggestedSubjects } from '#contract/limits.ts'
import type { FilterChoices } from '#contract/search.ts'
import { statement } from '#server/db/statement.ts'
import { expiringCache } from '#server/http/expiring-cache.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { subjectOfFilterTerm, subjectTerm, valueOfFilterTerm } from './filter-terms.ts'

/** Cache lifetime in milliseconds, for setups in which processes do not notify each other of changes. */
const ttlMs = 5_000

/** Reads at most this many terms with the same prefix. */
const maxScanned = 2_000

/** Filter values for all visitors, until a public change may have affected them. */
export function openFilterChoices(changes: PublicChanges) {
  const recentSubjects = expiringCache(ttlMs, listRecentSubjects)
  const filterChoices = expiringCache(ttlMs, (pool: pg.Pool) => listChoices(pool, recentSubjects.read))
  changes.subscribe(recentSubjects.invalidate)
  changes.subscribe(filterChoices.invalidate)
  return { recentSubjects: recentSubjects.read, filterChoices: filterChoices.read }
}

async function listChoices(pool: pg.Pool, recentSubjects: RecentSubjects): Promise<FilterChoices> {
  const [kind, language, recent] = await Promise.all([kindsInUse(pool), languagesInUse(pool), recentSubjects(pool)])
  return {
    kinds: kind.flatMap(({ term }) => kinds.find((candidate) => candidate === valueOfFilterTerm(term)) ?? []),
    languages: language.flatMap(({ term }) => canonicalLanguage(valueOfFilterTerm(term)) ?? []),
    subjects: [...recent.values()].slice(0, initialSubjectSuggestions),
  }
}

const kindsInUse = statement<{ term: string }, []>(
  'kinds-in-use',
  `select term from terms where term >= 'KIND:' and term < 'KIND:~' and zines > 0
   order by zines desc, term limit ${kinds.length}`,
)

/** Primary languages only. Members can invent any number of narrower tags like `zh-Hant`, and each implies its primary one. */
const languagesInUse = statement<{ term: string }, []>(
  'languages-in-use',
  `select term from (
     select term, zines from terms where term >= 'LANG:' and term < 'LANG:~' and term not like '%-%'
     order by term limit ${maxScanned}
   ) known
   where zines > 0 order by zines desc, term limit ${offeredLanguages}`,
)

/** All characters of filter terms sort before `~`. */
const subjectsStartingWith = statement<SubjectCount, [beginning: string]>(
  'subjects-beginning',
  `select term, zines from (
     select term, zines from terms where term >= $1 and term < $1 || '~' order by term limit ${maxScanned}
   ) known
   where zines > 0 order by zines desc, term limit ${suggestedSubjects}`,
)

type SubjectCount = { term: string; zines: number }
type Spelling = { subject: string; times: number }

export type RecentSubjects = (pool: pg.Pool) => Promise<ReadonlyMap<string, string>>

export async function listSubjects(pool: pg.Pool, beginning: string, recentSubjects: RecentSubjects) {
  const filterTerm = subjectTerm(beginning)
  if (filterTerm === subjectTerm('')) return []
  const matches = await subjectsStartingWith(pool, filterTerm)
  const spellings = await mostCommonSpellings(pool, matches)
  const recent = matches.some(isCommon) ? await recentSubjects(pool) : spellings
  return matches.flatMap(
    (each) => (isCommon(each) ? recent : spellings).get(each.term) ?? subjectOfFilterTerm(each.term) ?? [],
  )
}

/** Common subjects occur in the newest zines, so the slow index lookup is not needed. */
const isCommon = ({ zines }: SubjectCount) => zines > 2_000

async function mostCommonSpellings(pool: pg.Pool, matches: SubjectCount[]) {
  const rare = matches.filter((each) => !isCommon(each)).map(({ term }) => term)
  return bySubject(rare.length > 0 ? await spellingsOf(pool, rare) : [])
}

const spellingsOf = statement<Spelling, [filterTerms: string[]]>(
  'subject-spellings',
  `select subject, count(*)::int as times
   from (
     select distinct zine_id from unnest($1::text[]) filter_term
     cross join lateral (
       select zine_id from zine_search where string_to_array(document, ' ') && array[filter_term] limit 20
     ) sample
   ) found
   join zine_details using (zine_id)
   cross join lateral jsonb_array_elements_text(details -> 'subjects') subject
   group by subject`,
)

/** Counts each creator once per subject, so that one prolific creator does not decide the suggestions. */
const listRecentSubjects: RecentSubjects = async (pool) => {
  const filterTerms = new Map<string, string>()
  const counted = new Set<string>()
  const times = new Map<string, number>()
  for (const { creator, subjects } of await newestSubjects(pool))
    for (const subject of subjects) {
      const filterTerm = filterTerms.get(subject) ?? subjectTerm(subject)
      filterTerms.set(subject, filterTerm)
      const key = `${creator} ${filterTerm}`
      if (!counted.has(key)) times.set(subject, (times.get(subject) ?? 0) + 1)
      counted.add(key)
    }
  return bySubject([...times].map(([subject, count]) => ({ subject, times: count })))
}

/** Ids sort by the creation of the zine or its draft. Only visible zines have a counter. */
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
    const filterTerm = subjectTerm(each.subject)
    const { best = each, times = 0 } = subjects.get(filterTerm) ?? {}
    subjects.set(filterTerm, { best, times: times + each.times })
  }
  return new Map(
    [...subjects]
      .sort(([, a], [, b]) => b.times - a.times)
      .map(([filterTerm, { best }]) => [filterTerm, best.subject] as const),
  )
}
