import type pg from 'pg'
import { type Filters, filterAddress } from '#contract/filters.ts'
import { kinds } from '#contract/kinds.ts'
import * as limits from '#contract/limits.ts'
import { commonSubjects } from '#contract/subjects.ts'
import { searchPageJson, searchZines } from '#server/search/search.queries.ts'
import type { Sample, SampleTexts } from './sample.ts'
import { nth, type Scenario } from './scenario.ts'
import { rarePair } from './seed/details.ts'

const limit = limits.pageSize

type SearchOptions = { popular?: boolean; filters?: Filters }

export async function zinesFloor(pool: pg.Pool, text: string, { popular = false, filters = {} }: SearchOptions = {}) {
  const search = { reader: null, text, popular, filters, after: undefined, limit, withBestMatches: true }
  return searchPageJson('zines', await searchZines(pool, search), limit)
}

type Search = {
  name: string
  title: string
  /** Search texts, one per request. */
  texts?: (sample: Sample) => string[]
  /** Filters, one set per request. */
  choices?: Filters[]
  popular?: boolean
  ratio?: number
}

function search({ name, title, texts = () => [''], choices = [{}], popular, ratio = 0.5 }: Search): Scenario {
  const order = popular ? '&filter=popular' : ''
  return {
    name,
    title,
    repeatable: true,
    isTimed: true,
    target: { ratio, databaseMs: 40 },
    request: (sample, n) => {
      const filters = filterAddress(nth(choices, n)).slice(2)
      const text = encodeURIComponent(nth(texts(sample), n))
      return { path: `/api/search/zines?search=${text}${order}${filters && `&${filters}`}` }
    },
    floor: (pool, sample, n) =>
      zinesFloor(pool, nth(texts(sample), n), { popular: !!popular, filters: nth(choices, n) }),
  }
}

const sampleOf = (kind: keyof SampleTexts) => (sample: Sample) => sample.texts[kind]

const rare = { name: 'search-rare', title: 'search: a rare word', texts: sampleOf('rare'), ratio: 0.6 }
const common = {
  name: 'search-common',
  title: 'search: a common word',
  texts: sampleOf('common'),
  ratio: 0.6,
}
const middling = { name: 'search-middling', title: 'search: a middling word', texts: sampleOf('middling') }
const three = { name: 'search-three-words', title: 'search: three words', texts: sampleOf('threeWords') }

const searches: Search[] = [
  rare,
  middling,
  common,
  { name: 'search-two-letters', title: 'search: two letters', texts: sampleOf('twoLetters') },
  { name: 'search-absent', title: 'search: in no zine', texts: sampleOf('absent') },
  { name: 'search-misspelt', title: 'search: misspelt', texts: sampleOf('misspelt') },
  three,
  { name: 'search-phrase', title: 'search: two words in quotes', texts: sampleOf('phrase') },
  {
    name: 'search-at-creator',
    title: 'search: @creator',
    texts: ({ usernames }) => usernames.slice(0, 50).map((name) => `@${name}`),
  },
  { name: 'search-cyrillic', title: 'search: Cyrillic', texts: sampleOf('cyrillic') },
  { name: 'search-japanese', title: 'search: Japanese, one or two characters', texts: sampleOf('japanese') },
]

const filters: Search[] = [
  {
    name: 'filter-language',
    title: 'filter: language',
    choices: ['en', 'pt', 'ja', 'eo'].map((language) => ({ language })),
  },
  { name: 'filter-kind', title: 'filter: kind', choices: kinds.map((kind) => ({ kind })) },
  {
    name: 'filter-subject',
    title: 'filter: subject',
    choices: commonSubjects.filter((_, at) => at % 5 === 0).map((subject) => ({ subject })),
  },
  {
    name: 'filter-three',
    title: 'filter: three that often meet',
    choices: [{ language: 'en', kind: 'perzine', paper: 'true' }],
  },
  {
    name: 'filter-seldom',
    title: 'filter: two common ones that seldom meet',
    choices: [rarePair],
  },
]

const byFavorites = ({ name, title, ...rest }: Search): Search => ({
  ...rest,
  name: `popular-${name}`,
  title: `popular, ${title}`,
  popular: true,
  ratio: 0.5,
})

export const searchScenarios: Scenario[] = [
  ...searches,
  ...[middling, common, three].map(byFavorites),
  ...filters,
  ...filters.map(byFavorites),
].map(search)
