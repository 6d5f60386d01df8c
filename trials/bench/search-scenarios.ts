import type pg from 'pg'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { kinds } from '#contract/kinds.ts'
import * as limits from '#contract/limits.ts'
import { commonSubjects } from '#contract/subjects.ts'
import { listFavoriteZines } from '#server/favorites/favorites.queries.ts'
import { foundJson, searchCreators, searchZines } from '#server/search/search.queries.ts'
import type { Sample } from './sample.ts'
import type { SampleTexts } from './sample-texts.ts'
import { nth, type Scenario, type Target } from './scenario.ts'
import { seldomMeeting } from './seed/details.ts'

const limit = limits.pageSize
/** In milliseconds: what the slowest search may take of the database's time. */
const slowestMs = 40
const ratioOfPlainSearch = 0.6
const ratioOfOthers = 0.5

type Part = { popular?: boolean; after?: [string | number, string]; filters?: Filters }

export async function zinesFloor(
  pool: pg.Pool,
  text: string,
  { popular = false, after, filters = {} }: Part = {},
) {
  const found = await searchZines(pool, { reader: null, text, popular, filters, after, limit })
  return foundJson('zines', found, limit)
}

type Texts = (sample: Sample) => string[]
type Kind = { name: string; title: string; texts: Texts }

const timed = { repeatable: true, isTimed: true }
const of =
  (kind: keyof SampleTexts): Texts =>
  (sample) =>
    sample.texts[kind]
const names: Texts = ({ usernames }) => usernames.slice(0, 50).map((name) => `@${name}`)
const asked = (texts: string[], n: number) => encodeURIComponent(nth(texts, n))

function inZines({ name, title, texts }: Kind, least: Target, popular = false): Scenario {
  const filter = popular ? '&filter=popular' : ''
  return {
    ...timed,
    name: `search-${name}`,
    title: `search: ${title}`,
    least: { ...least, databaseMs: slowestMs },
    request: (sample, n) => ({ path: `/api/search/zines?search=${asked(texts(sample), n)}${filter}` }),
    floor: (pool, sample, n) => zinesFloor(pool, nth(texts(sample), n), { popular }),
  }
}

/** What several people filter by, one after the other. */
type Filtering = { name: string; title: string; choices: Filters[]; texts?: Texts; popular?: boolean }

function filtered({ name, title, choices, texts = () => [''], popular = false }: Filtering): Scenario {
  const how = popular ? 'filter=popular&' : ''
  return {
    ...timed,
    name: `filter-${name}`,
    title: `filter: ${title}`,
    least: { ratio: ratioOfOthers, databaseMs: slowestMs },
    request: (sample, n) => ({
      path: `/api/search/zines?${how}search=${asked(texts(sample), n)}&${filterAddress(nth(choices, n)).slice(2)}`,
    }),
    floor: (pool, sample, n) =>
      zinesFloor(pool, nth(texts(sample), n), { popular, filters: nth(choices, n) }),
  }
}

const both = (filtering: Filtering) => [
  filtered(filtering),
  filtered({
    ...filtering,
    name: `popular-${filtering.name}`,
    title: `popular, ${filtering.title}`,
    popular: true,
  }),
]

function inCreators({ name, title, texts }: Kind): Scenario {
  return {
    ...timed,
    name: `creators-${name}`,
    title: `creators: ${title}`,
    least: { ratio: ratioOfOthers, p99Ms: 30, databaseMs: slowestMs },
    request: (sample, n) => ({ path: `/api/search/users?search=${asked(texts(sample), n)}` }),
    floor: async (pool, sample, n) => {
      const found = await searchCreators(pool, {
        reader: null,
        text: nth(texts(sample), n),
        after: undefined,
        limit,
      })
      return foundJson('creators', found, limit)
    },
  }
}

/** The reader has some thousands. */
function inFavorites({ name, title, texts }: Kind): Scenario {
  return {
    ...timed,
    repeatable: false,
    name: `favorites-${name}`,
    title: `favorites: ${title}`,
    least: { ratio: ratioOfOthers, databaseMs: slowestMs },
    request: (sample, n) => ({
      path: `/api/users/${sample.reader}/favorites?search=${asked(texts(sample), n)}`,
      asReader: true,
    }),
    floor: async (pool, sample, n) => {
      const wanted = { text: nth(texts(sample), n), after: undefined, limit }
      return foundJson(
        'zines',
        await listFavoriteZines(pool, { id: sample.reader, avoids: false }, wanted),
        limit,
      )
    },
  }
}

const rare = { name: 'rare', title: 'a rare word', texts: of('rare') }
const common = { name: 'common', title: 'a common word', texts: of('common') }
const middling = { name: 'middling', title: 'a middling word', texts: of('middling') }
const threeWords = { name: 'three-words', title: 'three words', texts: of('threeWords') }
const plain = { ratio: ratioOfPlainSearch }
const other = { ratio: ratioOfOthers }

const subjects = commonSubjects.filter((_, at) => at % 5 === 0)
const years = ['1990', '1990s', '2005', '2010s', '2024', '2020s']

export const searchScenarios: Scenario[] = [
  inZines(rare, plain),
  inZines(middling, other),
  inZines(common, plain),
  inZines({ name: 'two-letters', title: 'two letters', texts: of('twoLetters') }, other),
  inZines({ name: 'absent', title: 'in no zine', texts: of('absent') }, other),
  inZines({ name: 'misspelt', title: 'misspelt', texts: of('misspelt') }, other),
  inZines(threeWords, other),
  inZines({ name: 'phrase', title: 'two words in quotes', texts: of('phrase') }, other),
  inZines({ name: 'at-creator', title: '@creator', texts: names }, other),
  inZines({ name: 'cyrillic', title: 'Cyrillic', texts: of('cyrillic') }, other),
  inZines({ name: 'japanese', title: 'Japanese, one or two signs', texts: of('japanese') }, other),
  inZines({ ...middling, name: 'popular-middling', title: 'popular, a middling word' }, other, true),
  inZines({ ...common, name: 'popular-common', title: 'popular, a common word' }, other, true),
  inZines({ ...threeWords, name: 'popular-three-words', title: 'popular, three words' }, other, true),
  ...both({
    name: 'language',
    title: 'language',
    choices: ['en', 'pt', 'ja', 'eo'].map((language) => ({ language })),
  }),
  ...both({ name: 'kind', title: 'kind', choices: kinds.map((kind) => ({ kind })) }),
  ...both({ name: 'subject', title: 'subject', choices: subjects.map((subject) => ({ subject })) }),
  ...both({
    name: 'series',
    title: 'series',
    choices: subjects.map((one) => ({ series: `${one} letters 7` })),
  }),
  ...both({ name: 'year', title: 'year or decade', choices: years.map((year) => ({ year })) }),
  ...both({ name: 'copy', title: 'may be copied', choices: [{ copy: 'true' }] }),
  ...both({ name: 'paper', title: 'on paper', choices: [{ paper: 'true' }] }),
  ...both({ name: 'seldom', title: 'two common ones that seldom meet', choices: [seldomMeeting] }),
  ...both({
    name: 'three',
    title: 'three that often meet',
    choices: [{ language: 'en', kind: 'perzine', paper: 'true' }],
  }),
  filtered({
    name: 'rare',
    title: 'a rare word in a language',
    choices: [{ language: 'en' }],
    texts: of('rare'),
  }),
  filtered({
    name: 'common',
    title: 'a common word in a kind',
    choices: [{ kind: 'how-to' }],
    texts: of('common'),
  }),
  inFavorites(common),
  inFavorites(rare),
  inFavorites(threeWords),
  inCreators({ name: 'all', title: 'all', texts: () => [''] }),
  inCreators(rare),
  inCreators(common),
  inCreators({ name: 'misspelt', title: 'misspelt', texts: of('misspelt') }),
  inCreators({ name: 'absent', title: 'not there', texts: of('absent') }),
]
