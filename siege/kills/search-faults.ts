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

type Found = { id: string; document: string }
type Counts = { zines: number; creators: number }

/** Holds the index of words against everything that it is made of; what differs, as sentences. */
export async function searchFaults(database: pg.Pool): Promise<string[]> {
  const zines = await database.query<ZineTexts>(zineTexts())
  const creators = await database.query<CreatorTexts>(creatorTexts())
  const right = {
    zines: new Map(zines.rows.map((row) => [row.id, zineDocument(row)])),
    creators: new Map(creators.rows.map((row) => [row.id, creatorDocument(row)])),
  }
  return [
    ...(await documentFaults(database, right.zines, 'zine')),
    ...(await documentFaults(database, right.creators, 'creator')),
    ...(await wordFaults(database, right)),
  ]
}

async function documentFaults(database: pg.Pool, right: Map<string, string>, what: 'zine' | 'creator') {
  const { rows } = await database.query<Found>(`select ${what}_id as id, document from ${what}_search`)
  const extra = rows.filter(({ id }) => !right.has(id)).length
  const known = new Map(rows.map(({ id, document }) => [id, document]))
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
    `select word, zines + ${zinesToAdd('word')} as zines, creators from search_words`,
  )
  const isWrong = ({ word, zines, creators }: Counts & { word: string }) => {
    const count = counts.get(word) ?? { zines: 0, creators: 0 }
    counts.delete(word)
    return count.zines !== zines || count.creators !== creators
  }
  const wrong = rows.filter(isWrong).length + counts.size
  return wrong ? [`${wrong} words are counted wrong`] : []
}
