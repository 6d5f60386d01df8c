import type pg from 'pg'
import { readUsage } from '#contract/accounts.ts'
import { memberShelves, memberZines } from '#contract/limits.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { readKeptMedia } from '#server/media/open-uploads.queries.ts'
import { countOwn } from './usage.queries.ts'

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
