import type pg from 'pg'
import { statement } from '#server/db/statement.ts'
import { creatorJoins } from '#server/lists/creator-json.ts'
import { excludedZinesSql, isNotBlocked, type Reader } from '#server/lists/reader-exclusions.ts'

const visibleZineCount = `case when ${isNotBlocked('$1', 'c.creator_id')} then c.zine_count - (
  select count(*) from (${excludedZinesSql('$1', 'c.creator_id')}) w join zine_stats using (zine_id)) else 0 end`

const profileSql = (counts: string, zineCount = 'c.zine_count') => `
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

type ProfileParameters = [reader: string | null, id: string]
const profile = statement<{ item: string }, ProfileParameters>('profile', profileSql('creator_stats'))
const filteredProfile = statement<{ item: string }, ProfileParameters>(
  'profile-avoiding',
  profileSql('creator_stats', visibleZineCount),
)

/** Selects members who are not shown as creators. Their zines and followers do not count. */
const hiddenProfile = statement<{ item: string }, [viewer: string, id: string]>(
  'hidden-profile',
  profileSql('(select user_id as creator_id, 0 as zine_count, 0 as follower_count from profiles)'),
)

/** A profile as JSON. Its owner also gets the email address, and sees the profile even when it is hidden. */
export async function readUser(pool: pg.Pool, reader: Reader, id: string) {
  const [visible] = await (reader?.hasExclusions ? filteredProfile : profile)(pool, reader?.id ?? null, id)
  if (visible || reader?.id !== id.toLowerCase()) return visible?.item
  const [own] = await hiddenProfile(pool, reader.id, id)
  return own?.item
}
