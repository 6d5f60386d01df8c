import type { TestApp } from '#tests/support/test-app.ts'
import { pendingZineCount } from './term-counts.ts'

/** Terms whose counts with pending increments differ from the documents. Reads one snapshot, also during writes. */
export async function wrongTermCounts({ pool }: TestApp) {
  const { rows } = await pool.query<{ term: string }>(`
    select term from terms known full join (
      select term, count(distinct zine_id)::int as in_zines, count(distinct creator_id)::int as in_creators
      from (
        select zine_id, null as creator_id, document from zine_search
        union all select null, creator_id, document from creator_search
      ) documents, unnest(string_to_array(document, ' ')) term
      where term <> E'\\n' group by term
    ) c using (term)
    where (coalesce(zines, 0) + ${pendingZineCount('term')}, coalesce(creators, 0))
      is distinct from (coalesce(in_zines, 0), coalesce(in_creators, 0))`)
  return rows.map(({ term }) => term)
}
