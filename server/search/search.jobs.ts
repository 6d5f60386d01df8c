import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { foldAdditions } from './fold.ts'
import { pairWords } from './pair-words.ts'
import { indexZinesOf, rebuildSearch } from './rebuild.ts'

/** Most of the time there is nothing to do; and what a process left that ended before it folded. */
export const searchCrontab = [
  '*/10 * * * * pair-words ?jobKey=pair-words',
  '*/5 * * * * fold-words ?jobKey=fold-words',
].join('\n')

const creator = z.object({ creatorId: z.uuid() })

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'fold-words': async () => foldAdditions(db),
  'index-library': async () => rebuildSearch(db),
  'pair-words': async () => {
    if ((await pairWords(db)) !== 'more') return
    await db.transaction().execute((tx) => enqueueJob(tx, 'pair-words', {}, { key: 'pair-words' }))
  },
})
