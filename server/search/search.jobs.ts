import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { indexZinesOf, rebuildSearch } from './rebuild.ts'
import { compactTermCounts } from './term-counts.ts'

export const searchCrontab = [
  // Compacts counts that a process left behind when it ended.
  '*/5 * * * * compact-term-counts ?jobKey=compact-term-counts',
].join('\n')

const creator = z.object({ creatorId: z.uuid() })

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'index-zines-of': { creatorId: string }
    'index-library': Record<string, never>
  }
}

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'compact-term-counts': async () => compactTermCounts(db),
  'index-library': async () => rebuildSearch(db),
})
