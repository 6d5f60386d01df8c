import { recipeVersion } from '#contract/page-recipe.ts'
import { pageFields, soleLanguage, zineFields, zineJoins } from '#server/lists/zine-json.ts'
import { pageIdSql } from './page-ids.ts'

/** The JSON of an opened zine as contract/zines.ts declares it: a listed zine with all pages and details. */

const captionsJson = `coalesce((
    select json_agg(json_build_object('language', c.language, 'url', '/api/zines/' || c.zine_id || '/captions/' || c.hash)
      order by c.position) from captions c where c.zine_id = z.id), '[]')`

/** Of recipes that this release knows. */
const paperColour = `case when (zp.recipe -> 'version')::int <= ${recipeVersion} and zp.recipe ->> 'paper' <> 'white'
    and not (zp.recipe ->> 'treatment' = 'unchanged' and jsonb_path_exists(zp.recipe, '$.pictures[*].url'))
  then zp.recipe ->> 'paper' end`

/** Pictures stored before print versions existed are printed from the widest variant. */
const openPageJson = (viewer: string) => `json_build_object(
  'id', ${pageIdSql('zp.page_id', 'zp.position')}, ${pageFields}, 'transcript', zp.transcript,
  'printWidth', case when m.kind = 'image' and (z.may_print or z.creator_id = ${viewer}::uuid)
    then coalesce(m.print_width, least(m.width, 1600)) end,
  'captions', case m.kind when 'video' then ${captionsJson} else '[]' end,
  'paperColour', ${paperColour},
  'recipe', case when z.creator_id = ${viewer}::uuid then zp.recipe end)`

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

/** JSON of one of `zines z`; needs the joins below. */
export const openZineJson = `json_build_object(
  ${zineFields}, 'cover', pages.cover, 'mayPrint', z.may_print, 'readingDirection', z.reading_direction,
  'version', z.version, 'printing', z.printing, 'printings', ${printingsJson}, 'editedAt', z.edited_at,
  'pages', pages.all_pages, 'details', ${detailsJson}, 'series', ${seriesJson})`

export const openZineJoins = (viewer: string, favoriteCountSql?: string) =>
  zineJoins(viewer, { pageJson: openPageJson(viewer), favoriteCountSql })
