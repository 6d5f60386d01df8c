import { maxPageRows } from '#server/db/statement.ts'
import type { MemberTable } from './zine-json.ts'

/** The JSON of a creator card as contract/creators.ts declares it, for `creator_stats c`; needs the joins below. */
export const creatorJson = `json_build_object(
  'id', c.creator_id, 'name', p.name, 'username', u.username, 'bio', p.bio, 'profileImageUrl', p.picture_url,
  'zine_count', c.zine_count, 'follower_count', c.follower_count)`

export const creatorJoins = `
  join users u on u.id = c.creator_id
  join profiles p on p.user_id = c.creator_id`

/** SQL for a page of the creators in a member's own table, newest first: `$1` is the member, `$2` the limit. */
export const memberCreatorsSql =
  ({ table, memberColumn, timeColumn }: MemberTable) =>
  (condition: string) =>
    `
  select ${creatorJson}::text as item, json_build_array(own.${timeColumn}, own.creator_id) as position
  from (
    select ${table}.* from ${table} join creator_stats using (creator_id)
    where ${memberColumn} = $1 and ${condition}
    order by ${timeColumn} desc, creator_id desc limit ${maxPageRows}
  ) own join creator_stats c on c.creator_id = own.creator_id
  ${creatorJoins}
  order by own.${timeColumn} desc, own.creator_id desc limit $2`
