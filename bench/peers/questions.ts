import type pg from 'pg'
import { drawTexts } from '../sample-texts.ts'
import { pageSize, type Question } from './peer.ts'

/** One line of the table; asked one after the other, and again from the beginning. */
export type Asking = { title: string; questions: Question[] }

const deepPages = 50

/** What is asked of a library, always the same; the texts are those of `npm run bench`. */
export async function drawQuestions(pool: pg.Pool): Promise<Asking[]> {
  const { rows } = await pool.query<{ id: string }>('select id from zines order by md5(id::text) limit 1000')
  const { rare, middling, common, misspelt } = drawTexts(['of no use here'])
  const searching = (text: string): Question => ({ about: 'search', text })
  return [
    { title: 'newest 20', questions: [{ about: 'newest' }] },
    { title: 'most favorited 20', questions: [{ about: 'popular', skip: 0, after: null }] },
    { title: 'most favorited, from the middle', questions: await middlePages(pool) },
    { title: 'one zine', questions: rows.map(({ id }) => ({ about: 'zine', id })) },
    { title: 'search: a rare word', questions: rare.map(searching) },
    { title: 'search: a middling word', questions: middling.map(searching) },
    { title: 'search: a common word', questions: common.map(searching) },
    { title: 'search: misspelt', questions: misspelt.map(searching) },
  ]
}

async function middlePages(pool: pg.Pool): Promise<Question[]> {
  const { rows } = await pool.query<{ skip: number; after: [number, string] }>(
    `select skip::int, json_build_array(favorite_count, zine_id) as after
     from (select *, row_number() over (order by favorite_count desc, zine_id desc) as skip,
         count(*) over () as zines from zine_stats) ranked
     where skip >= zines / 2 and (skip - zines / 2) % $1 = 0 order by skip limit $2`,
    [pageSize, deepPages],
  )
  return rows.map(({ skip, after }) => ({ about: 'popular', skip, after }))
}

/** Zines that are no favorites of the reader's yet. */
export async function drawUnloved(pool: pg.Pool, reader: string) {
  const { rows } = await pool.query<{ id: string }>(
    `select id from zines where not exists (select from favorites where zine_id = id and user_id = $1)
     order by md5(id::text) limit 1000`,
    [reader],
  )
  return rows.map(({ id }) => id)
}
