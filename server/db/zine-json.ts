import { zineImages } from '#contract/limits.ts'
import { type MemberTable, maxPageRows } from './statement.ts'

/** The JSON of a zine as contract/zines.ts declares it. Building it in PostgreSQL costs a third as much. */

const mediaUrl = `'/media/' || m.hash || case m.kind when 'video' then '.' || m.extension else '-1600.webp' end`

const pageFields = `
  'url', ${mediaUrl}, 'kind', m.kind, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder,
  'altText', zp.alt_text, 'contentNote', zp.content_note,
  'posterUrl', case m.kind when 'video' then '/media/' || m.hash || '-1600.webp' end`

export const listedPageJson = `json_build_object(${pageFields})`

const captionsJson = `coalesce((
    select json_agg(json_build_object('language', c.language, 'url', '/api/zines/' || c.zine_id || '/captions/' || c.hash)
      order by c.position) from captions c where c.zine_id = z.id), '[]')`

/** Pictures stored before print versions existed are printed from the widest variant. */
const openPageJson = (viewer: string) => `json_build_object(${pageFields}, 'transcript', zp.transcript,
  'printWidth', case when m.kind = 'image' and (z.may_print or z.creator_id = ${viewer}::uuid)
    then coalesce(m.print_width, least(m.width, 1600)) end,
  'captions', case m.kind when 'video' then ${captionsJson} else '[]' end,
  'recipe', case when z.creator_id = ${viewer}::uuid then zp.recipe end)`

export const contentNoteJson = `case when z.content_note is not null
    then json_build_object('text', z.content_note, 'coversPages', z.covers_pages) end`

/** The language of a zine's texts. With several declared languages, each text's is unknown. */
export const soleLanguage = (details: string) =>
  `case when ${details} #> '{languages,1}' is null then ${details} #>> '{languages,0}' end`

export const zineLanguageSql = `(select ${soleLanguage('details')} from zine_details where zine_id = z.id)`

const zineFields = `
  'id', z.id, 'title', z.title, 'description', z.description, 'language', ${zineLanguageSql}, 'aspectRatio', z.aspect_ratio, 'paper', z.paper,
  'creatorId', z.creator_id, 'createdAt', z.created_at,
  'imageUrl', pages.urls -> 0, 'mediaUrls', pages.urls, 'pageCount', z.page_count,
  'isFavorited', f.user_id is not null, 'favoriteCount', s.favorite_count,
  'creator', json_build_object('id', z.creator_id, 'username', u.username, 'profileImageUrl', p.picture_url),
  'contentNote', ${contentNoteJson}`

/** JSON of `zines z` in a list; needs the joins below. */
export const zineJson = `json_build_object(${zineFields}, 'cover', pages.cover)`

const printingsJson = `coalesce((
  select json_agg(json_build_object(
    'number', zr.number, 'note', zr.note, 'printedAt', zr.printed_at,
    'coverUrl', '/media/' || cover.hash || '-1600.webp') order by zr.number desc)
  from zine_printings zr left join media cover on cover.id = zr.cover_media_id
  where zr.zine_id = z.id), '[]')`

const adjacentIssue = (comparison: '<' | '>', order: 'desc' | 'asc') => `(
  select json_build_object('id', other.zine_id, 'title', other_zine.title,
    'language', ${soleLanguage('other.details')}, 'issue', other.details ->> 'issue')
  from zine_details other
  join zine_stats on zine_stats.zine_id = other.zine_id join zines other_zine on other_zine.id = other.zine_id
  where other.creator_id = zd.creator_id and other.series_slug = zd.series_slug
    and (other.issue_number, other.zine_id) ${comparison} (zd.issue_number, zd.zine_id)
  order by other.issue_number ${order}, other.zine_id ${order} limit 1)`

const detailsJson = `coalesce((select details from zine_details where zine_id = z.id), '{}')`

const seriesJson = `(
  select json_build_object('title', zd.details ->> 'series', 'slug', zd.series_slug,
    'previous', ${adjacentIssue('<', 'desc')}, 'next', ${adjacentIssue('>', 'asc')})
  from zine_details zd where zd.zine_id = z.id and zd.series_slug is not null)`

export const openZineJson = `json_build_object(
  ${zineFields}, 'cover', pages.cover, 'mayPrint', z.may_print, 'readingDirection', z.reading_direction,
  'version', z.version, 'printing', z.printing, 'printings', ${printingsJson}, 'editedAt', z.edited_at,
  'pages', pages.all_pages, 'details', ${detailsJson}, 'series', ${seriesJson})`

type Joins = {
  /** Includes every page with its address in `mediaUrls`, for responses with one zine. */
  withAllPages?: boolean
  favoriteCountSql?: string
}

/** Joins for `zines z`; `viewer` is a placeholder that may be null. A zine without a counter is not shown. */
export const zineJoins = (viewer: string, { withAllPages = false, favoriteCountSql }: Joins = {}) => `
  ${favoriteCountSql ? `cross join lateral (select ${favoriteCountSql} as favorite_count) s` : 'join zine_stats s on s.zine_id = z.id'}
  join users u on u.id = z.creator_id
  join profiles p on p.user_id = z.creator_id
  left join favorites f on f.zine_id = z.id and f.user_id = ${viewer}::uuid
  cross join lateral (
    select coalesce(json_agg(${mediaUrl} order by zp.position), '[]') as urls,
           ${withAllPages ? `coalesce(json_agg(${openPageJson(viewer)} order by zp.position), '[]') as all_pages,` : ''}
           (json_agg(${listedPageJson}) filter (where zp.position = 0)) -> 0 as cover
    from zine_pages zp join media m on m.id = zp.media_id
    where zp.zine_id = z.id ${withAllPages ? '' : `and zp.position < ${zineImages}`}
  ) pages`

/** SQL for a page of zines that meet the condition, newest first: `$1` is the viewer, `$2` the limit. */
export const newestZinesSql = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(z.created_at, z.id) as position
  from (
    select zines.*, favorite_count from zines join zine_stats on zine_id = id
    where ${condition} order by created_at desc, id desc limit ${maxPageRows}
  ) z
  ${zineJoins('$1', { favoriteCountSql: 'z.favorite_count' })}
  order by z.created_at desc, z.id desc limit $2`

/** SQL for a page of the zines in a member's own table, newest first: `$1` is the member, `$2` the limit. */
export const memberZinesSql =
  ({ table, memberColumn, timeColumn }: MemberTable) =>
  (condition: string) =>
    `
  select ${zineJson}::text as item, json_build_array(own.${timeColumn}, own.zine_id) as position
  from (
    select ${table}.*, favorite_count from ${table} join zine_stats using (zine_id)
    where ${memberColumn} = $1 and ${condition}
    order by ${timeColumn} desc, zine_id desc limit ${maxPageRows}
  ) own join zines z on z.id = own.zine_id
  ${zineJoins('$1', { favoriteCountSql: 'own.favorite_count' })}
  order by own.${timeColumn} desc, own.zine_id desc limit $2`

/** The JSON of the rows of `imports i` as contract/imports.ts declares them, for the API and the member's export. */
export const importedRowsJson = `(
  select coalesce(json_agg(json_build_object('number', r.number, 'title', r.title, 'outcome', r.outcome,
    'says', r.says, 'draftId', r.draft_id) order by r.number), '[]')
  from import_rows r where r.import_id = i.id)`
