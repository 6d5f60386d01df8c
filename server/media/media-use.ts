/** SQL: no page, recipe, printing, draft or PDF uses a row of `media`. Each row is used in one zine or draft at most. */
export const isMediaUnused = (media: string) => `(
  not exists (select from zine_pages where media_id = ${media}.id)
  and not exists (select from recipe_media where media_id = ${media}.id)
  and not exists (select from zine_printings where cover_media_id = ${media}.id)
  and not exists (select from draft_media where media_id = ${media}.id)
  and not exists (select from document_pages where media_id = ${media}.id))`
