import type pg from 'pg'
import {
  type CreatorTexts,
  creatorDocument,
  creatorTexts,
  wordsOf,
  type ZineTexts,
  zineDocument,
  zineTexts,
} from '#server/search/documents.ts'
import { zinesToAdd } from '#server/search/fold.ts'
import { withoutPairs } from '#server/search/pairs.ts'
import { withoutStanding } from '#server/search/standing.ts'

type Found = { id: string; document: string }
type Counts = { zines: number; creators: number }

/** Holds the index of words against everything that it is made of; what differs, as sentences. */
export async function searchFaults(database: pg.Pool): Promise<string[]> {
  const zines = await database.query<ZineTexts>(zineTexts())
  const creators = await database.query<CreatorTexts>(creatorTexts())
  const right = {
    zines: await withUnplaced(database, new Map(zines.rows.map((row) => [row.id, zineDocument(row)]))),
    creators: new Map(creators.rows.map((row) => [row.id, creatorDocument(row)])),
  }
  return [
    ...(await documentFaults(database, right.zines, 'zine')),
    ...(await documentFaults(database, right.creators, 'creator')),
    ...(await wordFaults(database, right)),
  ]
}

/** A document of which it is known that it does not say, or no longer, where its zine stands may say anything of it. */
async function withUnplaced(database: pg.Pool, right: Map<string, string>) {
  const { rows } = await database.query<Found>(
    `select zine_id as id, document from zine_search
     where exists (select from placed_so_far) or zine_id in (select zine_id from unplaced_zines)`,
  )
  const unplaced = rows.map(({ id, document }) => [id, withoutPairs(document)] as const)
  const same = unplaced.filter(([id, said]) => withoutStanding(said) === withoutStanding(right.get(id) ?? ''))
  return new Map([...right, ...same])
}

async function documentFaults(database: pg.Pool, right: Map<string, string>, what: 'zine' | 'creator') {
  const { rows } = await database.query<Found>(`select ${what}_id as id, document from ${what}_search`)
  const extra = rows.filter(({ id }) => !right.has(id)).length
  const known = new Map(rows.map(({ id, document }) => [id, withoutPairs(document)]))
  const wrong = [...right].filter(([id, document]) => known.get(id) !== document).length
  return [
    ...(extra ? [`${extra} ${what}s are found that are not there`] : []),
    ...(wrong ? [`${wrong} ${what}s are not found by what they say`] : []),
  ]
}

async function wordFaults(
  database: pg.Pool,
  right: { zines: Map<string, string>; creators: Map<string, string> },
) {
  const counts = new Map<string, Counts>()
  for (const what of ['zines', 'creators'] as const)
    for (const document of right[what].values())
      for (const word of wordsOf(document)) {
        const count = counts.get(word) ?? { zines: 0, creators: 0 }
        count[what] += 1
        counts.set(word, count)
      }
  const { rows } = await database.query<Counts & { word: string }>(
    `select word, zines + ${zinesToAdd('word')} as zines, creators from search_words where word !~ '^[A-Z]+[.][A-Z]+$'`,
  )
  const isWrong = ({ word, zines, creators }: Counts & { word: string }) => {
    const count = counts.get(word) ?? { zines: 0, creators: 0 }
    counts.delete(word)
    return count.zines !== zines || count.creators !== creators
  }
  const wrong = rows.filter(isWrong).length + counts.size
  return wrong ? [`${wrong} words are counted wrong`] : []
}
