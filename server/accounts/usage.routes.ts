import type pg from 'pg'
import { readUsage } from '#contract/accounts.ts'
import { memberShelves, memberZines } from '#contract/limits.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { readKeptMedia } from '#server/media/open-uploads.queries.ts'

type UsageDeps = { config: Config; db: Db; pool: pg.Pool }

export function usageRoutes(app: App, { config, db, pool }: UsageDeps) {
  app.route({
    ...route(readUsage),
    handler: async (request) => {
      const { id } = viewerOf(request)
      const [kept, own] = await Promise.all([readKeptMedia(db, id), countOwn(pool, id)])
      return {
        bytes: { used: kept.bytes, most: Math.floor(config.memberQuotaMb * bytesPerMb) },
        zines: { used: own.zines, most: memberZines },
        projects: { used: own.projects, most: workspaceLimits.memberProjects },
        texts: { used: own.texts, most: workspaceLimits.memberTexts },
        focusSessions: { used: own.focusSessions, most: workspaceLimits.memberSessions },
        shelves: { used: own.shelves, most: memberShelves },
      }
    },
  })
}

type Counts = { zines: number; projects: number; texts: number; focusSessions: number; shelves: number }

const counts = statement<Counts, [userId: string]>(
  'usage-counts',
  `select coalesce(c.zine_count, 0) as zines, coalesce(m.projects, 0) as projects,
     coalesce(m.text_parts, 0)::float8 * 65536 as texts, coalesce(m.sessions, 0) as "focusSessions",
     (select count(*)::int from shelves where owner_id = u.id and not is_to_read) as shelves
   from users u left join creator_stats c on c.creator_id = u.id left join member_counts m on m.user_id = u.id
   where u.id = $1`,
)

/** How many there are of a member's, as they are counted where another is added. */
async function countOwn(pool: pg.Pool, userId: string): Promise<Counts> {
  const [row] = await counts(pool, userId)
  return row ?? { zines: 0, projects: 0, texts: 0, focusSessions: 0, shelves: 0 }
}
