import type pg from 'pg'
import { countedIssues, listedSeries } from '#contract/limits.ts'
import { maxPageRows, statement } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { isListedZine, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { soleLanguage, zineJoins, zineJson } from '#server/lists/zine-json.ts'

/** The publicly visible part of a series; no row if nothing is visible. */
const seriesOf = (creator: string, slug: string) => `
  select (array_agg(shown.title order by shown.zine_id desc))[1] as title,
    (array_agg(shown.language order by shown.zine_id desc))[1] as language, count(*)::int as issues
  from (
    select zd.zine_id, zd.details ->> 'series' as title, ${soleLanguage('zd.details')} as language
    from zine_details zd join zine_stats s on s.zine_id = zd.zine_id
    where zd.creator_id = ${creator} and zd.series_slug = ${slug}
    order by zd.issue_number, zd.zine_id limit ${countedIssues}
  ) shown having count(*) > 0`

const seriesFields = (slug: string) =>
  `'title', series.title, 'language', series.language, 'slug', ${slug}, 'issueCount', series.issues`

const seriesBySlug = statement<{ item: string }, [creator: string, slug: string]>(
  'series-open',
  `select json_build_object(${seriesFields('$2::text')}, 'creator', json_build_object(
     'id', u.id, 'username', u.username, 'profileImageUrl', p.picture_url))::text as item
   from (${seriesOf('$1', '$2')}) series
   join users u on u.id = $1 join profiles p on p.user_id = u.id`,
)

export async function findSeries(pool: pg.Pool, creator: string, slug: string) {
  const [row] = await seriesBySlug(pool, creator, slug)
  return row?.item
}

const nextSlug = (condition: string) => `
  select series_slug from zine_details where creator_id = $1 and ${condition} order by series_slug limit 1`

/** Jumps from one series to the next in the index, however many issues each one has. */
const seriesOfCreator = statement<{ item: string }, [creator: string]>(
  'series-of-creator',
  `with recursive slugs (slug, place) as (
     (select series_slug, 1 from (${nextSlug('series_slug is not null')}) first)
     union all
     select (${nextSlug('series_slug > slugs.slug')}), place + 1
     from slugs where slugs.slug is not null and place < ${2 * listedSeries}
   )
   select json_build_object(${seriesFields('slug')})::text as item
   from slugs cross join lateral (${seriesOf('$1', 'slug')}) series
   where slug is not null order by place limit ${listedSeries}`,
)

export const listSeries = async (pool: pg.Pool, creator: string) =>
  (await seriesOfCreator(pool, creator)).map(({ item }) => item)

/** The array makes PostgreSQL select the issues first. Otherwise it reads all favorites of the reader for each issue. */
const issuesSql = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(zd.issue_number, z.id) as position
  from unnest(array(
    select zine_id from zine_details join zine_stats using (zine_id) join zines on zines.id = zine_id
    where zine_details.creator_id = $3 and series_slug = $4 and ${condition}
    order by issue_number, zine_id limit ${maxPageRows}
  )) with ordinality issue (id, at)
  join zines z on z.id = issue.id join zine_details zd on zd.zine_id = z.id
  ${zineJoins('$1')}
  order by issue.at limit $2`

const ofOneCreator = isListedZine('$1', 'zines.id', '$3::uuid')

const issues = listStatement<PageRow, [limit: number, creator: string, slug: string]>(
  'issues',
  (andCondition) => issuesSql(`true${andCondition}`),
  ofOneCreator,
)

const issuesAfter = listStatement<
  PageRow,
  [limit: number, creator: string, slug: string, number: string | number, id: string]
>(
  'issues-after',
  (andCondition) => issuesSql(`(issue_number, zine_id) > ($5::double precision, $6::uuid)${andCondition}`),
  ofOneCreator,
)

type SeriesSelector = { creator: string; slug: string }

export const listIssues = (
  pool: pg.Pool,
  reader: Reader,
  { creator, slug }: SeriesSelector,
  { limit, after }: ListRange,
) =>
  after ? issuesAfter(pool, reader, limit + 1, creator, slug, ...after) : issues(pool, reader, limit + 1, creator, slug)
