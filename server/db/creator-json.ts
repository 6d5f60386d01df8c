import type pg from 'pg'
import { isNotBlocked, leftOutOf, type Reader } from './avoided.ts'
import { longestPage, type OwnTable, statement } from './statement.ts'

/** The JSON of a creator card as contract/creators.ts declares it, for `creator_stats c`; needs the joins below. */
export const creatorJson = `json_build_object(
  'id', c.creator_id, 'name', p.name, 'username', u.username, 'bio', p.bio, 'profileImageUrl', p.picture_url,
  'zine_count', c.zine_count, 'follower_count', c.follower_count)`

export const creatorJoins = `
  join users u on u.id = c.creator_id
  join profiles p on p.user_id = c.creator_id`

/** SQL for a page of the creators in a member's own table, newest first: `$1` is the member, `$2` the limit. */
export const ownCreatorsSql =
  ({ table, member, at }: OwnTable) =>
  (condition: string) =>
    `
  select ${creatorJson}::text as item, json_build_array(own.${at}, own.creator_id) as place
  from (
    select ${table}.* from ${table} join creator_stats using (creator_id)
    where ${member} = $1 and ${condition}
    order by ${at} desc, creator_id desc limit ${longestPage}
  ) own join creator_stats c on c.creator_id = own.creator_id
  ${creatorJoins}
  order by own.${at} desc, own.creator_id desc limit $2`

const countShown = `case when ${isNotBlocked('$1', 'c.creator_id')} then c.zine_count - (
  select count(*) from (${leftOutOf('$1', 'c.creator_id')}) w join zine_stats using (zine_id)) else 0 end`

const profileOf = (counts: string, zineCount = 'c.zine_count') => `
  select json_build_object(
     'id', c.creator_id,
     'email', case when c.creator_id = $1::uuid then u.email end,
     'username', u.username, 'name', p.name, 'bio', p.bio, 'websiteUrl', p.website_url,
     'profileImageUrl', p.picture_url,
     'contactInfo', json_build_object('email', p.contact_email, 'website', p.contact_website),
     'zineCount', ${zineCount}, 'followerCount', c.follower_count,
     'hasShelves', exists (
       select from shelves where owner_id = c.creator_id and visibility = 'public'))::text as item
   from ${counts} c ${creatorJoins} where c.creator_id = $2`

type ProfileOf = [reader: string | null, id: string]
const profile = statement<{ item: string }, ProfileOf>('profile', profileOf('creator_stats'))
const profileAvoiding = statement<{ item: string }, ProfileOf>(
  'profile-avoiding',
  profileOf('creator_stats', countShown),
)

/** For members who are not shown as creators. Their zines and followers do not count. */
const unseenProfile = statement<{ item: string }, [viewer: string, id: string]>(
  'unseen-profile',
  profileOf('(select user_id as creator_id, 0 as zine_count, 0 as follower_count from profiles)'),
)

/** A profile as JSON. Its owner also gets the email address, and sees the profile even when it is hidden. */
export async function readUser(pool: pg.Pool, reader: Reader, id: string) {
  const [shown] = await (reader?.avoids ? profileAvoiding : profile)(pool, reader?.id ?? null, id)
  if (shown || reader?.id !== id.toLowerCase()) return shown?.item
  const [own] = await unseenProfile(pool, reader.id, id)
  return own?.item
}
