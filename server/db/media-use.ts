/** SQL: no page, printing, draft or PDF shows a row of `media`. Each row is shown by one thing at most. */
export const isMediaFree = (media: string) => `(
  not exists (select from zine_pages where media_id = ${media}.id)
  and not exists (select from zine_printings where cover_media_id = ${media}.id)
  and not exists (select from draft_media where media_id = ${media}.id)
  and not exists (select from document_pages where media_id = ${media}.id))`
