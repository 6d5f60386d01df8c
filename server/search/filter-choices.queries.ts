import type pg from 'pg'
import { kinds } from '#contract/kinds.ts'
import { canonicalLanguage } from '#contract/language-tag.ts'
import { offeredLanguages, offeredSubjects } from '#contract/limits.ts'
import type { FilterChoices } from '#contract/search.ts'
import { statement } from '#server/db/statement.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import { saidOfFacet } from './facets.ts'
import { listRecentSubjects, mostLookedAt, type RecentSubjects } from './subjects.queries.ts'

/** How long, in milliseconds, an answer is kept where no process hears of what others changed. */
const lifetime = 5_000

/** What zines can be filtered by, and how the newest write their subjects. */
export function offeredToSearch(changes: PublicChanges) {
  const recentSubjects = kept(changes, listRecentSubjects)
  const filterChoices = kept(changes, (pool) => listChoices(pool, recentSubjects))
  return { recentSubjects, filterChoices }
}

/** For everybody the same: looked up once, until something of it may have changed. */
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

/** Wide ones alone: of narrower ones, such as `zh-Hant`, anybody can make as many as they like, and each has its wide one. */
const languagesInUse = statement<{ word: string }, []>(
  'languages-in-use',
  `select word from (
     select word, zines from search_words where word >= 'LANG:' and word < 'LANG:~' and word not like '%-%'
     order by word limit ${mostLookedAt}
   ) known
   where zines > 0 order by zines desc, word limit ${offeredLanguages}`,
)
