import { zineImages } from '#contract/limits.ts'
import { maxPageRows } from '#server/db/statement.ts'

/** The JSON of a zine as contract/zines.ts declares it. Building it in PostgreSQL costs a third as much. */

const mediaUrl = `'/media/' || m.hash || case m.kind when 'video' then '.' || m.extension else '-1600.webp' end`

export const pageFields = `
  'url', ${mediaUrl}, 'kind', m.kind, 'width', m.width, 'height', m.height, 'placeholder', m.placeholder,
  'altText', zp.alt_text, 'contentNote', zp.content_note,
  'posterUrl', case m.kind when 'video' then '/media/' || m.hash || '-1600.webp' end`

export const listedPageJson = `json_build_object(${pageFields})`

export const contentNoteJson = `case when z.content_note is not null
    then json_build_object('text', z.content_note, 'coversPages', z.covers_pages) end`

/** The language of a zine's texts. With several declared languages, each text's is unknown. */
export const soleLanguage = (details: string) =>
  `case when ${details} #> '{languages,1}' is null then ${details} #>> '{languages,0}' end`

export const zineLanguageSql = `(select ${soleLanguage('details')} from zine_details where zine_id = z.id)`

export const zineFields = `
  'id', z.id, 'title', z.title, 'description', z.description, 'language', ${zineLanguageSql}, 'aspectRatio', z.aspect_ratio, 'paper', z.paper,
  'creatorId', z.creator_id, 'createdAt', z.created_at,
  'imageUrl', pages.urls -> 0, 'mediaUrls', pages.urls, 'pageCount', z.page_count,
  'isFavorited', f.user_id is not null, 'favoriteCount', s.favorite_count,
  'creator', json_build_object('id', z.creator_id, 'username', u.username, 'profileImageUrl', p.picture_url),
  'contentNote', ${contentNoteJson}`

/** JSON of `zines z` in a list; needs the joins below. */
export const zineJson = `json_build_object(${zineFields}, 'cover', pages.cover)`

type Joins = {
  /** JSON of `zine_pages zp` and `media m`. Includes every page, and all addresses in `mediaUrls`: for one zine. */
  pageJson?: string
  favoriteCountSql?: string | undefined
}

/** Joins for `zines z`; `viewer` is a placeholder that may be null. A zine without a counter is not shown. */
export const zineJoins = (viewer: string, { pageJson, favoriteCountSql }: Joins = {}) => `
  ${favoriteCountSql ? `cross join lateral (select ${favoriteCountSql} as favorite_count) s` : 'join zine_stats s on s.zine_id = z.id'}
  join users u on u.id = z.creator_id
  join profiles p on p.user_id = z.creator_id
  left join favorites f on f.zine_id = z.id and f.user_id = ${viewer}::uuid
  cross join lateral (
    select coalesce(json_agg(${mediaUrl} order by zp.position), '[]') as urls,
           ${pageJson ? `coalesce(json_agg(${pageJson} order by zp.position), '[]') as all_pages,` : ''}
           (json_agg(${listedPageJson}) filter (where zp.position = 0)) -> 0 as cover
    from zine_pages zp join media m on m.id = zp.media_id
    where zp.zine_id = z.id ${pageJson ? '' : `and zp.position < ${zineImages}`}
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

/** A member's own table, such as favorites, with its columns for the member and the time of adding. */
export type MemberTable = { table: string; memberColumn: string; timeColumn: string }

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
