import type pg from 'pg'
import { statement } from '#server/db/statement.ts'

export type FeedPage = {
  kind: 'image' | 'video'
  hash: string
  extension: string
  width: number | null
  height: number | null
  altText: string
}

export type FeedZine = {
  id: string
  title: string
  description: string | null
  createdAt: Date
  changedAt: Date
  creatorId: string
  username: string
  name: string | null
  pages: FeedPage[]
}

const feedLength = 30

const newestOf = (condition: string) => `
  select z.id, z.title, z.description, z.created_at as "createdAt",
    coalesce(z.edited_at, z.created_at) as "changedAt", z.creator_id as "creatorId", u.username, p.name, pages.whole as pages
  from (
    select zines.* from zines join zine_stats on zine_id = id
    where ${condition} order by created_at desc, id desc limit ${feedLength}
  ) z
  join users u on u.id = z.creator_id
  join profiles p on p.user_id = z.creator_id
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'kind', m.kind, 'hash', m.hash, 'extension', m.extension, 'width', m.width, 'height', m.height,
      'altText', zp.alt_text) order by zp.position), '[]') as whole
    from zine_pages zp join media m on m.id = zp.media_id where zp.zine_id = z.id
  ) pages
  order by z.created_at desc, z.id desc`

const newest = statement<FeedZine, []>('feed-newest', newestOf('true'))
const byCreator = statement<FeedZine, [creatorId: string]>('feed-by-creator', newestOf('creator_id = $1'))
const zine = statement<FeedZine, [id: string]>('feed-zine', newestOf('id = $1'))

export const listNewest = (pool: pg.Pool) => newest(pool)
export const listNewestOf = (pool: pg.Pool, creatorId: string) => byCreator(pool, creatorId)

export async function findFeedZine(pool: pg.Pool, id: string) {
  const [row] = await zine(pool, id)
  return row
}

export type FeedCreator = {
  id: string
  username: string
  name: string | null
  bio: string | null
  pictureUrl: string | null
  joinedAt: Date
}

const creator = statement<FeedCreator, [id: string]>(
  'feed-creator',
  `select p.user_id as id, u.username, p.name, p.bio, p.picture_url as "pictureUrl", p.created_at as "joinedAt"
   from creator_stats c join profiles p on p.user_id = c.creator_id join users u on u.id = c.creator_id
   where c.creator_id = $1`,
)

export async function findFeedCreator(pool: pg.Pool, id: string) {
  const [row] = await creator(pool, id)
  return row
}
