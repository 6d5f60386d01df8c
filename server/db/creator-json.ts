/** The JSON of a creator card as contract/creators.ts declares it, for `creator_stats c`; needs the joins below. */
export const creatorJson = `json_build_object(
  'id', c.creator_id, 'name', p.name, 'username', u.username, 'bio', p.bio, 'profileImageUrl', p.picture_url,
  'zine_count', c.zine_count, 'follower_count', c.follower_count)`

export const creatorJoins = `
  join users u on u.id = c.creator_id
  join profiles p on p.user_id = c.creator_id`
