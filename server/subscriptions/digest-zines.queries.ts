import type pg from 'pg'
import type { ContentNote } from '#contract/details.ts'
import { statement } from '#server/db/statement.ts'
import { isListedZine } from '#server/lists/reader-exclusions.ts'
import { contentNoteJson, zineLanguageSql } from '#server/lists/zine-json.ts'

const maxDigestZines = 12
/** Zines are counted up to this number. */
const maxCounted = 1_000

export type DigestZine = {
  id: string
  title: string
  username: string
  name: string | null
  language: string | null
  contentNote: ContentNote | null
  cover: { hash: string; width: number | null; height: number | null; altText: string; contentNote: string } | null
}

const digestZines = statement<DigestZine & { total: number }, [userId: string, since: Date, until: Date]>(
  'digest-zines',
  `with found as materialized (
     select zines.id, zines.created_at
     from follows join zines on zines.creator_id = follows.creator_id join zine_stats on zine_id = zines.id
     where follower_id = $1 and zines.created_at > $2 and zines.created_at <= $3
       and ${isListedZine('$1', 'zines.id', 'zines.creator_id')}
     order by zines.created_at desc, zines.id desc limit ${maxCounted}
   )
   select z.id, z.title, u.username, p.name, ${contentNoteJson} as "contentNote", ${zineLanguageSql} as language,
     (select json_build_object('hash', m.hash, 'width', m.width, 'height', m.height, 'altText', zp.alt_text,
        'contentNote', zp.content_note)
      from zine_pages zp join media m on m.id = zp.media_id where zp.zine_id = z.id and zp.position = 0) as cover,
     (select count(*)::int from found) as total
   from (select id from found order by created_at desc, id desc limit ${maxDigestZines}) newest
   join zines z on z.id = newest.id join users u on u.id = z.creator_id join profiles p on p.user_id = z.creator_id
   order by z.created_at desc, z.id desc`,
)

/** The newest zines that followed creators published in a period, and how many there are. */
export async function listDigestZines(pool: pg.Pool, userId: string, { since, until }: { since: Date; until: Date }) {
  const zines = await digestZines(pool, userId, since, until)
  return { zines, total: zines[0]?.total ?? 0 }
}
