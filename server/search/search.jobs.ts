import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { indexZinesOf, rebuildSearch } from './rebuild.ts'

const creator = z.object({ creatorId: z.uuid() })

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'index-library': async () => rebuildSearch(db),
})
