import type pg from 'pg'
import { statement } from './statement.ts'

/** The JSON of a creator card as contract/creators.ts declares it, for `creator_stats c`; needs the joins below. */
export const creatorJson = `json_build_object(
  'id', c.creator_id, 'name', p.name, 'username', u.username, 'bio', p.bio, 'profileImageUrl', p.picture_url,
  'zine_count', c.zine_count, 'follower_count', c.follower_count)`

export const creatorJoins = `
  join users u on u.id = c.creator_id
  join profiles p on p.user_id = c.creator_id`

const profileOf = (counts: string) => `
  select json_build_object(
     'id', c.creator_id,
     'email', case when c.creator_id = $1::uuid then u.email end,
     'username', u.username, 'name', p.name, 'bio', p.bio, 'websiteUrl', p.website_url,
     'profileImageUrl', p.picture_url,
     'contactInfo', json_build_object('email', p.contact_email, 'website', p.contact_website),
     'zineCount', c.zine_count, 'followerCount', c.follower_count)::text as item
   from ${counts} c ${creatorJoins} where c.creator_id = $2`

const profile = statement<{ item: string }, [viewer: string | null, id: string]>(
  'profile',
  profileOf('creator_stats'),
)

/** For whoever is not shown as a creator, and has no zines and followers that count. */
const unseenProfile = statement<{ item: string }, [viewer: string, id: string]>(
  'unseen-profile',
  profileOf('(select user_id as creator_id, 0 as zine_count, 0 as follower_count from profiles)'),
)

/** The JSON text of a profile; the address is in it only for its owner. Its owner sees it even when nobody else does. */
export async function readUser(pool: pg.Pool, viewer: string | null, id: string) {
  const [shown] = await profile(pool, viewer, id)
  if (shown || viewer === null || viewer !== id.toLowerCase()) return shown?.item
  const [own] = await unseenProfile(pool, viewer, id)
  return own?.item
}
