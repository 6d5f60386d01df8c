import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDb } from '#server/db/connection.ts'
import { foldAdditions } from '#server/search/fold.ts'

/** The numbers of the library's words as they are now, to be compared with those of later. */
export async function keepCounts(pool: pg.Pool) {
  await drainWords(pool)
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('create temporary table words_before as select * from search_words')
  return { client, forget: async () => client.release(true) }
}

/** Words whose numbers are not those of before and these zines more. */
export async function listMiscounted({ client }: Awaited<ReturnType<typeof keepCounts>>, zines: string[]) {
  const { rows } = await client.query<{ word: string }>(
    `select word from search_words now
     full join words_before before using (word)
     full join (
       select word, count(distinct zine_id)::int as zines
       from zine_search, unnest(string_to_array(document, ' ')) word
       where zine_id = any($1::uuid[]) and word not in ('', E'\\n') group by word
     ) added using (word)
     where (coalesce(now.zines, 0), coalesce(now.creators, 0))
       <> (coalesce(before.zines, 0) + coalesce(added.zines, 0), coalesce(before.creators, 0))`,
    [zines],
  )
  return rows.map(({ word }) => word)
}

/** Adds what was put down; if somebody else is at it, waits until it is done. */
export async function drainWords(pool: pg.Pool) {
  const db = openDb(pool)
  for (;;) {
    await foldAdditions(db)
    const { rows } = await pool.query('select from search_word_additions limit 1')
    if (rows.length === 0) return
    await sleep(50)
  }
}
