import type { TestApp } from '#tests/support/test-app.ts'
import { zinesToAdd } from './word-counts.ts'

/** Terms whose counts with pending increments differ from the documents. Reads one snapshot, also during writes. */
export async function wrongWords({ pool }: TestApp) {
  const { rows } = await pool.query<{ word: string }>(`
    select word from search_words known full join (
      select word, count(distinct zine_id)::int as in_zines, count(distinct creator_id)::int as in_creators
      from (
        select zine_id, null as creator_id, document from zine_search
        union all select null, creator_id, document from creator_search
      ) documents, unnest(string_to_array(document, ' ')) word
      where word <> E'\\n' group by word
    ) c using (word)
    where (coalesce(zines, 0) + ${zinesToAdd('word')}, coalesce(creators, 0))
      is distinct from (coalesce(in_zines, 0), coalesce(in_creators, 0))`)
  return rows.map(({ word }) => word)
}
