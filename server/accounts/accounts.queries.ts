import { sql } from 'kysely'
import type pg from 'pg'
import type { Viewer } from '#contract/accounts.ts'
import type { ContentNoteChoice } from '#contract/detail-choices.ts'
import { usernameKeys } from '#server/auth/usernames/username-key.ts'
import type { Db } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'

export async function findUserByUsername(db: Db, username: string) {
  const { rows } = await sql<{ id: string }>`
    select users.id from users join unnest(${usernameKeys(username)}::text[]) with ordinality candidate (key, rank)
      on username_key = candidate.key
    order by rank limit 1`.execute(db)
  return rows[0]
}

type ViewerRow = Omit<Viewer, 'language' | 'isWaiting' | 'followsCreators' | 'contentNotes'> & {
  language: string | null
  isWaiting: boolean
  followsCreators: boolean
  contentNotes: ContentNoteChoice | null
}
const viewer = statement<ViewerRow, [userId: string]>(
  'viewer',
  `select u.id, u.email, u.email_verified as "emailVerified", u.username, u.language, p.picture_url as "profileImageUrl",
     u.awaiting_since is not null as "isWaiting", p.content_notes as "contentNotes",
     exists (select from follows where follower_id = u.id) as "followsCreators"
   from users u left join profiles p on p.user_id = u.id where u.id = $1`,
)

export async function findViewer(pool: pg.Pool, userId: string): Promise<Viewer | undefined> {
  const [row] = await viewer(pool, userId)
  if (!row) return undefined
  const { language, isWaiting, followsCreators, contentNotes, ...viewerFields } = row
  return {
    ...viewerFields,
    ...(language && { language }),
    ...(isWaiting && { isWaiting }),
    ...(followsCreators && { followsCreators }),
    ...(contentNotes && contentNotes !== 'ask' && { contentNotes }),
  }
}

type Counts = { zines: number; projects: number; texts: number; focusSessions: number; shelves: number }

const counts = statement<Counts, [userId: string]>(
  'usage-counts',
  `select coalesce(c.zine_count, 0) as zines, coalesce(m.projects, 0) as projects,
     coalesce(m.text_blocks, 0)::float8 * 65536 as texts, coalesce(m.sessions, 0) as "focusSessions",
     (select count(*)::int from shelves where owner_id = u.id and not is_to_read) as shelves
   from users u left join creator_stats c on c.creator_id = u.id left join member_counts m on m.user_id = u.id
   where u.id = $1`,
)

export async function countUsage(pool: pg.Pool, userId: string): Promise<Counts> {
  const [row] = await counts(pool, userId)
  return row ?? { zines: 0, projects: 0, texts: 0, focusSessions: 0, shelves: 0 }
}
