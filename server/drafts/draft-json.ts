import { soleLanguage } from '#server/lists/zine-json.ts'
import { pageIdSql } from '#server/zines/page-ids.ts'

/** The JSON of `drafts d`, as declared in contract/drafts.ts. Pages are stored as the client sent them. */

/** Defaults for drafts saved before these fields existed. */
const defaults = {
  draft: `'{"paper": "pictures", "details": {}, "contentNote": null}'::jsonb`,
  page: `'{"contentNote": "", "recipe": null, "captions": []}'::jsonb`,
}

const pictures = `
  select distinct on (m.hash) m.hash, m.width, m.height, m.placeholder
  from draft_media dm join media m on m.id = dm.media_id where dm.draft_id = d.id`

const pages = `(
  select coalesce(jsonb_agg(${defaults.page} || page.sent || jsonb_build_object(
    'id', ${pageIdSql("(page.sent ->> 'id')::uuid", 'page.at - 1')},
    'width', picture.width, 'height', picture.height, 'placeholder', picture.placeholder) order by page.at), '[]')
  from jsonb_array_elements(d.content -> 'pages') with ordinality page(sent, at)
  left join (${pictures}) picture on picture.hash = substr(page.sent ->> 'url', ${'/media/'.length + 1}, 32))`

export const draftJson = `json_build_object(
  'id', d.id, 'zineId', d.zine_id, 'projectId', d.project_id, 'version', d.version,
  'content', ${defaults.draft} || d.content || jsonb_build_object('pages', ${pages}),
  'publishAt', d.publish_at, 'refusal', d.refusal, 'refusalTranslation', d.refusal_translation, 'createdAt', d.created_at, 'updatedAt', d.updated_at)`

export const ticketJson = `json_build_object(
  'id', d.id, 'projectId', d.project_id, 'title', d.content ->> 'title',
  'language', ${soleLanguage("d.content -> 'details'")},
  'coverUrl', regexp_replace(d.content -> 'pages' -> 0 ->> 'url', '\\.(mp4|webm)$', '-1600.webp'),
  'pageCount', jsonb_array_length(d.content -> 'pages'),
  'publishAt', d.publish_at, 'refusal', d.refusal, 'refusalTranslation', d.refusal_translation, 'updatedAt', d.updated_at)`
