import { isListed } from '#server/lists/reader-exclusions.ts'
import { listedPageJson, zineLanguageSql } from '#server/lists/zine-json.ts'

/** Items whose zine is hidden are neither counted nor listed. */
const visibleItemCount = (andCondition: string) => `(
  select count(*) from shelf_items i
  where i.shelf_id = sh.id and (i.zine_id is null or exists (select from zine_stats s where s.zine_id = i.zine_id))${andCondition})`

export const shelfFields = (andCondition = '') => `
  'id', sh.id, 'title', sh.title, 'about', sh.about, 'visibility', sh.visibility, 'isToRead', sh.is_to_read,
  'itemCount', ${visibleItemCount(andCondition)}, 'version', sh.version, 'ownerId', sh.owner_id,
  'owner', json_build_object('id', sh.owner_id, 'username', u.username, 'profileImageUrl', p.picture_url),
  'createdAt', sh.created_at, 'updatedAt', sh.updated_at`

export const withOwner = 'join users u on u.id = sh.owner_id join profiles p on p.user_id = sh.owner_id'

/** The JSON of `shelf_items i`. It includes the private note if the condition `isOwner` is true. */
export const itemJson = (isOwner: string, zine = '') => {
  const fields = `'id', i.id, 'note', i.note, 'addedAt', i.added_at${zine}`
  return `case when ${isOwner} then json_build_object(${fields}, 'privateNote', i.private_note)
    else json_build_object(${fields}) end`
}

const coverCount = 3
/** Limits the items read for covers, so that a hundred shelves of hidden zines cost no more than others. */
const maxItemsChecked = 12

const coverNote = `concat_ws(' · ', case when z.covers_pages then z.content_note end, nullif(zp.content_note, ''))`
/** A covered cover is named instead of shown. Its maker, `$1`, sees it like any other. */
const coverJson = `${listedPageJson}::jsonb || jsonb_build_object('zineId', z.id, 'title', z.title, 'language', ${zineLanguageSql}) ||
  case when ${coverNote} = '' then '{}' when z.creator_id = $1::uuid then jsonb_build_object('contentNote', '')
    else jsonb_build_object('url', '', 'posterUrl', null, 'altText', '', 'contentNote', ${coverNote}) end`

export const coversJson = (andCondition: string) => `(
  select coalesce(json_agg(cover), '[]') from (
    select ${coverJson} as cover
    from (select * from shelf_items where shelf_id = sh.id order by position limit ${maxItemsChecked}) i
    join zine_stats using (zine_id) join zines z on z.id = i.zine_id
    join zine_pages zp on zp.zine_id = i.zine_id and zp.position = 0 join media m on m.id = zp.media_id
    where true${andCondition}
    order by i.position limit ${coverCount}
  ) first)`

/** Whether `$1` sees an item: not if its zine is hidden, but still if its zine is deleted. */
export const isItemListed = `(i.zine_id is null or (${isListed('$1', 'i.zine_id')}))`
