/** SQL: no page, printing, draft or PDF uses a row of `media`. Each row has at most one use. */
export const isMediaUnused = (media: string) => `(
  not exists (select from zine_pages where media_id = ${media}.id)
  and not exists (select from zine_printings where cover_media_id = ${media}.id)
  and not exists (select from draft_media where media_id = ${media}.id)
  and not exists (select from document_pages where media_id = ${media}.id))`
