/**
 * SQL that says whether nothing shows a row of `media`, whose alias is given: no page, no former printing, no draft and
 * no PDF. Each row is shown by one thing at most, so what it stops being shown by may take it away.
 */
export const isMediaFree = (media: string) => `(
  not exists (select from zine_pages where media_id = ${media}.id)
  and not exists (select from zine_printings where cover_media_id = ${media}.id)
  and not exists (select from draft_media where media_id = ${media}.id)
  and not exists (select from document_pages where media_id = ${media}.id))`
